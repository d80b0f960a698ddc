import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { of } from 'rxjs';
import { CacheService, Endpoint, Entity, provideCache, schema } from '../../public-api';
import { type CacheHandle, withExtension } from 'ngx-cache-query/extensions';
import { ErrorLog, provideErrorLog } from '../testing-support/error-log';
import { mutation } from '../testing-support/mutation';
import { LONG, runs } from '../testing-support/runs';
import { answered, Served } from '../testing-support/served';
import { watch } from '../testing-support/watch';

class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Todo extends Entity {
  readonly id: number = 0;
  readonly userId: number = 0;
  readonly board: string = '';
  readonly done: boolean = false;
  readonly owner: Owner = Owner.fromJS({});
  static override readonly schema = { owner: Owner };
}
class Trigger extends Entity {
  readonly id: number = 0;
}
const allTodos = new schema.All(Todo);
const list = new schema.Collection([Todo]);
const open = new schema.Collection([Todo], {
  filter: ({ board, done }, args) =>
    (args['board'] === undefined || args['board'] === board) && done !== true,
});
const idsOf = (todos: readonly Todo[] | undefined) => todos?.map(({ id }) => id);

/** Runs a function in a subscriber, while a commit is told. */
function insideOf(cache: CacheService, run: () => void): void {
  let isNew = true;
  const trigger = cache.select(Trigger, 1).subscribe((found) => {
    if (found === undefined || !isNew) return;
    isNew = false;
    run();
  });
  cache.set(Trigger, { id: 1 });
  trigger.unsubscribe();
}

let cache: CacheService;
let log: ErrorLog;
function setUp() {
  log = new ErrorLog();
  TestBed.configureTestingModule({ providers: [provideErrorLog(log)] });
  cache = TestBed.inject(CacheService);
}

describe('W6, R11 a batch in a subscriber', () => {
  beforeEach(setUp);

  it('lets what it deletes and adds again leave the lists, as a batch outside does', () => {
    answered(cache, list, [{ id: 2, userId: 2 }]);
    insideOf(cache, () =>
      cache.batch(() => {
        cache.delete(Todo, 2);
        cache.set(Todo, { id: 2, userId: 1 });
      }),
    );
    expect(idsOf(cache.get(list))).toEqual([]);
    expect(cache.get(Todo, 2)?.userId).toBe(1);
  });

  it('keeps what an inner batch wrote, and nothing of one that throws', () => {
    answered(cache, list, [{ id: 1 }, { id: 2 }]);
    insideOf(cache, () =>
      cache.batch(() => {
        cache.batch(() => cache.delete(Todo, 1));
        const failing = () =>
          cache.batch(() => {
            cache.delete(Todo, 2);
            throw new Error('no');
          });
        expect(failing).toThrowError('no');
        cache.set(Todo, { id: 1 });
      }),
    );
    expect([idsOf(cache.get(list)), idsOf(cache.get(allTodos))]).toEqual([[2], [2, 1]]);
  });

  it('lands nothing when an updater throws in its turn: that is reported, and what waits after it lands', () => {
    cache.set(Todo, { id: 2 });
    const seen = watch(cache.select(allTodos));
    const thrown = new Error('userId is 3');
    insideOf(cache, () => {
      cache.set(Todo, { id: 2, userId: 3 });
      cache.batch(() => {
        cache.set(Todo, { id: 5 });
        cache.set(Todo, 2, ({ userId }) => {
          if (userId === 3) throw thrown;
          return { userId: 7 };
        });
      });
      cache.set(Todo, { id: 6 });
    });
    expect(log.errors).toEqual([thrown]);
    expect(seen.values.map(idsOf)).toEqual([[2], [2], [2, 6]]);
    expect(cache.get(Todo, 2)?.userId).toBe(3);
  });

  it('gives what it fails with to the responses in it', () => {
    class Item extends Entity {
      readonly id: number = 0;
      readonly n: number = 0;
      static override merge(existing: { n?: number }, incoming: { n?: number }) {
        if (existing.n === 1 && incoming.n === 2) throw new Error('from 1 to 2');
        return { ...existing, ...incoming };
      }
    }
    const calls = [1, 2].map(() => new Served(Item, { sideEffect: true }));
    const seen = calls.map(({ endpoint }) => watch(cache.fetch(endpoint)));
    cache.set(Item, { id: 1 });
    insideOf(cache, () => {
      cache.set(Item, { id: 1, n: 1 });
      cache.batch(() => {
        calls[0].answer({ id: 5 });
        calls[1].answer({ id: 1, n: 2 });
      });
    });
    const error = new Error('from 1 to 2');
    expect(seen.map(({ errors, values }) => [errors, values])).toEqual([
      [[error], []],
      [[error], []],
    ]);
    expect([log.errors, cache.get(Item, 5), cache.get(Item, 1)?.n]).toEqual([[], undefined, 1]);
  });
});

