import { signal } from '@angular/core';
import { delayed, failure, type Fixture, respondTo } from 'ngx-cache-query/testing';
import { todoEndpoints, userEndpoints } from './data';

interface Row {
  readonly id: number;
}

/**
 * Responds to the requests of the examples with rows that it keeps in memory. Simulates the selected latency and
 * failures.
 */
export class Backend {
  /** In milliseconds. */
  readonly latency = signal(400);
  readonly failsNext = signal(false);

  readonly #users = new Map([
    [1, { id: 1, name: 'Ada' }],
    [2, { id: 2, name: 'Bo' }],
  ]);
  readonly #todos = new Map(
    ['Buy milk', 'Call Bo', 'Water the plants', 'Pay the rent'].map((title, i) => [
      i + 1,
      { id: i + 1, title, done: i === 1, userId: (i % 2) + 1 },
    ]),
  );

  readonly fixtures: readonly Fixture[] = [
    respondTo(userEndpoints.partialUpdate, ({ id }, changes) =>
      this.#send(() => changed(this.#users, Number(id), changes)),
    ),
    respondTo(todoEndpoints.getList, ({ userId } = {}) =>
      this.#send(() =>
        [...this.#todos.values()]
          .filter((todo) => userId === undefined || todo.userId === Number(userId))
          .map((todo) => ({ ...todo, user: this.#users.get(todo.userId) })),
      ),
    ),
    respondTo(todoEndpoints.getList.push, (...args) =>
      this.#send(() => {
        const id = Math.max(0, ...this.#todos.keys()) + 1;
        const { title = '', userId = 1 } = args.at(-1) as { title?: string; userId?: number };
        const todo = { id, title, done: false, userId };
        this.#todos.set(id, todo);
        return { ...todo, user: userId };
      }),
    ),
    respondTo(todoEndpoints.partialUpdate, ({ id }, changes) =>
      this.#send(() => changed(this.#todos, Number(id), changes)),
    ),
    respondTo(todoEndpoints.delete, ({ id }) =>
      this.#send(() => {
        this.#todos.delete(Number(id));
        return { id };
      }),
    ),
  ];

  #send(respond: () => unknown): unknown {
    const fails = this.failsNext();
    this.failsNext.set(false);
    return delayed(this.latency(), fails ? failure(503) : respond());
  }
}

function changed<T extends Row>(rows: Map<number, T>, id: number, changes: object): T {
  const row = { ...rows.get(id)!, ...changes };
  rows.set(id, row);
  return row;
}
