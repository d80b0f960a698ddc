import {
  Component,
  ElementRef,
  computed,
  inject,
  input,
  linkedSignal,
  signal,
} from '@angular/core';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { type Status, statusNames } from '../data/issue';
import { filteredIssues } from '../data/issue-queries';
import { ShowMore } from '../ui/show-more';
import { IssueCard } from './issue-card';
import { IssueMoves } from './issue-moves';

/** The issues with one status. A card that is dropped here gets this status. */
@Component({
  selector: 'app-board-column',
  imports: [IssueCard, ShowMore],
  template: `
    <section class="stack" [class.over]="isOver()" [attr.aria-labelledby]="'column-' + status()">
      <h2 tabindex="-1" [id]="'column-' + status()">
        {{ name() }} <span class="tag" [attr.data-column]="status()">{{ issues()?.length }}</span>
      </h2>
      <ul class="stack" role="list" [attr.aria-label]="name()">
        @for (issue of issues()?.slice(0, limit()); track trackEntity(issue)) {
          <li><app-issue-card [issue]="issue" [canDrag]="true" /></li>
        } @empty {
          <li class="empty-note">Nothing here.</li>
        }
      </ul>
      <app-show-more what="issues" [total]="issues()?.length ?? 0" [(limit)]="limit" />
    </section>
  `,
  host: {
    '(dragover)': 'enter($event)',
    '(dragleave)': 'leave($event)',
    '(drop)': 'drop($event)',
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
  readonly #moves = inject(IssueMoves);

  /** Whether a card of another column is over this column. */
  protected readonly isOver = signal(false);
  protected readonly trackEntity = trackEntity;
  protected readonly name = computed(() => statusNames[this.status()]);
  protected readonly issues = inject(CacheService).selectSignal(filteredIssues, () => [
    { status: this.status(), projectId: this.projectId() },
  ]);
  /** The maximum number of visible cards. It is reset when the project changes. */
  protected readonly limit = linkedSignal({ source: this.projectId, computation: () => 8 });

  /** Allows a card of another column to be dropped here. */
  protected enter(event: DragEvent): void {
    const issue = this.#moves.dragged();
    if (issue === undefined || issue.status === this.status()) return;
    event.preventDefault();
    this.isOver.set(true);
  }

  /** Moving the pointer between cards does not count as leaving the column. */
  protected leave({ relatedTarget }: DragEvent): void {
    if (!this.#host.contains(relatedTarget as Node | null)) this.isOver.set(false);
  }

  protected drop(event: DragEvent): void {
    event.preventDefault();
    this.isOver.set(false);
    const issue = this.#moves.dragged();
    // The browser does not report the end to a card that is removed.
    this.#moves.dragged.set(undefined);
    if (issue) this.#moves.move(issue, this.status());
  }
}
