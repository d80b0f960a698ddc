// This library with `selectSignal` and views.
import { inject, Injectable, signal } from '@angular/core';
import { CacheService, provideCache } from 'ngx-cache-query';
import { type Page, signalPage } from '../app';
import { allByRank, type Shown, STORE } from '../contract';
import { start } from '../start';
import { openTodos, shownTodos, TodoEntity, Writes } from './ours-model';

@Injectable()
class SignalStore extends Writes<Page> {
  readonly #cache = inject(CacheService);
  readonly #shown = signal<Shown>(allByRank);
  readonly #selected = signal(0);

  override show(shown: Shown): void {
    this.#shown.set(shown);
  }

  override select(id: number): void {
    this.#selected.set(id);
  }

  override page(): Page {
    return {
      rows: this.#cache.selectSignal(shownTodos, () => [this.#shown()]),
      detail: this.#cache.selectSignal(TodoEntity, () => [this.#selected()]),
      open: this.#cache.selectSignal(openTodos),
    };
  }
}

void start({
  providers: [provideCache(), { provide: STORE, useClass: SignalStore }],
  component: signalPage,
});
