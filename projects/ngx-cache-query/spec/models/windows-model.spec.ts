import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { Observable, Subject, type Subscription } from 'rxjs';
import {
  CacheService,
  Collection,
  Endpoint,
  Entity,
  optimistic as optimisticUpdate,
  schema,
  toValues,
} from 'ngx-cache-query';
import { itHolds } from '../support/runs';

const SIZE = 3;

class Task extends Entity {
  readonly id: number = 0;
  readonly board: string = '';
  readonly rank: number = 0;
}
interface Row {
  readonly id: number;
  readonly board: string;
  readonly rank: number;
}
interface PageArgs {
  readonly board: string;
  readonly page: number;
  readonly limit: number;
  readonly sort: string;
}

const list = new Collection([Task]) as Collection<(typeof Task)[], [PageArgs]>;

/**
 * A server that returns numbered pages of rows sorted by rank. It processes requests when they are sent, and responds
 * in any order.
 */
class Server {
  readonly rows = new Map<number, Row>();
  /** Functions that each send a response in flight. */
  readonly inFlight: (() => void)[] = [];
  refuses = false;
  #nextId = 1;

  constructor() {
    for (const rank of [1, 2, 3, 4, 5]) this.#create({ board: 'a', rank });
    this.#create({ board: 'b', rank: 1 });
  }

  page({ board, page }: Pick<PageArgs, 'board' | 'page'>) {
    const rows = [...this.rows.values()].filter((row) => row.board === board);
    rows.sort((x, y) => x.rank - y.rank || y.id - x.id);
    return { items: rows.slice((page - 1) * SIZE, page * SIZE), total: rows.length };
  }

  readonly list = (args: PageArgs) => this.#send(() => this.page(args));
  readonly create = (fields: Omit<Row, 'id'>) => this.#change(() => this.#create(fields));
  readonly update = (id: number, fields: Partial<Row>) =>
    this.#change(() => {
      const row = this.rows.get(id);
      return row && this.#put({ ...row, ...fields });
    });
  readonly remove = (id: number) => this.#change(() => (this.rows.delete(id) ? { id } : undefined));

  #create(fields: Omit<Row, 'id'>): Row {
    return this.#put({ id: this.#nextId++, ...fields });
  }

  #put(row: Row): Row {
    this.rows.set(row.id, row);
    return row;
  }

  #change<T>(work: () => T | undefined): Observable<T> {
    const { refuses } = this;
    return this.#send(() => (refuses ? undefined : work()));
  }

  #send<T>(work: () => T | undefined): Observable<T> {
    return new Observable<T>((subscriber) => {
      const result = work();
      const responses = new Subject<T>();
      const respond = () => {
        this.inFlight.splice(this.inFlight.indexOf(respond), 1);
        if (result === undefined) return responses.error(new Error('refused'));
        responses.next(result);
        responses.complete();
      };
      this.inFlight.push(respond);
      return responses.subscribe(subscriber);
    });
  }
}

interface Change {
  readonly kind: 'push' | 'unshift' | 'update' | 'remove';
  readonly isOptimistic: boolean;
  readonly isRefused: boolean;
  readonly board: string;
  readonly rank: number;
  readonly nth: number;
}

/** A client with tables. Each table shows one page and can switch to another page. */
class Client {
  readonly server = new Server();
  readonly #endpoints;
  readonly #tables: { args: PageArgs; shown: unknown; subscription: Subscription }[] = [];

