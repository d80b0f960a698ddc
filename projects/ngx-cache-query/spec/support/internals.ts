// What specs need of the inside of the library. The specs import this file as `ngx-cache-query-internals`.
import { TestBed } from '@angular/core/testing';
import { CacheService, provideCache, type Queryable } from 'ngx-cache-query';
import { partsOf } from '../../src/cache/cache-service';
import type { EntityClass } from '../../src/schema/schema';
import { canonicalPk } from '../../src/schema/pk';
import { planOf } from '../../src/schema/plan';
import { type StoreCommit, Recorder } from '../../src/store/commit';
import { Store } from '../../src/store/store';
import { dependentsOf } from '../../src/reactive/node';
import { indexOver } from '../../src/reactive/field-index';
import { Row } from '../../src/reactive/row';
import { eachSource } from '../../src/reactive/stored';
import { sweepSteps } from '../../src/reactive/sweep';
import type { Inspection, TableContents } from './inspection';
import { replay } from './replay';

export { SWEEP_SLICE } from '../../src/cache/sweeper';
export { forgetWarnings } from '../../src/util/warn';
export { PageActivity } from '../../src/angular/page-activity';
export type { StoreCommit };

/** Returns the number of pairs of an endpoint and arguments of which a cache knows. */
export function countEntries(cache: CacheService): number {
  return [...(partsOf(cache).client ?? [])].length;
}

/** Prepares to count the rows that show pending changes. */
export function countPending(): (cache: CacheService) => number {
  return (cache) => partsOf(cache).store.tables.held.size;
}

/** Sets up a TestBed with a cache whose contents and commits a spec can see. */
export function setUpInspected() {
  const cache = TestBed.inject(CacheService);
  const { store } = partsOf(cache);
  let commits = 0;
  const report = (error: unknown) => {
    throw error;
  };
  new Recorder(store, () => commits++, report);
  return {
    cache,
    contents: (): TableContents[] =>
      store.tables.all
        // Responses are rows, too, but no entities.
        .filter((table) => table.main === table && table.plan.name !== 'Response')
        .map((table) => ({
          name: table.plan.name,
          known: table.isKnown,
          rows: [...table.index.keys()].flatMap((pk) => {
            const fields = table.record(pk);
            return fields === undefined ? [] : [{ pk, fields }];
          }),
        })),
    /** Returns the number of commits since the last call. */
    commits: () => [commits, (commits = 0)][0],
  };
}

/** Drops what is unused and was not read since the last sweep. */
export function sweep(cache: CacheService): void {
  partsOf(cache).sweeper.sweep();
}

/** Prepares to look into a cache. */
export function inspect() {
  const instances = (cache: CacheService): number => {
    let count = 0;
    for (const { index } of partsOf(cache).store.tables.all) {
      for (const row of index.values()) if (typeof row === 'object' && row.value) count++;
    }
    return count;
  };
  return {
    providers: provideCache(),
    sweep,
    instances,
    counts: (cache) => ({
      instances: instances(cache),
      results: [...partsOf(cache).results].length,
      feeds: partsOf(cache).store.tables.all.reduce((sum, { feeds }) => sum + feeds.size, 0),
    }),
  } satisfies Inspection;
}

/**
 * Checks that the nodes of a cache agree with each other: a node is current only if everything in its value is current
 * and would tell it about changes.
 */
