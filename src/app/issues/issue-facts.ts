import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import { type Issue, statusNames } from '../data/issue';
import { LabelChips } from '../ui/label-chips';
import { Person } from '../ui/person';

/** The properties of an issue, below its title. */
@Component({
  selector: 'app-issue-facts',
  imports: [DatePipe, LabelChips, Person],
  template: `
    <span class="tag">{{ statuses[issue().status] }}</span>
    <span class="priority" [class]="issue().priority">{{ issue().priority }}</span>
    <app-person [user]="issue().assignee" />
    <app-label-chips [labels]="issue().labels" />
    <span class="muted small">Changed {{ issue().updatedAt | date: 'd MMM y, HH:mm' }}</span>
  `,
  styles: `
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