  constructor(private readonly cache: CacheService) {
    const { server } = this;
    const mutation = { sideEffect: true };
    const expecting = (isOptimistic: boolean) => ({
      push: new Endpoint({
        ...mutation,
        load: server.create,
        schema: list.push,
        ...(isOptimistic && {
          optimistic: (_: unknown, fields: object) => optimisticUpdate(fields),
        }),
      }),
      unshift: new Endpoint({
        ...mutation,
        load: server.create,
        schema: list.unshift,
        ...(isOptimistic && {
          optimistic: (_: unknown, fields: object) => optimisticUpdate(fields),
        }),
      }),
      update: new Endpoint({
        ...mutation,
        load: server.update,
        schema: Task,
        ...(isOptimistic && {
          optimistic: (_: unknown, id: number, fields: object) =>
            optimisticUpdate({ id, ...fields }),
        }),
      }),
      remove: new Endpoint({
        ...mutation,
        load: server.remove,
        schema: new schema.Invalidate(Task),
        ...(isOptimistic && { optimistic: (_: unknown, id: number) => optimisticUpdate({ id }) }),
      }),
    });
    this.#endpoints = {
      list: new Endpoint({ load: server.list, schema: { items: list, total: 0 } }),
      plain: expecting(false),
      optimistic: expecting(true),
    };
    for (const [board, page] of [
      ['a', 1],
      ['a', 2],
      ['b', 1],
    ] as const) {
      this.#tables.push(this.#open({ board, page, limit: SIZE, sort: 'rank' }));
    }
  }

  turn(nth: number, page: number): void {
    const at = nth % this.#tables.length;
    const { args, subscription } = this.#tables[at];
    this.#tables[at] = this.#open({ ...args, page });
    subscription.unsubscribe();
  }

  change({ kind, isOptimistic, isRefused, board, rank, nth }: Change): void {
    const { optimistic, plain } = this.#endpoints;
    const endpoints = isOptimistic ? optimistic : plain;
    const ids = [...this.server.rows.keys()];
    const id = ids[nth % Math.max(1, ids.length)] ?? 0;
    this.server.refuses = isRefused;
    const sent =
      kind === 'remove'
        ? this.cache.fetch(endpoints.remove, id)
        : kind === 'update'
          ? this.cache.fetch(endpoints.update, id, { board, rank })
          : this.cache.fetch(endpoints[kind], { board, rank });
    (sent as Observable<unknown>).subscribe({ error: () => undefined });
    this.server.refuses = false;
  }

  respond(nth: number): void {
    const { inFlight } = this.server;
    inFlight[nth % Math.max(1, inFlight.length)]?.();
  }

  /** Responds to every request, including the requests that the responses cause. */
  settle(): void {
    for (let i = 0; this.server.inFlight.length > 0; i++) {
      if (i > 500) throw new Error('the client requests without end');
      this.respond(0);
    }
  }

  check(): void {
    for (const { args, shown } of this.#tables) {
      const { items, total } = this.server.page(args);
      const expected = JSON.stringify({ items: items.map(({ id }) => id), total });
      if (JSON.stringify(shown) !== expected) {
        throw new Error(`${JSON.stringify(args)} shows ${JSON.stringify(shown)}, not ${expected}`);
      }
    }
  }

  close(): void {
    for (const { subscription } of this.#tables) subscription.unsubscribe();
  }

  #open(args: PageArgs) {
    const table = { args, shown: undefined as unknown, subscription: undefined! as Subscription };
    table.subscription = this.cache
      .watch(this.#endpoints.list, args)
      .pipe(toValues())
      .subscribe(({ items, total }) => {
        table.shown = { items: items.map(({ id }) => id), total };
      });
    return table;
  }
}

type Step = readonly [string, (client: Client) => void];
const nth = fc.nat(7);
const change = fc.record({
  kind: fc.constantFrom('push', 'unshift', 'update', 'remove'),
  isOptimistic: fc.boolean(),
  isRefused: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  board: fc.constantFrom('a', 'b'),
  rank: fc.integer({ min: 0, max: 6 }),
  nth,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: change.map((each): Step => [
      JSON.stringify(each),
      (client) => client.change(each as Change),
    ]),
  },
  {
    weight: 5,
    arbitrary: nth.map((n): Step => [`respond ${n}`, (client) => client.respond(n)]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(nth, fc.integer({ min: 1, max: 3 }))
      .map(([n, page]): Step => [`turn ${n} ${page}`, (client) => client.turn(n, page)]),
  },
);

describe('L6 model of windows', () => {
  itHolds('shows the pages of the server when all requests have ended', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        TestBed.resetTestingModule();
        const client = new Client(TestBed.inject(CacheService));
        client.settle();
        client.check();
        for (const [, act] of steps) act(client);
        client.settle();
        client.check();
        client.close();
      }),
      { numRuns: 300 },
    );
  });
});
