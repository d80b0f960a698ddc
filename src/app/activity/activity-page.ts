import { Component, computed, inject, signal } from '@angular/core';
import { CacheService, infinite, trackEntity } from 'ngx-cache-query';
import {
  type ActivityFilter,
  countKinds,
  getActivity,
  getActivityAuthors,
  getActivityPage,
} from '../data/activity';
import { Choice, type Option } from '../ui/choice';
import { LoadMore } from '../ui/load-more';
import { needLists } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { PageHead } from '../ui/page-head';
import { Authors } from './authors';
import { FeedEntry } from './feed-entry';

type Kind = ActivityFilter['type'];

/** Links and posts of the team: two tables in one list that loads more pages while the user scrolls. */
@Component({
  selector: 'app-activity-page',
  imports: [Authors, Choice, FeedEntry, LoadMore, NeedsNotice, PageHead],
  template: `
    <div class="page">
      <app-page-head title="Activity" text="One list shows links and posts from two tables.">
        <app-choice legend="Show" [options]="kinds()" [(value)]="kind" />
      </app-page-head>
      <app-needs-notice [needs]="needs" what="The activity" />
      @if (frame.ready()) {
        <div class="page parts">
          <section class="card by" aria-labelledby="authors">
            <h2 id="authors" tabindex="-1">Who shares</h2>
            <app-authors [(value)]="author" />
          </section>
          @if (list.items(); as items) {
            <section class="card list" aria-label="Activity">
              <ul class="rows padded" role="list" aria-label="Activity">
                @for (item of items; track trackEntity(item)) {
                  <li><app-feed-entry [item]="item" /></li>
                } @empty {
                  <li class="empty-note">There are no items of this type.</li>
                }
              </ul>
              <app-load-more
                what="items"
                [shown]="items.length"
                [total]="list.value()?.total ?? items.length"
                [hasMore]="list.hasMore()"
                [pending]="list.isLoadingMore()"
                [error]="list.refreshError()"
                (wanted)="list.loadMore()"
              />
            </section>
          }
        </div>
      }
    </div>
  `,
  styles: `
    .parts {
      align-items: start;
    }
    .list {
      padding-block: 0.5rem;
    }
    @media (min-width: 64rem) {
      .parts {
        grid-template-columns: minmax(0, 1fr) 17rem;
      }
      .by {
        position: sticky;
        top: 1.25rem;
        order: 1;
      }
    }
  `,
})
export class ActivityPage {
  readonly #cache = inject(CacheService);
  readonly #counts = this.#cache.selectSignal(countKinds);

  protected readonly trackEntity = trackEntity;
  protected readonly kind = signal<Kind>(undefined);
  protected readonly author = signal<number | undefined>(undefined);
  readonly #filter = computed((): ActivityFilter => {
    const [type, authorId] = [this.kind(), this.author()];
    return { ...(type && { type }), ...(authorId && { authorId }) };
  });

  protected readonly list = infinite(getActivityPage, () => [this.#filter()]);
  /** The data next to the list. It does not depend on the filter of the list. */
  protected readonly frame = needLists('users').and(this.#cache.resource(getActivityAuthors));
  protected readonly needs = this.frame.and(
    this.#cache.resource(getActivity, () => [this.#filter()]),
  );
  protected readonly kinds = computed((): readonly Option<Kind>[] => [
    { label: `Everything ${sum(this.#counts()) ?? ''}`, value: undefined },
    { label: `Links ${this.#counts()?.link ?? ''}`, value: 'link' },
    { label: `Posts ${this.#counts()?.post ?? ''}`, value: 'post' },
  ]);
}

function sum(counts: { readonly link: number; readonly post: number } | undefined) {
  return counts && counts.link + counts.post;
}
