import { Component, ElementRef, computed, inject, input, linkedSignal } from '@angular/core';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { type Status, statusNames } from '../data/issue';
import { filteredIssues } from '../data/issue-queries';
import { ShowMore } from '../ui/show-more';
import { CardDrag } from './card-drag';
import { IssueCard } from './issue-card';

/** The issues with one status. A card that is dropped here gets this status. */
@Component({
  selector: 'app-board-column',
  imports: [IssueCard, ShowMore],
  template: `
    <section
      class="stack"
      [class.over]="drag.over() === status()"
      [attr.aria-labelledby]="'column-' + status()"
    >
      <h2 tabindex="-1" [id]="'column-' + status()">
        {{ name() }} <span class="tag" [attr.data-column]="status()">{{ issues()?.length }}</span>
      </h2>
      <ul class="stack" role="list" [attr.aria-label]="name()">
        @for (issue of issues()?.slice(0, limit()); track trackEntity(issue)) {
          <li><app-issue-card [issue]="issue" /></li>
        } @empty {
          <li class="empty-note">Nothing here.</li>
        }
      </ul>
      <app-show-more what="issues" [total]="issues()?.length ?? 0" [(limit)]="limit" />
    </section>
  `,
  host: {
    '(dragover)': 'drag.enter(status(), $event)',
    '(dragleave)': 'leave($event)',
    '(drop)': 'drag.drop(status(), $event)',
  },
  styles: `
    section {
      padding: 0.75rem 0.6rem 0.5rem;
      border-radius: var(--radius-card);
      background: var(--well);
    }
    .over {
      background: var(--accent-soft);
      outline: 2px dashed var(--accent);
      outline-offset: -2px;
    }
    h2 {
      font: 600 0.9375rem/1.3 var(--sans);
    }
    h2,
    app-show-more {
      padding: 0 0.25rem;
    }
  `,
})
export class BoardColumn {
  readonly status = input.required<Status>();
  readonly projectId = input<number>();

  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected readonly drag = inject(CardDrag);
  protected readonly trackEntity = trackEntity;
  protected readonly name = computed(() => statusNames[this.status()]);
  protected readonly issues = inject(CacheService).selectSignal(filteredIssues, () => [
    { status: this.status(), projectId: this.projectId() },
  ]);
  /** The maximum number of visible cards. It is reset when the project changes. */
  protected readonly limit = linkedSignal({ source: this.projectId, computation: () => 8 });

  /** Moving the pointer between cards does not count as leaving the column. */
  protected leave({ relatedTarget }: DragEvent): void {
    if (!this.#host.contains(relatedTarget as Node | null)) this.drag.leave(this.status());
  }
}
