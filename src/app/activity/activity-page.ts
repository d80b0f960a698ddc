import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { countFeed, newestFeed } from '../data/feed';
import { Choice, type Option } from '../ui/choice';
import { needLists } from '../ui/need';
import { NeedsNotice } from '../ui/needs-notice';
import { PageHead } from '../ui/page-head';
import { ShowMore } from '../ui/show-more';
import { Authors } from './authors';
import { FeedEntry } from './feed-entry';

type Kind = 'link' | 'post' | undefined;

/** What the team shares: links and posts, two tables in one list. */
@Component({
  selector: 'app-activity-page',
  imports: [Authors, Choice, FeedEntry, NeedsNotice, PageHead, ShowMore],
  template: `
    <div class="page">
      <app-page-head title="Activity" text="Links and posts are two tables, and one list here.">
        <app-choice legend="Show" [options]="kinds()" [(value)]="kind" />
      </app-page-head>
      <app-needs-notice [needs]="needs" what="The activity" />
      @if (needs.ready() && items(); as items) {
        <div class="parts">
          <section class="card by" aria-labelledby="authors">
            <h2 id="authors" tabindex="-1">Who shares</h2>
            <app-authors [(value)]="author" />
          </section>
          <section class="card" aria-label="Activity">
            <ul class="rows" role="list" aria-label="Activity">
              @for (item of items.slice(0, limit()); track item.type + item.id) {
                <li><app-feed-entry [item]="item" /></li>
              } @empty {
                <li class="placeholder">Nothing of that kind.</li>
              }
            </ul>
            <app-show-more what="items" [total]="items.length" [(limit)]="limit" />
          </section>
        </div>
      }
    </div>
  `,
  styles: `
    .parts {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      align-items: start;
      gap: 1.25rem;
    }
    .card:not(.by) {
      padding-block: 0.5rem;
    }
    .by {
      gap: 0.75rem;
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
  readonly #all = this.#cache.selectSignal(countFeed);
  readonly #links = this.#cache.selectSignal(countFeed, { type: 'link' });
  readonly #posts = this.#cache.selectSignal(countFeed, { type: 'post' });

  protected readonly needs = needLists('feed', 'users');
  protected readonly kind = signal<Kind>(undefined);
  protected readonly author = signal<number | undefined>(undefined);
  protected readonly items = this.#cache.selectSignalWith(newestFeed, () => [
    { type: this.kind(), authorId: this.author() },
  ]);
  protected readonly limit = linkedSignal({
    source: () => [this.kind(), this.author()],
    computation: () => 20,
  });
  protected readonly kinds = computed((): readonly Option<Kind>[] => [
    { label: `Everything ${this.#all() ?? ''}`, value: undefined },
    { label: `Links ${this.#links() ?? ''}`, value: 'link' },
    { label: `Posts ${this.#posts() ?? ''}`, value: 'post' },
  ]);
}
