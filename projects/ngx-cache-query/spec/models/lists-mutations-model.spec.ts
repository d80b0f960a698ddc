import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { Observable, Subject } from 'rxjs';
import { CacheService, Collection, Endpoint, Entity, optimistic, schema } from 'ngx-cache-query';
import { itHolds } from '../support/runs';

class Task extends Entity {
  readonly id: number = 0;
  readonly board: string = '';
}
interface Row {
  readonly id: number;
  readonly board: string;
}
type Board = 'a' | 'b';

type TaskList = Collection<(typeof Task)[], [{ board: string }]>;
const lists: Record<string, TaskList> = {
  without: new Collection([Task]),
  with: new Collection([Task], { filter: ({ board }, args) => board === args['board'] }),
};

/** A server that processes requests in the order in which it receives them, and responds in any order. */
class Server {
  readonly rows = new Map<number, Row>([1, 2].map((id) => [id, { id, board: 'a' }]));
  /** The rows that other clients created and that no request for a list has returned since then. */
  readonly unseen = new Set<number>();
  /** Functions that each send a response in flight. */
  readonly inFlight: (() => void)[] = [];
  refuses = false;
  #nextId = 100;

  on(board: string): readonly Row[] {
    return [...this.rows.values()].filter((row) => row.board === board);
  }

  /** Returns the rows of a board that a client can know about. */
  known(board: string): readonly Row[] {
    return this.on(board).filter(({ id }) => !this.unseen.has(id));
  }

  readonly list = ({ board }: { readonly board: string }) =>
    this.#send(() => {
      const rows = this.on(board);
      for (const { id } of rows) this.unseen.delete(id);
      return rows;
    });
  readonly create = ({ board }: { readonly board: string }) =>
    this.#change(() => this.#put({ id: this.#nextId++, board }));
  readonly move = (id: number, { board }: { readonly board: string }) =>
    this.#change(() => (this.rows.has(id) ? this.#put({ id, board }) : undefined));
  readonly remove = (id: number) => this.#change(() => (this.rows.delete(id) ? { id } : undefined));

  /** Performs a change that another client made. */
  arrive(board: string): void {
    const { id } = this.#put({ id: this.#nextId++, board });
    this.unseen.add(id);
  }

  #put(row: Row): Row {
    this.rows.set(row.id, row);
    return row;
  }

  #change(work: () => object | undefined): Observable<object> {
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

/** A client with two lists. All its mutations are optimistic. */
class Client {
  readonly server = new Server();
  readonly #endpoints;

  constructor(
    private readonly cache: CacheService,
    private readonly tasks: TaskList,
  ) {
    const { server, tasks: list } = this;
    const sideEffect = true;
    this.#endpoints = {
      list: new Endpoint({ name: 'list', load: server.list, schema: list }),
      push: new Endpoint({
        name: 'push',
        load: server.create,
        schema: list.push,
        sideEffect,
        optimistic: (_, fields) => optimistic(fields),
      }),
      move: new Endpoint({
        name: 'move',
        load: server.move,
        schema: list.move,
        sideEffect,
        optimistic: (_, id, fields) => optimistic({ id, ...fields }),
      }),
      remove: new Endpoint({
        name: 'remove',
        load: server.remove,
        schema: new schema.Invalidate(Task),
        sideEffect,
        optimistic: (_, id) => optimistic({ id }),
      }),
    };
    for (const board of ['a', 'b']) this.list(board);
    this.settle();
  }

  shown(board: string): readonly Task[] {
    return this.cache.get(this.tasks, { board })!;
  }

  list(board: string): void {
    this.#do(this.cache.fetch(this.#endpoints.list, { board }));
  }

  push(board: string): void {
    this.#do(this.cache.fetch(this.#endpoints.push, { board }));
  }

  move(nth: number, board: string): void {
    const task = this.#pick(nth);
    if (task) this.#do(this.cache.fetch(this.#endpoints.move, task.id, { board }));
  }

  remove(nth: number): void {
    const task = this.#pick(nth);
    if (task) this.#do(this.cache.fetch(this.#endpoints.remove, task.id));
  }

  respond(nth: number): void {
    const { inFlight } = this.server;
    inFlight[nth % Math.max(1, inFlight.length)]?.();
  }

  settle(): void {
    while (this.server.inFlight.length > 0) this.respond(0);
  }

  #pick(nth: number): Task | undefined {
    const shown = [...this.shown('a'), ...this.shown('b')];
    return shown[nth % Math.max(1, shown.length)];
  }

  #do(response: Observable<unknown>): void {
    response.subscribe({ error: () => undefined });
  }
}

const board = fc.constantFrom<Board>('a', 'b');
const nth = fc.nat(5);
const refuses = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true));
type Step = readonly [string, (client: Client) => void];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(nth, board, refuses).map(([n, to, refused]): Step => [
      `move ${n} ${to} ${refused}`,
      (client) => {
        client.server.refuses = refused;
        client.move(n, to);
      },
    ]),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(board, refuses).map(([to, refused]): Step => [
      `push ${to} ${refused}`,
      (client) => {
        client.server.refuses = refused;
        client.push(to);
      },
    ]),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(nth, refuses).map(([n, refused]): Step => [
      `remove ${n} ${refused}`,
      (client) => {
        client.server.refuses = refused;
        client.remove(n);
      },
    ]),
  },
  { weight: 2, arbitrary: board.map((of): Step => [`list ${of}`, (client) => client.list(of)]) },
  {
    weight: 1,
    arbitrary: board.map((of): Step => [`arrive ${of}`, (client) => client.server.arrive(of)]),
  },
  { weight: 6, arbitrary: nth.map((n): Step => [`respond ${n}`, (client) => client.respond(n)]) },
);

describe('L2, O5 lists between which entities move while requests are in flight', () => {
  for (const [kind, list] of Object.entries(lists)) {
    itHolds(`match the server in the end, ${kind} a filter function`, () => {
      const cache = TestBed.inject(CacheService);
      const histories = fc.array(step, { maxLength: 25 });
      fc.assert(
        fc.property(histories, (steps) => {
          cache.clear();
          const client = new Client(cache, list);
          for (const [, run] of steps) run(client);
          client.settle();
          for (const each of ['a', 'b']) {
            const ids = (rows: readonly Row[]) => String(rows.map(({ id }) => id).sort());
            const [shown, expected] = [ids(client.shown(each)), ids(client.server.known(each))];
            if (shown !== expected) throw new Error(`${each} shows ${shown}, not ${expected}`);
          }
        }),
        { numRuns: 400 },
      );
    });
  }
});
