import { Component, computed, inject, input, linkedSignal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { type Status, statusNames } from '../data/issue';
import { filteredIssues } from '../data/issue-queries';
import { ShowMore } from '../ui/show-more';
import { IssueCard } from './issue-card';

/** The issues of one status. */
@Component({
  selector: 'app-board-column',
  imports: [IssueCard, ShowMore],
  template: `
    <section [attr.aria-labelledby]="'column-' + status()">
      <h2 tabindex="-1" [id]="'column-' + status()">
        {{ name() }} <span class="tag" [attr.data-column]="status()">{{ issues()?.length }}</span>
      </h2>
      <ul role="list" [attr.aria-label]="name()">
        @for (issue of issues()?.slice(0, limit()); track issue.id) {
          <li><app-issue-card [issue]="issue" /></li>
        } @empty {
          <li class="placeholder">Nothing here.</li>
        }
      </ul>
      <app-show-more what="issues" [total]="issues()?.length ?? 0" [(limit)]="limit" />
    </section>
  `,
  styles: `
    section {
      display: grid;
      gap: 0.6rem;
      padding: 0.75rem 0.6rem 0.5rem;
      border-radius: var(--radius-card);
      background: var(--well);
    }
    h2 {
      display: flex;
      align-items: center;
      gap: 0.5rem;
      padding: 0 0.25rem;
      font: 600 0.9375rem/1.3 var(--sans);
    }
    ul {
      display: grid;
      gap: 0.5rem;
    }
    app-show-more {
      padding: 0 0.25rem;
    }
  `,
})
export class BoardColumn {
  readonly status = input.required<Status>();
  readonly projectId = input<number>();

  protected readonly name = computed(() => statusNames[this.status()]);
  protected readonly issues = inject(CacheService).selectSignalWith(filteredIssues, () => [
    { status: this.status(), projectId: this.projectId() },
  ]);
  /** Back to the first cards with another project. */
  protected readonly limit = linkedSignal({ source: this.projectId, computation: () => 8 });
}