describe('W6, R11 the model of waiting batches', () => {
  /** A cache, and what was sent in it. */
  class World {
    readonly cache: CacheService;
    readonly changes: ReturnType<typeof mutation>;
    readonly #injector: EnvironmentInjector;
    #handle!: CacheHandle;
    /** How many of the mutations can be answered: those that were sent before the batch. */
    answerable = 0;
    readonly #answered = new Set<number>();

    constructor() {
      const extension = withExtension(() => ({ onInit: (handle) => (this.#handle = handle) }));
      this.#injector = createEnvironmentInjector(
        [provideCache(extension)],
        TestBed.inject(EnvironmentInjector),
      );
      this.cache = this.#injector.get(CacheService);
      this.changes = mutation(this.cache, Todo);
    }

    answer(nth: number, response: object | undefined): void {
      if (nth >= this.answerable || this.#answered.has(nth)) return;
      this.#answered.add(nth);
      if (response === undefined) this.changes.fail(nth);
      else this.changes.answer(response, nth);
    }

    /** All that is stored, and what was read of it. */
    end(): unknown {
      const { cache } = this;
      const tables = this.#handle.tables().map((table) => [table, this.#handle.rows(table.name)]);
      const read = [cache.get(allTodos), cache.get(list), cache.get(open, { board: 'a' })];
      const state = JSON.stringify([tables.sort(byName), read]);
      this.#injector.destroy();
      return state;
    }
  }
  const byName = (a: readonly unknown[], b: readonly unknown[]) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;

  type Step = (world: World) => void;
  /** A step that a failure can show. */
  function says(text: unknown, step: Step): Step {
    return Object.assign(step, { [fc.toStringMethod]: () => JSON.stringify(text) });
  }
  const ids = fc.integer({ min: 1, max: 4 });
  const board = fc.constantFrom('a', 'b');
  const owner = fc.oneof(ids, fc.record({ id: ids, name: board }));
  const row = fc.record(
    { id: ids, board, done: fc.boolean(), owner },
    { requiredKeys: ['id'] },
  ) as fc.Arbitrary<{ readonly id: number; readonly board?: string; readonly done?: boolean }>;
  const args = fc.record({ board }, { requiredKeys: [] });

  const write: fc.Arbitrary<Step> = fc.oneof(
    row.map((fields) => says(['set', fields], (world) => world.cache.set(Todo, fields))),
    ids.map((id) => says(['delete', id], (world) => world.cache.delete(Todo, id))),
    ids.map((id) => says(['delete owner', id], (world) => world.cache.delete(Owner, id))),
    fc
      .tuple(fc.constantFrom('push', 'unshift', 'move'), row)
      .map(([verb, fields]) =>
        says([verb, fields], (world) => world.cache.set(list[verb as 'push'], fields)),
      ),
    fc
      .tuple(ids, board)
      .map(([id, to]) =>
        says(['update', id, to], (world) =>
          world.cache.set(Todo, id, (todo) => ({ board: todo.board === to ? '' : to })),
        ),
      ),
    ids.map((id) =>
      says(['failing update', id], (world) => {
        const update = () => {
          throw new Error('as wanted');
        };
        failing(() => world.cache.set(Todo, id, update));
      }),
    ),
    fc
      .tuple(fc.constantFrom(list, open), args, fc.array(row, { maxLength: 3 }))
      .map(([schemaOf, given, rows]) =>
        says(['fill', schemaOf === open, given, rows], (world) => {
          const fits = (each: (typeof rows)[number]) =>
            each.done !== true && (given.board ?? each.board) === each.board;
          const load = (_: typeof given) => of(schemaOf === open ? rows.filter(fits) : rows);
          watch(world.cache.fetch(new Endpoint({ load, schema: schemaOf }), given));
        }),
      ),
    fc.constant(says('delete all', (world) => world.cache.delete(Todo, () => true))),
    fc.constant(says('reset', (world) => world.cache.reset())),
    fc.constant(says('read', (world) => void world.cache.get(allTodos))),
    row.map((fields) => says(['send', fields], (world) => world.changes.send(fields))),
    fc
      .tuple(fc.nat(2), fc.option(row, { nil: undefined }))
      .map(([nth, response]) =>
        says(['answer', nth, response], (world) => world.answer(nth, response)),
      ),
  );
  const inner = fc.tuple(fc.array(write, { maxLength: 3 }), fc.boolean()).map(([steps, fails]) =>
    says(['inner', fails, steps.map(String)], (world) =>
      failing(() =>
        world.cache.batch(() => {
          for (const each of steps) each(world);
          if (fails) throw new Error('as wanted');
        }),
      ),
    ),
  );
  const step = fc.oneof({ weight: 5, arbitrary: write }, { weight: 1, arbitrary: inner });

  function failing(run: () => void): void {
    try {
      run();
    } catch (error) {
      if ((error as Error).message !== 'as wanted') throw error;
    }
  }

  it(
    'ends in the same state inside and outside of a subscriber',
    () => {
      const property = fc.property(
        fc.array(write, { maxLength: 6 }),
        fc.array(step, { maxLength: 6 }),
        fc.array(write, { maxLength: 3 }),
        (before, steps, after) => {
          const [outside, inside] = [false, true].map((isInside) => {
            const world = new World();
            for (const each of before) each(world);
            world.answerable = world.changes.requests.length;
            const batch = () => world.cache.batch(() => steps.forEach((each) => each(world)));
            insideOf(world.cache, isInside ? batch : () => undefined);
            if (!isInside) batch();
            for (const each of after) each(world);
            return world.end();
          });
          expect(inside).toEqual(outside);
        },
      );
      fc.assert(property, runs(300));
    },
    LONG,
  );
});
