import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { Observable, Subject } from 'rxjs';
import { CacheService, Collection, Endpoint, Entity, optimistic } from 'ngx-cache-query';
import { itHolds } from '../support/runs';

class Card extends Entity {
  static override readonly version = 'version';
  readonly id: number = 0;
  readonly board: string = '';
  readonly note: string = '';
  readonly version: number = 0;
}
type Row = Readonly<Pick<Card, 'id' | 'board' | 'note' | 'version'>>;
type Fields = Partial<Pick<Row, 'board' | 'note'>>;

const list = new Collection([Card], {
  argsKey: ({ board }: { board?: string } = {}) => ({ board }),
});
const BOARDS = ['a', 'b', 'c'];
const IDS = [1, 2, 3];

/** A server that handles requests at once, and whose answers and messages arrive in any order. */
class Server {
  readonly rows = new Map<number, Row>(
    IDS.map((id) => [id, { id, board: 'a', note: '', version: 1 }]),
  );
  /** Functions that deliver an answer or a message. */
  readonly inFlight: (() => void)[] = [];
  readonly messages$ = new Subject<Row>();
  refuses = false;

  on(board: string): Row[] {
    return [...this.rows.values()].filter((row) => row.board === board);
  }

  readonly list = ({ board }: { readonly board: string }) => this.#send(() => this.on(board));
  readonly get = (id: number) => this.#send(() => this.rows.get(id)!);
  readonly change = (id: number, fields: Fields) => {
    const { refuses } = this;
    return this.#send(() => (refuses ? undefined : this.put(id, fields)));
  };

  /** Changes a row, of which all clients receive a message. */
  put(id: number, fields: Fields): Row {
    const last = this.rows.get(id)!;
    const row = { ...last, ...fields, version: last.version + 1 };
    this.rows.set(id, row);
    this.#later(() => this.messages$.next(row));
    return row;
  }

  #later(deliver: () => void): void {
    const each = () => {
      this.inFlight.splice(this.inFlight.indexOf(each), 1);
      deliver();
    };
    this.inFlight.push(each);
  }

  #send<T>(work: () => T | undefined): Observable<T> {
    return new Observable<T>((subscriber) => {
      const result = work();
      const answer$ = new Subject<T>();
      this.#later(() => {
        if (result === undefined) return answer$.error(new Error('refused'));
        answer$.next(result);
        answer$.complete();
      });
      return answer$.subscribe(subscriber);
    });
  }
}

/** A client that shows all boards. */
class Client {
  readonly server = new Server();
  readonly #reads;
  readonly #changes;

  constructor(
    private readonly cache: CacheService,
    isOptimistic: boolean,
  ) {
    const { change, get, list: load } = this.server;
    const own = isOptimistic && {
      optimistic: (_: unknown, id: number, fields: Fields) => optimistic({ id, ...fields }),
    };
    const common = { load: change, sideEffect: true, ...own } as const;
    this.#changes = [
      new Endpoint({ name: 'change', schema: Card, ...common }),
      new Endpoint({ name: 'move', schema: list.move, ...common }),
    ];
    this.#reads = {
      list: new Endpoint({ name: 'list', load, schema: list }),
      get: new Endpoint({ name: 'get', load: get, schema: Card }),
    };
    for (const board of BOARDS) this.list(board);
    this.settle();
    cache.connect(this.server.messages$, Card);
  }

  list(board: string): void {
    this.#do(this.cache.fetch(this.#reads.list, { board }));
  }

  get(id: number): void {
    this.#do(this.cache.fetch(this.#reads.get, id));
  }

  change(nth: number, id: number, fields: Fields): void {
    this.#do(this.cache.fetch(this.#changes[nth % 2], id, fields));
  }

  deliver(nth: number): void {
    const { inFlight } = this.server;
    inFlight[nth % Math.max(1, inFlight.length)]?.();
  }

  settle(): void {
    while (this.server.inFlight.length > 0) this.deliver(0);
  }

  check(): void {
    for (const [id, { board, note, version }] of this.server.rows) {
      const shown = this.cache.get(Card, id)!;
      const [is, expected] = [shown, { board, note, version }].map(
        (row) => `${row.board} ${row.note} ${row.version}`,
      );
      if (is !== expected) throw new Error(`card ${id} is ${is}, not ${expected}`);
    }
    for (const board of BOARDS) {
      const ids = (rows: readonly { readonly id: number }[]) =>
        String(rows.map(({ id }) => id).sort());
      const [is, expected] = [this.cache.get(list, { board })!, this.server.on(board)].map(ids);
      if (is !== expected) throw new Error(`${board} shows ${is}, not ${expected}`);
    }
  }

  #do(response$: Observable<unknown>): void {
    response$.subscribe({ error: () => undefined });
  }
}

type Step = readonly [string, (client: Client) => void];
const id = fc.constantFrom(...IDS);
const fields: fc.Arbitrary<Fields> = fc.oneof(
  fc.constantFrom(...BOARDS).map((board) => ({ board })),
  fc.constantFrom('x', 'y').map((note) => ({ note })),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(1), id, fields, fc.nat(3)).map(([nth, of, to, n]): Step => [
      `change ${nth} ${of} ${JSON.stringify(to)} ${n === 0 ? 'refused' : ''}`,
      (client) => {
        client.server.refuses = n === 0;
        client.change(nth, of, to);
      },
    ]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(id, fields)
      .map(([of, to]): Step => [
        `another client ${of} ${JSON.stringify(to)}`,
        ({ server }) => void server.put(of, to),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...BOARDS)
      .map((of): Step => [`list ${of}`, (client) => client.list(of)]),
  },
  { weight: 1, arbitrary: id.map((of): Step => [`get ${of}`, (client) => client.get(of)]) },
  {
    weight: 7,
    arbitrary: fc.nat(7).map((n): Step => [`deliver ${n}`, (client) => client.deliver(n)]),
  },
);

describe('L7, O5 lists of entities with versions, whose changes arrive in any order', () => {
  for (const isOptimistic of [true, false]) {
    itHolds(
      `match the server in the end, ${isOptimistic ? 'with' : 'without'} optimistic updates`,
      () => {
        const cache = TestBed.inject(CacheService);
        fc.assert(
          fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
            cache.clear();
            const client = new Client(cache, isOptimistic);
            for (const [, run] of steps) run(client);
            client.settle();
            client.check();
            client.server.messages$.complete();
          }),
          { numRuns: 400 },
        );
      },
    );
  }
});
