import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { CacheService, provideCache, schema } from 'ngx-cache-query';
import { type CacheInspection, inspect, withExtension } from 'ngx-cache-query/extensions';
import { Client, nameOf, Row, VersionedRow } from './mutations/client';
import { type Fate, Network, type ServerRow } from './mutations/network';
import { itHolds } from '../support/runs';

type Step =
  | {
      readonly do: 'title' | 'done' | 'remove' | 'abort' | 'answer' | 'detail';
      readonly nth: number;
    }
  | { readonly do: 'create' | 'list' | 'sweep' };

/** A step, the outcome of its request, and whether the mutation skips the optimistic update. */
type FatedStep = Step & { readonly fate: Fate; readonly isQuiet?: boolean };

const nth = fc.nat(5);
const step: fc.Arbitrary<FatedStep> = fc.oneof(
  { weight: 4, arbitrary: on('title') },
  { weight: 2, arbitrary: on('done') },
  { weight: 2, arbitrary: on('remove') },
  { weight: 1, arbitrary: on('abort') },
  { weight: 8, arbitrary: on('answer') },
  { weight: 1, arbitrary: on('detail') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), fate: fates() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('list' as const), fate: fates() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const), fate: fates() }) },
);
/** Changes and deletions that use only a few rows, so that they often collide. */
const change: fc.Arbitrary<FatedStep> = fc.oneof(
  { weight: 4, arbitrary: on('title') },
  { weight: 2, arbitrary: on('remove') },
  { weight: 6, arbitrary: on('answer') },
);
function on(what: 'title' | 'done' | 'remove' | 'abort' | 'answer' | 'detail') {
  return fc.record({ do: fc.constant(what), nth, fate: fates(), isQuiet: fc.boolean() });
}
function fates(): fc.Arbitrary<Fate> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant('ok' as const) },
    fc.constantFrom<Fate>('twice', 'lost', 'refused'),
  );
}

/** One client and one network. */
class World {
  readonly network: Network;
  readonly client: Client;
  readonly #injector: EnvironmentInjector;
  readonly #cache: CacheService;
  #handle!: CacheInspection;

