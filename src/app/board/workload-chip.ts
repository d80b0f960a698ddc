import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { User } from '../data/user';
import { Person } from '../ui/person';

/** A person with the number of open issues, as a link to the list of these issues. */
@Component({
  selector: 'app-workload-chip',
  imports: [Person, RouterLink],
  template: `
    <a routerLink="/issues" [queryParams]="{ assignee: user().id }">
      <app-person [user]="user()" /> <b>{{ open() }}</b>
    </a>
  `,
  styles: `
    a {
      display: inline-flex;
      align-items: center;
      gap: 0.4rem;
      padding: 0.2rem 0.6rem 0.2rem 0.25rem;
      border: 1px solid var(--line);
      border-radius: 2rem;
      background: var(--surface);
      color: inherit;
      text-decoration: none;
    }
    a:hover {
      border-color: var(--accent);
      color: inherit;
    }
    b {
      font-size: var(--tiny);
      font-weight: 600;
    }
  `,
})
export class WorkloadChip {
  readonly user = input.required<User>();
  readonly open = input.required<number>();
}
