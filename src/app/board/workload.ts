import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { workload } from '../data/issue-queries';
import { Person } from '../ui/person';

/** Who has how many open issues. */
@Component({
  selector: 'app-workload',
  imports: [Person, RouterLink],
  template: `
    <ul role="list" aria-label="Open issues by person">
      @for (entry of entries(); track entry.user.id) {
        <li>
          <a routerLink="/issues" [queryParams]="{ assignee: entry.user.id }">
            <app-person [user]="entry.user" /> <b>{{ entry.open }}</b>
          </a>
        </li>
      }
    </ul>
  `,
  styles: `
    ul {
      position: relative;
      display: flex;
      gap: 0.4rem;
      padding: 3px;
      margin: -3px;
      overflow-x: auto;
      scrollbar-width: thin;
    }
    li {
      flex: none;
    }
    a {
      display: flex;
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
export class Workload {
  protected readonly entries = inject(CacheService).selectSignal(workload);
}
