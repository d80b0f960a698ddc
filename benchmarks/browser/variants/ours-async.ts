// This library with `select`, the async pipe, and views.
import { inject, Injectable } from '@angular/core';
import { CacheService, provideCache } from 'ngx-cache-query';
import { BehaviorSubject, map } from 'rxjs';
import { type AsyncPage, asyncPage } from '../async-app';
import { allByRank, type Shown, STORE } from '../contract';
import { start } from '../start';
import { openTodos, shownTodos, TodoEntity, Writes } from './ours-model';

@Injectable()
class ObservableStore extends Writes<AsyncPage> {
  readonly #cache = inject(CacheService);
  readonly #shown = new BehaviorSubject<Shown>(allByRank);
  readonly #selected = new BehaviorSubject(0);

  override show(shown: Shown): void {
    this.#shown.next(shown);
  }

  override select(id: number): void {
    this.#selected.next(id);
  }

  override page(): AsyncPage {
    return {
      rows: this.#cache.select(shownTodos, this.#shown.pipe(map((shown) => [shown] as const))),
      detail: this.#cache.select(TodoEntity, this.#selected.pipe(map((id) => [id] as const))),
      open: this.#cache.select(openTodos),
    };
  }
}

void start({
  providers: [provideCache(), { provide: STORE, useClass: ObservableStore }],
  component: asyncPage,
});
