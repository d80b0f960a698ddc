// The floor: signals that are set by hand. The effect of each change is known in advance, and no other data is read.
// Each row has a signal for its title, each user has a signal for its name, and the list is an array that is changed
// with `splice`.
import { Injectable, type Signal, signal } from '@angular/core';
import { type Page, signalPage } from '../app';
import { allByRank, inOrder, isShown, type Row, type Shown, STORE, type Store } from '../contract';
import { type Todo, type User } from '../contract';
import { start } from '../start';

class HandUser {
  readonly #name: Signal<string> & { set(name: string): void };

  constructor(user: User) {
    this.#name = signal(user.name);
  }

  get name() {
    return this.#name();
  }

  set name(name: string) {
    this.#name.set(name);
  }
}

class HandRow implements Row {
  readonly id: number;
  readonly rank: number;
  readonly #title;
  readonly #done;

  constructor(
    todo: Todo,
    readonly user: HandUser,
  ) {
    this.id = todo.id;
    this.rank = todo.rank;
    this.#title = signal(todo.title);
    this.#done = signal(todo.done);
  }

  get title() {
    return this.#title();
  }

  set title(title: string) {
    this.#title.set(title);
  }

  get done() {
    return this.#done();
  }

  set done(done: boolean) {
    this.#done.set(done);
  }
}

@Injectable()
class HandStore implements Store<Page> {
  readonly #todos = new Map<number, HandRow>();
  readonly #users = new Map<number, HandUser>();
  readonly #rows = signal<readonly HandRow[]>([]);
  readonly #detail = signal<HandRow | undefined>(undefined);
  readonly #open = signal(0);
  #shown = allByRank;
  #selected = 0;

  load(response: readonly Todo[]): void {
    this.#todos.clear();
    for (const todo of response) this.#put(todo);
    this.#detail.set(this.#todos.get(this.#selected));
    this.#open.set(response.filter(({ done }) => !done).length);
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

  change(id: number, { title, done }: { title: string; done: boolean }): void {
    const row = this.#todos.get(id)!;
    row.title = title;
    if (row.done !== done) {
      row.done = done;
      this.#open.update((count) => count + (done ? -1 : 1));
    }
    if (this.#shown.filter !== 'all' || this.#shown.by !== 'rank') this.show(this.#shown);
  }

  renameUser(id: number, name: string): void {
    this.#users.get(id)!.name = name;
  }

  insert(todo: Todo): void {
    const row = this.#put(todo);
    if (!todo.done) this.#open.update((count) => count + 1);
    if (!isShown(this.#shown, todo)) return;
    const rows = this.#rows().slice();
    rows.splice(placeOf(row, rows, inOrder(this.#shown)), 0, row);
    this.#rows.set(rows);
  }

  remove(id: number): void {
    const row = this.#todos.get(id)!;
    this.#todos.delete(id);
    if (!row.done) this.#open.update((count) => count - 1);
    this.#rows.update((rows) => rows.filter((other) => other !== row));
  }

  page(): Page {
    return { rows: this.#rows, detail: this.#detail, open: this.#open };
  }

  #put(todo: Todo): HandRow {
    let user = this.#users.get(todo.user.id);
    if (!user) this.#users.set(todo.user.id, (user = new HandUser(todo.user)));
    const row = new HandRow(todo, user);
    this.#todos.set(row.id, row);
    return row;
  }
}

/** Returns the index at which a row belongs in a sorted list. */
function placeOf<T>(row: T, rows: readonly T[], compare: (a: T, b: T) => number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(rows[middle], row) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

void start({ providers: [{ provide: STORE, useClass: HandStore }], component: signalPage });
