// The floor for variants whose list is a single value: immutable rows in a signal that is set by hand. A change creates
// one new row and copies the array. The effect of each change is known in advance, so nothing is filtered, sorted or
// counted again.
import { Injectable, signal } from '@angular/core';
import { type Page, signalPage } from '../app';
import { allByRank, inOrder, isShown, type Shown, STORE, type Store } from '../contract';
import { type Todo } from '../contract';
import { start } from '../start';

@Injectable()
class ListStore implements Store<Page> {
  readonly #todos = new Map<number, Todo>();
  readonly #rows = signal<readonly Todo[]>([]);
  readonly #detail = signal<Todo | undefined>(undefined);
  readonly #open = signal(0);
  #shown = allByRank;
  #selected = 0;

  load(response: readonly Todo[]): void {
    this.#todos.clear();
    for (const todo of response) this.#todos.set(todo.id, todo);
    this.#open.set(response.filter(({ done }) => !done).length);
    this.#detail.set(this.#todos.get(this.#selected));
    this.show(this.#shown);
  }

  show(shown: Shown): void {
    this.#shown = shown;
    const rows = [...this.#todos.values()].filter((row) => isShown(shown, row));
    this.#rows.set(rows.sort(inOrder(shown)));
  }

  select(id: number): void {
    this.#selected = id;
    this.#detail.set(this.#todos.get(id));
  }

  change(id: number, fields: { readonly title: string; readonly done: boolean }): void {
    const before = this.#todos.get(id)!;
    const after = { ...before, ...fields };
    this.#put(after);
    if (before.done !== after.done) this.#open.update((count) => count + (after.done ? -1 : 1));
    if (this.#shown.filter === 'all' && this.#shown.by === 'rank') {
      const rows = this.#rows().slice();
      rows[this.#placeOf(before)] = after;
      this.#rows.set(rows);
    } else {
      this.show(this.#shown);
    }
  }

  renameUser(id: number, name: string): void {
    for (const todo of this.#todos.values()) {
      if (todo.user.id === id) this.#put({ ...todo, user: { ...todo.user, name } });
    }
    this.#rows.update((rows) => rows.map((row) => this.#todos.get(row.id)!));
  }

  insert(todo: Todo): void {
    this.#put(todo);
    if (!todo.done) this.#open.update((count) => count + 1);
    if (!isShown(this.#shown, todo)) return;
    const rows = this.#rows().slice();
    rows.splice(this.#placeOf(todo), 0, todo);
    this.#rows.set(rows);
  }

  remove(id: number): void {
    const todo = this.#todos.get(id)!;
    this.#todos.delete(id);
    if (!todo.done) this.#open.update((count) => count - 1);
    this.#rows.update((rows) => rows.filter((row) => row.id !== id));
  }

  page(): Page {
    return { rows: this.#rows, detail: this.#detail, open: this.#open };
  }

  #put(todo: Todo): void {
    this.#todos.set(todo.id, todo);
    if (todo.id === this.#selected) this.#detail.set(todo);
  }

  /** Returns the index at which a row is, or belongs, in the list. */
  #placeOf(todo: Todo): number {
    const rows = this.#rows();
    const compare = inOrder<Todo>(this.#shown);
    let [from, to] = [0, rows.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (rows[middle].id === todo.id) return middle;
      if (compare(rows[middle], todo) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

void start({ providers: [{ provide: STORE, useClass: ListStore }], component: signalPage });
