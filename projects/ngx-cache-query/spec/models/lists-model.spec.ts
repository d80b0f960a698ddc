import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { of } from 'rxjs';
import { CacheService, Collection, Endpoint, Entity, type SchemaLike } from 'ngx-cache-query';
import { itHolds } from '../support/runs';
import { watch } from '../support/watch';

class Task extends Entity {
  readonly id: number = 0;
  readonly board: string = '';
  readonly done: boolean = false;
}
interface Row {
  readonly id: number;
  readonly board?: string;
  readonly done?: boolean;
}
type Args = Readonly<Partial<Omit<Row, 'id'>>>;

const plain = new Collection([Task]);
const strict = new Collection([Task], {
  filter: ({ board, done }, args) =>
    (args['board'] === undefined || args['board'] === board) && done !== true,
});
const collections = { plain, strict };
type Name = keyof typeof collections;

type Field = keyof Args;
interface List {
  readonly name: Name;
  readonly args: Args;
  ids: number[];
  /** The arguments that each entity of the response had as a field; `undefined` if all were empty. */
  readonly exact: readonly Field[] | undefined;
}
const namesOf = (from: Args): Field[] =>
  (['board', 'done'] as const).filter((field) => from[field] !== undefined);

/** A minimal model of rows and lists. */
class Model {
  readonly rows = new Map<number, Row>();
  readonly lists = new Map<string, List>();

  merge(row: Row): void {
    this.#write([row]);
    this.#leave();
  }

  fill(name: Name, args: Args, rows: readonly Row[]): void {
    const ids = [...new Set(rows.map(({ id }) => id))];
    const key = `${name} ${args.board} ${args.done}`;
    this.#write(rows, () => {
      const isExact = (field: Field) =>
        ids.every((id) => this.rows.get(id)![field] === args[field]);
      const last = this.lists.get(key)?.exact;
      const exact = ids.length > 0 ? namesOf(args).filter(isExact) : last;
      this.lists.set(key, { name, args, ids, exact });
    });
    this.#leave();
  }

  /** Merges rows. Entities join and leave lists whose arguments have changed as their fields. */
  #write(rows: readonly Row[], more = () => {}): void {
    const changes = rows.map((row) => {
      const before = this.rows.get(row.id);
      const changed = namesOf(row).filter((field) => before && before[field] !== row[field]);
      return { id: row.id, changed };
    });
    for (const row of rows) this.rows.set(row.id, { ...this.rows.get(row.id), ...row });
    more();
    const plainLists = [...this.lists.values()].filter(({ name }) => name === 'plain');
    const proven = plainLists.flatMap(({ exact = [] }) => exact);
    for (const { id, changed } of changes) {
      for (const list of this.lists.values()) {
        const { name, args, exact } = list;
        const names = namesOf(args);
        if (name === 'strict' || !names.some((field) => changed.includes(field))) continue;
        const known = names.filter((field) => (exact ?? proven).includes(field));
        const fits = known.every((field) => this.rows.get(id)![field] === args[field]);
        const isIn = list.ids.includes(id);
        if (!fits) list.ids = list.ids.filter((each) => each !== id);
        else if (known.length === names.length && !isIn) list.ids = [...list.ids, id];
      }
    }
  }

  create(rows: readonly Row[], where: 'push' | 'unshift'): void {
    this.#write(rows);
    for (const list of this.lists.values()) {
      const ids = [...new Set(rows.map(({ id }) => id))].filter(
        (id) => this.fits(list, id) === true && !list.ids.includes(id),
      );
      list.ids = where === 'push' ? [...list.ids, ...ids] : [...ids, ...list.ids];
    }
    this.#leave();
  }

  move(row: Row): void {
    this.#write([row]);
    for (const list of this.lists.values()) {
      const fits = this.fits(list, row.id);
      const isIn = list.ids.includes(row.id);
      if (isIn && fits === false) list.ids = list.ids.filter((id) => id !== row.id);
      else if (!isIn && fits === true) list.ids = [...list.ids, row.id];
    }
    this.#leave();
  }

  /** Removes an entity from the lists that match the arguments of the call. */
  remove(id: number, from: Args): void {
    for (const list of this.lists.values()) {
      const { name, args } = list;
      const isNamed = (['board', 'done'] as const).every(
        (field) => args[field] === undefined || args[field] === from[field],
      );
      if (name === 'plain' && isNamed) list.ids = list.ids.filter((each) => each !== id);
    }
  }

  delete(id: number): void {
    this.rows.delete(id);
    for (const list of this.lists.values()) list.ids = list.ids.filter((each) => each !== id);
  }

  reset(): void {
    this.rows.clear();
    this.lists.clear();
  }

  save(): () => void {
    const rows = [...this.rows];
    const lists = [...this.lists].map(([key, list]) => [key, { ...list }] as const);
    return () => {
      this.reset();
      for (const [id, row] of rows) this.rows.set(id, row);
      for (const [key, list] of lists) this.lists.set(key, list);
    };
  }

  fits({ name, args }: { readonly name: Name; readonly args: Args }, id: number) {
    const row = this.rows.get(id)!;
    if (name === 'strict') {
      return (args.board === undefined || args.board === row.board) && row.done !== true;
    }
    let fits: boolean | undefined = true;
    for (const field of ['board', 'done'] as const) {
      if (args[field] === undefined) continue;
      if (row[field] === undefined) fits = undefined;
      else if (row[field] !== args[field]) return false;
    }
    return fits;
  }

  /** Removes changed entities from the lists whose filter function rejects them. */
  #leave(): void {
    for (const list of this.lists.values()) {
      if (list.name === 'strict') list.ids = list.ids.filter((id) => this.fits(list, id) !== false);
    }
  }
}

