import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { of, type Subscription } from 'rxjs';
import {
  type CacheHandle,
  type CacheInspection,
  inspect,
  withExtension,
} from 'ngx-cache-query/extensions';
import {
  CacheService,
  Collection,
  Endpoint,
  Entity,
  provideCache,
  Query,
  type Queryable,
  schema,
  type SchemaLike,
  view,
  whereEquals,
  withClock,
  withRetention,
} from 'ngx-cache-query';
import { SWEEP_SLICE } from 'ngx-cache-query-internals';
import { FakeClock } from '../support/fake-clock';
import { arrive } from '../support/retained';
import { itHolds } from '../support/runs';

class Person extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly boss: Person | undefined = undefined;
  readonly friend: number = 0;
  static override readonly schema: Record<string, SchemaLike> = {};
}
Object.assign(Person.schema, { boss: Person, friend: new schema.Lazy(() => Person) });
class Task extends Entity {
  readonly id: number = 0;
  readonly done: boolean = false;
  readonly of: readonly Person[] = [];
  static override readonly schema = { of: [Person] };
}
const tasks = new Collection([Task]);
const getTasks = new Endpoint({ load: (...sent: Items) => of(sent), schema: [Task] });
type Items = { readonly id: number; readonly done: boolean; readonly of: readonly number[] }[];

/** The fields of a row that reference other rows. */
interface References {
  readonly boss?: number;
  readonly friend?: number;
  readonly of?: readonly number[];
  readonly items?: readonly number[];
}

/** Queries and schemas for subscriptions. Queries are created each time, so that no memoized result is reused. */
const queryables: ((id: number) => [Queryable, ...unknown[]])[] = [
  (id) => [Person, id],
  (id) => [Task, id],
  () => [new schema.All(Person)],
  () => [new schema.All(Task)],
  () => [tasks],
  (id) => [new Query(new schema.All(Task), view(whereEquals<Task>({ done: id > 2 })))],
  () => [new Query(tasks, view(whereEquals<Task>({ done: false })))],
  (id) => [new Query(tasks, (all) => [all.length, now.get(Person, id)])],
];
let now: CacheService;

const id = fc.integer({ min: 0, max: 5 });
const person = fc.record({ id, name: fc.constantFrom('a', 'b'), boss: id, friend: id });
const task = fc.record({ id, done: fc.boolean(), of: fc.array(id, { maxLength: 2 }) });
const step = fc.oneof(
  { weight: 3, arbitrary: person.map((item) => () => arrive(now, Person, item)) },
  { weight: 3, arbitrary: task.map((item) => () => arrive(now, Task, item)) },
  task.map((item) => () => arrive(now, tasks.push, item)),
  fc.array(task, { maxLength: 3 }).map((items) => () => arrive(now, tasks, items)),
  fc
    .array(task, { maxLength: 3 })
    .map((items) => () => void now.fetch(getTasks, ...items).subscribe()),
  id.map((pk) => () => now.delete(Person, pk)),
  id.map((pk) => () => void now.get(Task, pk)),
  fc.record({ watch: fc.nat(queryables.length - 1), id }),
  fc.record({ leave: fc.nat(5) }),
  { weight: 8, arbitrary: fc.record({ pass: fc.constantFrom(16, 16, 48, 250, 999) }) },
  fc.constant(() => now.clear()),
);

/** A cache that evicts a few records per slice, and its subscribers. */
class ObservedCache {
  readonly clock = new FakeClock();
  readonly #injector: EnvironmentInjector;
  readonly #open: {
    readonly of: [Queryable, ...unknown[]];
    count: number;
    last: unknown;
    readonly subscription: Subscription;
  }[] = [];
  handle!: CacheInspection;

  constructor(slice: number, maxRows: number) {
    const onInit = (cacheHandle: CacheHandle) => (this.handle = inspect(cacheHandle));
    this.#injector = createEnvironmentInjector(
      [
        provideCache(
          withClock(this.clock),
          withRetention({ time: 1_000, maxRows }),
          withExtension(() => ({ onInit })),
        ),
        { provide: SWEEP_SLICE, useValue: slice },
      ],
      TestBed.inject(EnvironmentInjector),
    );
    now = this.#injector.get(CacheService);
  }

  watch(of: [Queryable, ...unknown[]]): void {
    const one = { of, count: 0, last: undefined as unknown };
    const subscription = now.select(...(of as [typeof Person, number])).subscribe((value) => {
      one.count++;
      one.last = value;
    });
    this.#open.push(Object.assign(one, { subscription }));
  }

  leave(nth: number): void {
    this.#open.splice(nth, 1)[0]?.subscription.unsubscribe();
  }

  /** Lets time pass. Checks that subscribers receive nothing and that the remaining rows keep their references. */
  pass(milliseconds: number): void {
    const counts = this.#open.map(({ count }) => count);
    const before = this.#rows();
    this.clock.pass(milliseconds);
    const after = this.#rows();
    expect(this.#open.map(({ count }) => count)).toEqual(counts);
    for (const [key, references] of after) {
      const missing = references.filter((each) => before.has(each) && !after.has(each));
      if (missing.length > 0) throw new Error(`${key} leads to ${missing.join()} no more`);
    }
    for (const { name, known } of this.handle.tables()) {
      const lost = [...before.keys()].some((key) => key.startsWith(name) && !after.has(key));
      if (lost && known) throw new Error(`${name} lost rows and is known`);
    }
  }

  /** Checks that subscribers show the same data as a new read. */
  compare(): void {
    for (const { of, last } of this.#open) {
      const [queryable, ...args] = of;
      const fresh =
        queryable instanceof Query ? new Query(queryable.schema, queryable.process) : queryable;
      expect(now.get(fresh as typeof Person, ...(args as [number]))).toEqual(last as Person);
    }
  }

  end(): void {
    while (this.#open.length > 0) this.leave(0);
    this.clock.pass(200_000);
    expect([...this.#rows().keys()]).toEqual([]);
    expect(this.clock.pendingTimers).toBe(0);
    for (const { size } of this.handle.tables()) expect(size).toBe(0);
    this.#injector.destroy();
  }

  /** Returns the existing rows, with the rows that each of them references. */
  #rows(): Map<string, string[]> {
    const rows = new Map<string, string[]>();
    for (const { name } of this.handle.tables()) {
      for (const { pk, fields } of this.handle.rows(name)) {
        const { boss, friend, of: members = [], items = [] } = fields as References;
        const people = [boss, friend, ...members].filter((key) => key !== undefined);
        const keys = [
          ...people.map((key) => `Person ${key}`),
          ...items.map((key) => `Task ${key}`),
        ];
        rows.set(`${name} ${pk}`, keys);
      }
    }
    return rows;
  }
}

describe('K2, K3, K4 any history', () => {
  itHolds('evicts no rows in use, notifies no subscribers, and leaves no partial data', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.constantFrom(1, 3, 2_000),
        fc.constantFrom(Infinity, Infinity, 4),
        (steps, slice, maxRows) => {
          const observed = new ObservedCache(slice, maxRows);
          for (const each of steps) {
            if (typeof each === 'function') each();
            else if ('pass' in each) observed.pass(each.pass);
            else if ('leave' in each) observed.leave(each.leave);
            else observed.watch(queryables[each.watch](each.id));
          }
          observed.compare();
          observed.end();
        },
      ),
      { numRuns: 300 },
    );
  });
});
