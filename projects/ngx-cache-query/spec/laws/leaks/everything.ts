import { AsyncPipe } from '@angular/common';
import { Component, DestroyRef, inject, input } from '@angular/core';
import { takeUntilDestroyed, toObservable } from '@angular/core/rxjs-interop';
import { map, type Observable } from 'rxjs';
import {
  CacheService,
  fromEventSource,
  fromWebSocket,
  infiniteState,
  trackEntity,
} from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { countUsers, getBroken, getNews, getUser, getUsers, Tasks, usersAfter } from './endpoints';

/** A component that reads in every possible way, and renders the results. */
@Component({
  selector: 'ncq-everything',
  imports: [AsyncPipe],
  template: `
    {{ (users$ | async)?.length }} {{ (found$ | async)?.length }} {{ (listed$ | async)?.status }}
    {{ count() }} {{ user()?.name }} {{ listed().status }} {{ one().status }} {{ news().status }}
    {{ broken().status }}
    @if (tasks$ | async; as tasks) {
      @for (task of tasks.items; track trackEntity(task)) {
        <p>{{ task.title }}</p>
      }
      <button (click)="tasks.loadMore()">More</button>
    }
  `,
})
export class Everything {
  readonly id = input.required<string>();
  protected readonly trackEntity = trackEntity;
  readonly #cache = inject(CacheService);

  protected readonly users$ = this.#cache.select(allUsers);
  protected readonly found$ = this.#cache.select(
    usersAfter,
    toObservable(this.id).pipe(map((id) => [{ id }])),
  );
  protected readonly count = this.#cache.selectSignal(countUsers, 'A');
  protected readonly user = this.#cache.selectSignal(User, () => [this.id()]);

  protected readonly listed$ = this.#cache.watch(getUsers);
  protected readonly listed = this.#cache.resource(getUsers).snapshot;
  protected readonly one = this.#cache.resource(getUser, () => [{ id: this.id() }]).snapshot;
  protected readonly news = this.#cache.resource(getNews, () => [{ id: this.id() }]).snapshot;
  protected readonly broken = this.#cache.resource(getBroken, () => [{ id: this.id() }]).snapshot;
  protected readonly tasks$ = infiniteState(Tasks.getList.getPage, { board: 'a' });

  readonly #ended = inject(DestroyRef);

  constructor() {
    this.send(this.#cache.watch(getUsers));
    const silence = 9_000;
    const ping = { every: 1_000, message: 'ping' };
    const connections = [
      this.#cache.connect(fromEventSource('/events', { silence }), User),
      this.#cache.connect(fromWebSocket('ws:events', { silence, ping }), User),
    ];
    this.#ended.onDestroy(() => connections.forEach((each) => each.unsubscribe()));
  }

  /** Subscribes until the component is destroyed. This aborts a mutation. */
  send(what$: Observable<unknown>): void {
    what$.pipe(takeUntilDestroyed(this.#ended)).subscribe({ error: () => undefined });
  }
}
