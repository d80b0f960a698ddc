import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { isTemporary } from 'ngx-cache-query';
import { type Issue, statusNames } from '../data/issue';
import { LabelChips } from '../ui/label-chips';
import { Person } from '../ui/person';

/** An issue as a row in a list. */
@Component({
  selector: 'app-issue-line',
  imports: [DatePipe, LabelChips, Person, RouterLink],
  template: `
    <span class="key muted micro">{{ issue().name }}</span>
    <div class="what line">
      <a
        class="title target anywhere"
        [routerLink]="isTemporary(issue()) ? null : ['/issues', issue().id]"
        >{{ issue().title }}</a
      >
      <span class="priority" [class]="issue().priority">{{ issue().priority }}</span>
      <app-label-chips [labels]="issue().labels" />
    </div>
    <span class="status tiny" [class]="issue().status">{{ statuses[issue().status] }}</span>
    <app-person [user]="issue().assignee" />
    <time class="muted micro" [attr.datetime]="issue().updatedAt.toISOString()">
      {{ issue().updatedAt | date: 'd MMM' }}
    </time>
  `,
  styleUrl: './issue-line.css',
})
export class IssueLine {
  readonly issue = input.required<Issue>();
  protected readonly isTemporary = isTemporary;
  protected readonly statuses = statusNames;
}
