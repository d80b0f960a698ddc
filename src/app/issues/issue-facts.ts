import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import { type Issue, statusNames } from '../data/issue';
import { LabelChips } from '../ui/label-chips';
import { Person } from '../ui/person';
import { Priority } from '../ui/priority';

/** The properties of an issue, below its title. */
@Component({
  selector: 'app-issue-facts',
  imports: [DatePipe, LabelChips, Person, Priority],
  template: `
    <span class="tag">{{ statuses[issue().status] }}</span>
    <app-priority [value]="issue().priority" />
    <app-person [user]="issue().assignee" />
    <app-label-chips [labels]="issue().labels" />
    <span class="muted small">Changed {{ issue().updatedAt | date: 'd MMM y, HH:mm' }}</span>
  `,
  styles: `
    app-priority:empty,
    app-label-chips:empty {
      display: none;
    }
  `,
  host: { class: 'line' },
})
export class IssueFacts {
  readonly issue = input.required<Issue>();
  protected readonly statuses = statusNames;
}