export function checkGraph(cache: CacheService): void {
  const { results } = partsOf(cache);
  const fail = (what: string, row: Row) => {
    throw new Error(`graph: ${what} of ${row.plan.name} ${row.pk}`);
  };
  for (const table of results.tables.all) {
    for (const list of table.lists) {
      const size = list.plans.reduce((sum, plan) => sum + results.tables.of(plan).size, 0);
      if (!list.dirty && list.value && list.value.length !== size)
        throw new Error(`graph: ${size} rows in a list of ${list.value.length}`);
    }
    for (const row of table.index.values()) {
      if (typeof row === 'number') continue;
      if (table.row(row.pk) !== row) fail('a second row', row);
      if (row.data !== table.main.record(row.pk)) fail('other data than the main row', row);
      for (const dependent of dependentsOf(row)) {
        if (!(dependent instanceof Row) || dependent.dirty) continue;
        let isShown = false;
        eachSource(dependent, dependent.data!, (source) => (isShown ||= source === row));
        if (!isShown) fail(`an edge too many to ${dependent.plan.name} ${dependent.pk}`, row);
      }
      if (row.dirty) {
        for (const dependent of dependentsOf(row))
          if (!dependent.dirty)
            fail(
              `a current dependent (${dependent.constructor.name}, ${String((dependent as Row).pk)})`,
              row,
            );
      } else if (row.data !== undefined) {
        eachSource(row, row.data, (source) => {
          if (source.dirty) fail(`an outdated source (${source.constructor.name})`, row);
          if (![...dependentsOf(source)].includes(row))
            fail(`a missing edge (${source.constructor.name})`, row);
        });
      }
    }
  }
}

/** Returns the subject of an observed result. */
export function subjectOf(cache: CacheService, queryable: object, args: readonly unknown[]) {
  const { results } = partsOf(cache);
  return results.of(queryable as Queryable, args).subject;
}

/** Makes a type unknown, as an eviction does. */
export function forgetType(cache: CacheService, type: EntityClass): void {
  partsOf(cache).store.tables.for(type).main.setKnown(false);
}

/** Returns the number of tables, of keys in them, and of rows that are more than a record. */
export function sizes(cache: CacheService): { tables: number; keys: number; rows: number } {
  const { all } = partsOf(cache).store.tables;
  const entries = all.flatMap(({ index }) => [...index.values()]);
  const rows = entries.filter((each) => typeof each === 'object').length;
  return { tables: all.length, keys: entries.length, rows };
}

/** Begins a sweep, and stops after some steps. Returns a function that ends the sweep. */
export function beginSweep(cache: CacheService, count = 1): () => void {
  const steps = sweepSteps(partsOf(cache).results);
  for (let i = 0; i < count; i++) steps.next();
  return () => {
    while (!steps.next().done);
  };
}

/** Sweeps as often as the cache does by itself: until a sweep says that there is no more to drop. */
export function sweepAll(cache: CacheService): void {
  for (let isMore = true, count = 0; isMore && count < 10; count++) {
    const steps = sweepSteps(partsOf(cache).results);
    let step = steps.next();
    while (!step.done) step = steps.next();
    isMore = step.value;
  }
}

/** Returns the number of nodes that depend on a row. */
export function countDependents(cache: CacheService, type: EntityClass, key: string | number) {
  const entry = partsOf(cache).store.tables.for(type).index.get(canonicalPk(key)!);
  return typeof entry === 'object' ? [...dependentsOf(entry)].length : 0;
}

/** Returns the rows that the index over some fields holds for their values. */
export function bucketOf(cache: CacheService, type: EntityClass, values: Record<string, unknown>) {
  const index = indexOver(partsOf(cache).store.tables.for(type), Object.keys(values));
  return index!.bucketOf(values);
}

/** Records what each commit changes. */
export function recordChanges(
  cache: CacheService,
  hook: (commit: StoreCommit) => void = () => undefined,
  report: (error: unknown) => void = (error) => {
    throw error;
  },
): StoreCommit[] {
  const commits: StoreCommit[] = [];
  const record = (commit: StoreCommit) => {
    commits.push(commit);
    hook(commit);
  };
  new Recorder(partsOf(cache).store, record, report);
  return commits;
}

/** Returns a copy that is fed by recorded commits. */
export function replayChanges(commits: readonly StoreCommit[]) {
  const store = new Store();
  let done = 0;
  return {
    order: (type: EntityClass) => {
      for (; done < commits.length; done++) replay(store, commits[done]);
      return store.tables
        .of(planOf(type))
        .all()
        .map(({ pk }) => pk);
    },
  };
}

/** Applies recorded commits to another cache. */
export function replayInto(cache: CacheService, commits: readonly StoreCommit[]): void {
  for (const commit of commits) replay(partsOf(cache).store, commit);
}
