import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { CacheService, Collection, Endpoint, Entity, optimistic, pageOf } from 'ngx-cache-query';
import { Observable, type Subscriber } from 'rxjs';
import { itHolds } from '../support/runs';

const SIZE = 2;
type Row = { readonly id: number; readonly title: string };
const row = (id: number): Row => ({ id, title: `t${id}` });

/** A list with pages, and its requests. */
function open() {
  class Item extends Entity {
    readonly id: number = 0;
    readonly title: string = '';
  }
  const cache = TestBed.inject(CacheService);
  const list = new Collection([Item]);
  const reads: Subscriber<unknown>[] = [];
  const creations: Subscriber<unknown>[] = [];
  const pages = new Endpoint({
    load: (_: object) => new Observable<unknown>((subscriber) => void reads.push(subscriber)),
    schema: pageOf(list, 'page'),
  });
  const create = new Endpoint({
    load: (_: object) => new Observable<unknown>((subscriber) => void creations.push(subscriber)),
    sideEffect: true,
    schema: list.push,
    optimistic: (_: unknown, fields: object) => optimistic(fields),
  });
  const ignored = { error: () => undefined };
  return {
    reads,
    creations,
    read: (page: number) => cache.fetch(pages, page === 0 ? {} : { page }).subscribe(ignored),
    create: (id: number) => cache.fetch(create, { title: `t${id}` }).subscribe(ignored),
    push: (id: number) => cache.set(list.push, row(id)),
    unshift: (id: number) => cache.set(list.unshift, row(id)),
    delete: (id: number) => cache.delete(Item, id),
    shown: () => cache.get(list)?.map(({ id }) => id),
  };
}

interface Read {
  readonly page: number;
  rows: Row[] | undefined;
}

/** What the server has, and what it sends to which request. */
class History {
  readonly #client = open();
  #server = [1, 2, 3, 4, 5, 6];
  #last = 10;
  readonly #deleted = new Set<number>();
  readonly #reads: Read[] = [];
  readonly #creations: (number | undefined)[] = [];

  do(what: string, n: number): void {
    const client = this.#client;
    switch (what) {
      case 'read': {
        const from = Math.max(0, n - 1) * SIZE;
        client.read(n);
        // Equal reads in flight share a request.
        if (client.reads.length > this.#reads.length)
          this.#reads.push({ page: n, rows: this.#server.slice(from, from + SIZE).map(row) });
        return;
      }
      case 'respond': {
        const [at, { page, rows }] = this.#pick(this.#reads, n, (each) => each.rows) ?? [-1, NONE];
        // An older response for the same page never arrives.
        for (const each of this.#reads.slice(0, at + 1))
          if (each.page === page) each.rows = undefined;
        return client.reads[at]?.next(rows);
      }
      case 'delete':
        this.#server = this.#server.filter((id) => id !== n);
        this.#deleted.add(n);
        return void client.delete(n);
      case 'answer':
      case 'fail': {
        const [at, id = 0] = this.#pick(this.#creations, n, (each) => each) ?? [-1];
        this.#creations[at] = undefined;
        if (at < 0) return;
        if (what === 'fail') return client.creations[at].error(new Error('refused'));
        this.#server = [...this.#server, id];
        return client.creations[at].next(row(id));
      }
      default: {
        const id = this.#last++;
        if (what === 'create') this.#creations.push(id);
        else this.#server = what === 'unshift' ? [id, ...this.#server] : [...this.#server, id];
        client[what as 'push'](id);
      }
    }
  }

  check(): void {
    const shown = this.#client.shown() ?? [];
    if (this.#creations.some((id) => id !== undefined)) return;
    if (new Set(shown).size < shown.length) throw new Error(`twice: ${shown.join(' ')}`);
    const gone = shown.filter((id) => this.#deleted.has(id));
    if (gone.length > 0) throw new Error(`deleted: ${gone.join(' ')} in ${shown.join(' ')}`);
  }

  /** Ends all requests, and loads the pages of the whole list. */
  settle(): void {
    while (this.#creations.some((id) => id !== undefined)) this.do('answer', 0);
    while (this.#reads.some(({ rows }) => rows)) this.do('respond', 0);
    for (let page = 0; page * SIZE < this.#server.length; page++) {
      this.do('read', page === 0 ? 0 : page + 1);
      this.do('respond', 0);
      this.check();
    }
    const [shown, expected] = [this.#client.shown()?.join(' '), this.#server.join(' ')];
    if (shown !== expected) throw new Error(`shows ${shown}, not ${expected}`);
  }

  #pick<T>(all: readonly T[], n: number, isOpen: (each: T) => unknown): [number, T] | undefined {
    const candidates = all
      .map((each, i): [number, T] => [i, each])
      .filter(([, each]) => isOpen(each));
    return candidates[n % Math.max(1, candidates.length)];
  }
}

const NONE = { page: -1, rows: undefined };

const plain = (what: string) => fc.constant([what, 0] as const);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0, 2, 3).map((page) => ['read', page] as const) },
  { weight: 6, arbitrary: fc.nat(4).map((nth) => ['respond', nth] as const) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map((id) => ['delete', id] as const) },
  { weight: 1, arbitrary: plain('push') },
  { weight: 1, arbitrary: plain('unshift') },
  { weight: 1, arbitrary: plain('create') },
  { weight: 1, arbitrary: fc.nat(3).map((nth) => ['answer', nth] as const) },
  { weight: 1, arbitrary: fc.nat(3).map((nth) => ['fail', nth] as const) },
);

describe('model of pages', () => {
  itHolds(
    'shows the list of the server once all pages are loaded, whatever changed while pages were in flight',
    () => {
      const property = fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        TestBed.resetTestingModule();
        const history = new History();
        for (const [what, n] of steps) {
          history.do(what, n);
          history.check();
        }
        history.settle();
      });
      expect(() => fc.assert(property, { numRuns: 1_000 })).not.toThrow();
    },
  );
});