  constructor(
    type: typeof Row,
    overtaking: boolean,
    private readonly mayBeQuiet = false,
  ) {
    this.network = new Network(overtaking);
    this.#injector = createEnvironmentInjector(
      [provideCache(withExtension(() => ({ onInit: (cache) => (this.#handle = inspect(cache)) })))],
      TestBed.inject(EnvironmentInjector),
    );
    this.#cache = this.#injector.get(CacheService);
    this.client = new Client(this.#cache, this.network, type);
    this.#refetch();
    for (const what of [this.client.endpoints.list, new schema.All(type)]) {
      this.#cache.select(what).subscribe({ next: () => this.check?.() });
    }
  }

  /** A check that is called for each emission. */
  check: (() => void) | undefined;

  run(steps: readonly FatedStep[], after: () => void): void {
    for (const each of steps) {
      this.network.fate = each.fate;
      this.#step(each);
      after();
    }
    this.network.fate = 'ok';
    this.settle();
    after();
  }

  /** Responds to all requests. */
  settle(): void {
    for (let n = 0; this.network.inFlight.length > 0; n++) {
      if (n > 1_000) throw new Error('the requests never end');
      this.network.inFlight[0].respond();
    }
  }

  /** Fetches the list from the server again. */
  refetch(): void {
    this.#refetch();
  }

  end(): void {
    this.check = undefined;
    this.#injector.destroy();
  }

  #refetch(): void {
    this.#cache.fetch(this.client.endpoints.getList).subscribe();
    this.settle();
  }

  #step(each: FatedStep): void {
    const { client, network } = this;
    const isQuiet = this.mayBeQuiet && each.isQuiet;
    switch (each.do) {
      case 'title':
      case 'done':
        return client.change(each.do, each.nth, isQuiet);
      case 'create':
        return client.create();
      case 'remove':
        return client.remove(each.nth, isQuiet);
      case 'abort':
        return client.abort(each.nth);
      case 'answer':
        return network.inFlight[each.nth % Math.max(1, network.inFlight.length)]?.respond();
      case 'sweep':
        return this.#handle.sweep();
      case 'list':
        this.#cache.fetch(client.endpoints.getList).subscribe();
        return;
      case 'detail': {
        const row = client.shown[each.nth % Math.max(1, client.shown.length)];
        if (row !== undefined) {
          this.#cache
            .fetch(client.endpoints.getDetail, row.id)
            .subscribe({ error: () => undefined });
        }
      }
    }
  }
}

const plain = (rows: Iterable<ServerRow | Row>) => [...rows].map((row) => ({ ...row }));

describe('O5 mutations over a network that delays, reorders, repeats, loses and fails', () => {
  /** Checks that no view reverts a user action, unless the action failed. */
  function checkNothingGoesBack({ client }: World): void {
    const isCreating = (name: string) =>
      client.actions.some(
        ({ kind, of, state }) => kind === 'create' && of === name && state === 'pending',
      );
    const shown = new Map(client.shown.map((row) => [nameOf(row), row]));
    for (const [name, row] of shown) {
      // Until the response to the creation arrives, the client cannot know that a fetched row is the row that is being
      // created.
      if (isCreating(name)) continue;
      if (client.shown.some((each) => each !== row && nameOf(each) === name)) {
        throw new Error(`${name} is there twice`);
      }
    }
    for (const action of client.actions) {
      if (action.state === 'failed' || isCreating(action.of)) continue;
      const row = shown.get(action.of);
      // A deletion that failed for the client may have succeeded on the server.
      const isRemoved = client.actions.some(
        ({ kind, of }) => kind === 'remove' && of === action.of,
      );
      if (action.kind === 'remove' && row !== undefined) throw new Error(`${action.of} is back`);
      if (isRemoved || action.kind === 'remove') continue;
      const exists = client.actions.every(
        ({ kind, of, state }) => kind !== 'create' || of !== action.of || state !== 'failed',
      );
      if (action.kind === 'create' && row === undefined) throw new Error(`${action.of} is gone`);
      // A mutation that waited for the server id is sent after later mutations of the same row, and overrides them.
      const isOvertaken = client.actions.some(
        ({ kind, of, number, sent = Infinity }) =>
          kind === action.kind &&
          of === action.of &&
          number < action.number &&
          sent > (action.sent ?? 0),
      );
      if (row === undefined || !exists || isOvertaken) continue;
      const value = action.kind === 'done' ? row.done : row.title;
      if (parseInt(value) < action.number) {
        throw new Error(`${action.kind} of ${action.of} is ${value} after ${action.number}`);
      }
    }
  }

  itHolds('the cache matches the server in the end, and no view ever reverts', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const world = new World(Row, false);
        try {
          const wrong: unknown[] = [];
          const check = () => {
            try {
              checkNothingGoesBack(world);
            } catch (error) {
              wrong.push(error);
            }
          };
          world.check = check;
          world.run(steps, check);
          if (wrong.length > 0) throw wrong[0];
          world.check = undefined; // from here on, the server data can differ
          world.refetch();
          expect(plain(world.client.shown)).toEqual(plain(world.network.rows.values()));
        } finally {
          world.end();
        }
      }),
      { numRuns: 300 },
    );
  });

  itHolds('versions converge and never decrease where requests overtake each other', () => {
    const histories = fc.oneof(...[step, change].map((each) => fc.array(each, { maxLength: 30 })));
    fc.assert(
      fc.property(histories, (steps) => {
        const world = new World(VersionedRow, true, true);
        const highest = new Map<number, number>();
        const back: Row[] = [];
        world.check = () => {
          for (const row of world.client.shown) {
            if (row.version < (highest.get(row.id) ?? 0)) back.push(row);
            highest.set(row.id, row.version);
          }
        };
        try {
          world.run(steps, () => undefined);
          expect(back).toEqual([]);
          const lost = new Set(
            world.client.actions.filter(({ state }) => state === 'failed').map(({ of }) => of),
          );
          for (const row of world.client.shown) {
            if (lost.has(nameOf(row))) continue;
            expect({ ...row }).toEqual({ ...world.network.rows.get(row.id)! });
          }
        } finally {
          world.end();
        }
      }),
      { numRuns: 200 },
    );
  });

  itHolds('a refetch converges where requests overtake each other', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const world = new World(Row, true);
        try {
          world.run(steps, () => undefined);
          world.refetch();
          expect(plain(world.client.shown)).toEqual(plain(world.network.rows.values()));
        } finally {
          world.end();
        }
      }),
      { numRuns: 200 },
    );
  });
});
