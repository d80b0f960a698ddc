import { AsyncPipe } from '@angular/common';
import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService } from 'ngx-cache-query';
import { FeedEntry } from '../activity/feed-entry';
import { countFeed, feedItems, getFeed } from '../data/feed';
import { Announcer } from '../ui/announcer';
import { Choice, type Option } from '../ui/choice';
import { ShowMore } from '../ui/show-more';
import { triggeredRead } from '../ui/triggered-read';
import { LoadList } from './load-list';

type Kind = 'link' | 'post' | undefined;

/** Two types of entities in one list, in the order in which they arrived. */
@Component({
  selector: 'app-feed-section',
  imports: [AsyncPipe, Choice, FeedEntry, LoadList, ShowMore],
  template: `
    <section class="card" aria-labelledby="feed">
      <div class="card-head">
        <h2 tabindex="-1" id="feed">Feed</h2>
        <app-load-list what="feed" [read]="loading" [again]="!!answer()" />
      </div>
      <app-choice legend="Show" [options]="kinds()" [(value)]="kind" />
      @if (items$ | async; as items) {
        <ul class="rows padded" role="list" aria-label="Feed">
          @for (item of items.slice(0, limit()); track item.type + item.pk()) {
            <li><app-feed-entry [item]="item" [withAuthor]="false" /></li>
          } @empty {
            <li class="empty-note">There are no items of this type.</li>
          }
        </ul>
        <app-show-more what="items" [total]="items.length" [(limit)]="limit" />
      } @else {
        <p class="empty-note">No feed in the cache yet</p>
      }
    </section>
  `,
})
export class FeedSection {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected readonly loading = triggeredRead(getFeed, ({ length }) =>
    this.#announcer.say(`${length} feed items are in the cache.`),
  );
  protected readonly kind = signal<Kind>(undefined);
  protected readonly items$ = this.#cache.select(
    feedItems,
    toObservable(computed((): [{ type?: 'link' | 'post' }] => [{ type: this.kind() }])),
  );
  protected readonly limit = linkedSignal({ source: this.kind, computation: () => 6 });

  protected readonly answer = this.#cache.selectSignal(getFeed);
  readonly #all = this.#cache.selectSignal(countFeed);
  readonly #links = this.#cache.selectSignal(countFeed, { type: 'link' });
  readonly #posts = this.#cache.selectSignal(countFeed, { type: 'post' });

  protected readonly kinds = computed((): readonly Option<Kind>[] => [
    { label: counted('Everything', this.#all()), value: undefined },
    { label: counted('Links', this.#links()), value: 'link' },
    { label: counted('Posts', this.#posts()), value: 'post' },
  ]);
}

function counted(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} ${count}`;
}