type Step = (cache: CacheService, model: Model) => void;

/** Returns a step with a text for failure reports. */
function labelled(text: unknown, step: Step): Step {
  return Object.assign(step, { [fc.toStringMethod]: () => JSON.stringify(text) });
}

const ids = fc.integer({ min: 1, max: 5 });
const board = fc.constantFrom('a', 'b');
const row: fc.Arbitrary<Row> = fc.record(
  { id: ids, board, done: fc.boolean() },
  { requiredKeys: ['id'] },
);
const whole: fc.Arbitrary<Row> = fc.record({ id: ids, board, done: fc.boolean() });
const args: fc.Arbitrary<Args> = fc.record({ board, done: fc.boolean() }, { requiredKeys: [] });

const write: fc.Arbitrary<Step> = fc.oneof(
  row.map((input) =>
    labelled(['set', input], (cache, model) => {
      cache.set(Task, input);
      model.merge(input);
    }),
  ),
  fc
    .tuple(fc.constantFrom<'push' | 'unshift'>('push', 'unshift'), fc.array(row, { maxLength: 3 }))
    .map(([where, rows]) =>
      labelled([where, rows], (cache, model) => {
        cache.set(plain[where], rows);
        model.create(rows, where);
      }),
    ),
  row.map((input) =>
    labelled(['move', input], (cache, model) => {
      cache.set(plain.move, input);
      model.move(input);
    }),
  ),
  fc.tuple(ids, args).map(([id, from]) =>
    labelled(['remove', id, from], (cache, model) => {
      const load = (_id: Row, _from: Args) => of(null);
      const leave = new Endpoint({ load, schema: plain.remove, sideEffect: true });
      cache.fetch(leave, { id }, from).subscribe({ error: () => undefined }); // throws in a batch that fails
      model.remove(id, from);
    }),
  ),
  ids.map((id) =>
    labelled(['delete', id], (cache, model) => {
      cache.delete(Task, id);
      model.delete(id);
    }),
  ),
);
const fill = fc
  .tuple(
    fc.constantFrom<Name>('plain', 'strict'),
    args,
    fc.array(
      whole.filter(({ done }) => !done),
      { maxLength: 4 },
    ),
  )
  .map(([name, input, rows]) =>
    labelled(['fill', name, input, rows], (cache, model) => {
      // The response contains only entities that pass the filter, because the server uses the same filter.
      const fitting = rows.filter(
        (each) => name === 'plain' || (input.board ?? each.board) === each.board,
      );
      const list: SchemaLike = collections[name];
      cache
        .fetch(new Endpoint({ load: (_args: Args) => of(fitting), schema: list }), input)
        .subscribe();
      model.fill(name, input, fitting);
    }),
  );
const batch = fc.tuple(fc.array(write, { maxLength: 4 }), fc.boolean()).map(([steps, fails]) =>
  labelled(['batch', fails, steps.map(String)], (cache, model) => {
    const restore = model.save();
    try {
      cache.batch(() => {
        for (const each of steps) each(cache, model);
        if (fails) throw new Error('as wanted');
      });
    } catch {
      restore();
    }
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: write },
  { weight: 3, arbitrary: fill },
  { weight: 1, arbitrary: batch },
  {
    weight: 1,
    arbitrary: fc.constant(
      labelled('reset', (cache, model) => {
        cache.clear();
        model.reset();
      }),
    ),
  },
);

describe('L1, L2 and L3 the model of lists', () => {
  itHolds('agrees with the cache after every step of any history', () => {
    const cache = TestBed.inject(CacheService);
    const property = fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      cache.clear();
      const model = new Model();
      const watched = watch(cache.select(plain, { board: 'a' }));
      for (const each of steps) {
        each(cache, model);
        for (const { name, args: input, ids: expected } of model.lists.values()) {
          const list = cache.get(collections[name], input);
          const [shown, wanted] = [list?.map(({ id }) => id), expected].map(String);
          if (shown !== wanted) {
            throw new Error(`${name} ${JSON.stringify(input)} is ${shown}, not ${wanted}`);
          }
          list!.forEach((task) => expect(task).toBe(cache.get(Task, task.id)!));
        }
        expect(watched.last).toBe(cache.get(plain, { board: 'a' }));
      }
      watched.subscription.unsubscribe();
    });
    fc.assert(property, { numRuns: 400 });
  });
});
