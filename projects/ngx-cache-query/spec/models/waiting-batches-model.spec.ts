import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { of } from 'rxjs';
import { CacheService, Collection, Endpoint, Entity, provideCache, schema } from 'ngx-cache-query';
import { type CacheHandle, withExtension } from 'ngx-cache-query/extensions';
import { duringNotification } from '../support/during-notification';
import { mutation } from '../support/mutation';
import { LONG, runs } from '../support/runs';
import { watch } from '../support/watch';

class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Todo extends Entity {
  readonly id: number = 0;
  readonly board: string = '';
  readonly done: boolean = false;
  readonly owner: Owner = Owner.fromJS({});
  static override readonly schema = { owner: Owner };
}
const allTodos = new schema.All(Todo);
const list = new Collection([Todo]);
const open = new Collection([Todo], {
  filter: ({ board, done }, args) =>
    (args['board'] === undefined || args['board'] === board) && done !== true,
});

describe('W6, R11 the model of waiting batches', () => {
  /** A cache, and the mutations that were sent. */
  class World {
    readonly cache: CacheService;
    readonly changes: ReturnType<typeof mutation>;
    readonly #injector: EnvironmentInjector;
    #handle!: CacheHandle;
    /** The number of mutations that can be completed, because they were sent before the batch. */
    completable = 0;
    readonly #completed = new Set<number>();

    constructor() {
      const extension = withExtension(() => ({ onInit: (handle) => (this.#handle = handle) }));
      this.#injector = createEnvironmentInjector(
        [provideCache(extension)],
        TestBed.inject(EnvironmentInjector),
      );
      this.cache = this.#injector.get(CacheService);
      this.changes = mutation(this.cache, Todo);
    }

    respond(nth: number, response: object | undefined): void {
      if (nth >= this.completable || this.#completed.has(nth)) return;
      this.#completed.add(nth);
      if (response === undefined) this.changes.fail(nth);
      else this.changes.respond(response, nth);
    }

    /** Destroys the cache. Returns all stored data and the results of reads. */
    end(): string {
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
  /** Returns a step with a text for failure reports. */
  function labelled(text: unknown, step: Step): Step {
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
    row.map((fields) => labelled(['set', fields], (world) => world.cache.set(Todo, fields))),
    ids.map((id) => labelled(['delete', id], (world) => world.cache.delete(Todo, id))),
    ids.map((id) => labelled(['delete owner', id], (world) => world.cache.delete(Owner, id))),
    fc
      .tuple(fc.constantFrom('push', 'unshift', 'move'), row)
      .map(([where, fields]) =>
        labelled([where, fields], (world) => world.cache.set(list[where as 'push'], fields)),
      ),
    fc
      .tuple(ids, board)
      .map(([id, to]) =>
        labelled(['update', id, to], (world) =>
          world.cache.set(Todo, id, (todo) => ({ board: todo.board === to ? '' : to })),
        ),
      ),
    ids.map((id) =>
      labelled(['failing update', id], (world) => {
        const update = () => {
          throw new Error('as wanted');
        };
        failing(() => world.cache.set(Todo, id, update));
      }),
    ),
    fc
      .tuple(fc.constantFrom(list, open), args, fc.array(row, { maxLength: 3 }))
      .map(([schemaOf, listArgs, rows]) =>
        labelled(['fill', schemaOf === open, listArgs, rows], (world) => {
          const fits = (each: (typeof rows)[number]) =>
            each.done !== true && (listArgs.board ?? each.board) === each.board;
          const load = (_: typeof listArgs) => of(schemaOf === open ? rows.filter(fits) : rows);
          watch(world.cache.fetch(new Endpoint({ load, schema: schemaOf }), listArgs));
        }),
      ),
    fc.constant(labelled('delete all', (world) => world.cache.delete(Todo, () => true))),
    fc.constant(labelled('reset', (world) => world.cache.reset())),
    fc.constant(labelled('read', (world) => void world.cache.get(allTodos))),
    row.map((fields) => labelled(['send', fields], (world) => world.changes.send(fields))),
    fc
      .tuple(fc.nat(2), fc.option(row, { nil: undefined }))
      .map(([nth, response]) =>
        labelled(['answer', nth, response], (world) => world.respond(nth, response)),
      ),
  );
  const inner = fc.tuple(fc.array(write, { maxLength: 3 }), fc.boolean()).map(([steps, fails]) =>
    labelled(['inner', fails, steps.map(String)], (world) =>
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
            world.completable = world.changes.requests.length;
            const batch = () => world.cache.batch(() => steps.forEach((each) => each(world)));
            duringNotification(world.cache, isInside ? batch : () => undefined);
            if (!isInside) batch();
            for (const each of after) each(world);
            return world.end();
          });
          // Throws, so that a failing history is shrunk.
          if (inside !== outside) throw new Error(`${inside} inside, ${outside} outside`);
        },
      );
      fc.assert(property, runs(300));
    },
    LONG,
  );
});
