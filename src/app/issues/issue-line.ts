import { DatePipe } from '@angular/common';
import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { isTemporary } from 'ngx-cache-query';
import { type Issue, statusNames } from '../data/issue';
import { LabelChips } from '../ui/label-chips';
import { Person } from '../ui/person';
import { Priority } from '../ui/priority';

/** An issue as a row in a list. */
@Component({
  selector: 'app-issue-line',
  imports: [DatePipe, LabelChips, Person, Priority, RouterLink],
  template: `
    <span class="key muted">{{ issue().name }}</span>
    <div class="what">
      @if (isTemporary(issue())) {
        <span class="title">{{ issue().title }}</span>
      } @else {
        <a class="title" [routerLink]="['/issues', issue().id]">{{ issue().title }}</a>
      }
      <app-priority [value]="issue().priority" />
      <app-label-chips [labels]="issue().labels" />
    </div>
    <span class="status" [class]="issue().status">{{ statuses[issue().status] }}</span>
    <app-person [user]="issue().assignee" />
    <time class="muted" [attr.datetime]="issue().updatedAt.toISOString()">
      {{ issue().updatedAt | date: 'd MMM' }}
    </time>
  `,
  styles: `
    :host {
      display: grid;
      grid-template-columns: 4.5rem minmax(0, 1fr) 5.5rem 10.5rem 3.5rem;
      align-items: center;
      gap: 0.25rem 0.75rem;
      padding: 0.55rem 0;
      font-size: var(--small);
    }
    .key,
    time {
      font-size: 0.75rem;
    }
    time {
      text-align: end;
    }
    .what {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.15rem 0.5rem;
    }
    .title {
      display: inline-block;
      min-height: 1.5rem;
      color: var(--ink);
      font-weight: 500;
      text-decoration: none;
      overflow-wrap: anywhere;
    }
    a:hover {
      color: var(--accent);
      text-decoration: underline;
    }
    .status {
      font-size: var(--tiny);
    }
    .status::before {
      display: inline-block;
      width: 0.55rem;
      height: 0.55rem;
      margin-inline-end: 0.4rem;
      border: 2px solid var(--accent);
      border-radius: 50%;
      content: '';
    }
    .backlog::before {
      border-color: var(--edge);
    }
    .doing::before {
      background: linear-gradient(90deg, var(--accent) 50%, transparent 50%);
    }
    .done::before {
      background: var(--accent);
    }
    @container (max-width: 44rem) {
      :host {
        grid-template-columns: auto minmax(0, 1fr) auto;
      }
      .what {
        grid-column: 1 / -1;
        grid-row: 1;
      }
      .key {
        display: none;
      }
    }
  `,
})
export class IssueLine {
  readonly issue = input.required<Issue>();
  protected readonly isTemporary = isTemporary;
  protected readonly statuses = statusNames;
}
