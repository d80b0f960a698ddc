import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import * as next from 'ngx-cache-query';
import * as oracle from 'ngx-cache-query-v2';
import { Observable, type Subscriber } from 'rxjs';
import { LONG, runs } from '../support/runs';

const SIZE = 2;
type Row = { readonly id: number; readonly title: string };
const row = (id: number): Row => ({ id, title: `t${id}` });

/** A list with pages in one edition of the library. */
function open(
  { CacheService, Collection, Endpoint, Entity }: typeof next,
  pageOf: (list: next.Collection<never>) => next.SchemaLike,
  expecting: object,
) {
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
    schema: pageOf(list as never),
  });
  const create = new Endpoint({
    load: (_: object) => new Observable<unknown>((subscriber) => void creations.push(subscriber)),
    sideEffect: true,
    schema: list.push,
    ...expecting,
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
    shown: () => cache.get(list)?.map(({ title }) => title),
  };
}
type World = ReturnType<typeof open>;

/** In version 2, a Collection has a method for pages. */
function pageOfVersion2(list: object): next.SchemaLike {
  const { page } = list as { readonly page: (field: string) => next.SchemaLike };
  return page.call(list, 'page');
}

interface Read {
  readonly page: number;
  readonly server: readonly number[];
  rows: Row[] | undefined;
}

/** What the server sends, and to which requests in both editions. */
class Histories {
  readonly worlds: readonly World[] = [
    open(oracle as unknown as typeof next, pageOfVersion2, {
      ['getOptimisticResponse']: (_: unknown, fields: object) => fields,
    }),
    open(next, (list) => next.pageOf(list, 'page'), {
      optimistic: (_: unknown, fields: object) => next.optimistic(fields),
    }),
  ];
  #server = [1, 2, 3, 4, 5, 6];
  #last = 10;
  readonly #reads: Read[] = [];
  readonly #creations: (number | undefined)[] = [];

  do(what: string, n: number): void {
    switch (what) {
      case 'read': {
        const from = Math.max(0, n - 1) * SIZE;
        this.#each((world) => world.read(n));
        // Equal reads in flight share a request.
        if (this.worlds[1].reads.length > this.#reads.length)
          this.#reads.push({
            page: n,
            server: this.#server,
            rows: this.#server.slice(from, from + SIZE).map(row),
          });
        return;
      }
      case 'respond': {
        const [at, { page, rows, server }] = this.#pick(this.#reads, n, (each) => each.rows) ?? [
          -1,
          NONE,
        ];
        // An older response never arrives if it is for the same page, or contradicts this one: version 2 believes the
        // page that arrived last, the third edition the page that was requested last.
        for (const each of this.#reads.slice(0, at + 1))
          if (each.page === page || each.server !== server) each.rows = undefined;
        return this.#each((world) => world.reads[at]?.next(rows));
      }
      case 'delete':
        this.#server = this.#server.filter((id) => id !== n);
        return this.#each((world) => world.delete(n));
      case 'answer':
      case 'fail': {
        const [at, id = 0] = this.#pick(this.#creations, n, (each) => each) ?? [-1];
        this.#creations[at] = undefined;
        if (what === 'fail') this.#server = this.#server.filter((each) => each !== id);
        return this.#each(({ creations }) =>
          what === 'fail'
            ? creations[at]?.error(new Error('refused'))
            : creations[at]?.next(row(id)),
        );
      }
      default: {
        const id = this.#last++;
        this.#server = what === 'unshift' ? [id, ...this.#server] : [...this.#server, id];
        if (what === 'create') this.#creations.push(id);
        this.#each((world) => world[what as 'push'](id));
      }
    }
  }

  check(): void {
    const [expected, shown] = this.worlds.map((world) => world.shown()?.join(' '));
    if (shown !== expected) throw new Error(`shows ${shown}, not ${expected}`);
    const isSettled = this.#creations.every((id) => id === undefined);
    const titles = this.worlds[1].shown() ?? [];
    if (isSettled && new Set(titles).size < titles.length) throw new Error(`twice: ${shown}`);
  }

  #each(act: (world: World) => void): void {
    for (const world of this.worlds) act(world);
  }

  #pick<T>(all: readonly T[], n: number, isOpen: (each: T) => unknown): [number, T] | undefined {
    const candidates = all
      .map((each, i): [number, T] => [i, each])
      .filter(([, each]) => isOpen(each));
    return candidates[n % Math.max(1, candidates.length)];
  }
}

const NONE = { page: -1, rows: undefined, server: [] };

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
  it(
    'shows the same list as version 2, whatever changes it while pages are in flight',
    () => {
      const property = fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        TestBed.resetTestingModule();
        const histories = new Histories();
        for (const [what, n] of steps) {
          histories.do(what, n);
          histories.check();
        }
      });
      expect(() => fc.assert(property, runs(1_000))).not.toThrow();
    },
    LONG,
  );
});
