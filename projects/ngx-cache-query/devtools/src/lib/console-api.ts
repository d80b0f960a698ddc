import { DestroyRef, inject } from '@angular/core';
import { Entity } from 'ngx-cache-query';
import type { CacheTimer } from 'ngx-cache-query/extensions';
import { CacheDevtools } from './cache-devtools';
import type { DevtoolsSource } from './devtools-source';
import { RecordedSession } from './recorded-session';
import type { CommitRecord, RequestRecord } from './records';
import type { DevtoolsSession } from './session';
import { causeInWords, clockTime, inWords, reasonInWords } from './words';

/** A commit as the console shows it. */
export interface TimelineEntry {
  readonly commit: number;
  /** The time of day. */
  readonly time: string;
  readonly cause: string;
  /** What changed, such as `Todo 5: title`. */
  readonly rows: readonly string[];
  /** The queries that emitted. */
  readonly emitted: readonly string[];
}

/** What a replayed session shows. */
export interface ReplayedSession {
  readonly session: string;
  /** When it was exported. */
  readonly date: string;
  /** The number of the commit after which the data is shown. */
  readonly commit: number | undefined;
  readonly tables: readonly { table: string; rows: number; bytes: number }[];
  /** The commits, newest first. */
  readonly timeline: readonly TimelineEntry[];
}

/**
 * The functions that the console and coding assistants call: `ngxCacheQuery.why('Todo', 5, 'title')`. All results are
 * plain JSON.
 */
export interface ConsoleApi {
  /** The names of the caches with `withDevtools()`. The functions are about the first of them. */
  readonly caches: readonly string[];
  /**
   * Returns the functions for another cache.
   *
   * @throws Error if no cache has this name
   */
  cache(name: string): Omit<ConsoleApi, 'cache' | 'caches'>;
  /** Says where the value of a field comes from, or those of all fields. */
  why(entity: Entity, field?: string): readonly string[];
  why(table: string, pk: string | number, field?: string): readonly string[];
  /** Says why a request with a key, such as `GET /todos`, was sent, and whether one would be sent now. */
  whyRequest(key: string): string;
  /** Returns the tables with their sizes. */
  tables(): readonly { table: string; rows: number; bytes: number }[];
  /** Returns the results that the cache stores, those that took the longest first. */
  queries(): readonly {
    query: string;
    key: string;
    subscribers: number;
    runs: number;
    ms: number;
  }[];
  /** Returns the last requests, newest first. */
  requests(): readonly {
    request: number;
    key: string;
    state: string;
    ms?: number;
    why?: string;
  }[];
  /** Returns the last commits, newest first. */
  timeline(): readonly TimelineEntry[];
  /** Returns the timers that run, in the order in which they fire. */
  timers(): readonly { kind: CacheTimer['kind']; at: string; key?: string }[];
  /** Returns what was recorded, to replay it: `copy(ngxCacheQuery.session())`. */
  session(): DevtoolsSession;
  /**
   * Shows the data of a session in the application.
   *
   * @param file the session, or its JSON
   * @param commit the number of the commit; by default, the last one
   */
  replay(file: unknown, commit?: number): ReplayedSession;
  /** Shows the present again. */
  showNow(): void;
}

/** Adds a cache to `globalThis.ngxCacheQuery`, until its injector is destroyed. */
export function provideConsoleApi(devtools: CacheDevtools): void {
  const remove = register(devtools);
  (globalThis as { ngxCacheQuery?: ConsoleApi }).ngxCacheQuery = consoleApi();
  inject(DestroyRef).onDestroy(() => {
    remove();
    if (CacheDevtools.all().size === 0)
      delete (globalThis as { ngxCacheQuery?: ConsoleApi }).ngxCacheQuery;
  });
}

/** A second cache with the same name gets a number. Returns a function that removes the cache. */
function register(devtools: CacheDevtools): () => void {
  const { caches } = CacheDevtools;
  let { name } = devtools;
  for (let number = 2; caches().has(name); number++) name = `${devtools.name} ${number}`;
  caches.update((all) => new Map(all).set(name, devtools));
  return () => caches.update((all) => new Map([...all].filter(([other]) => other !== name)));
}

function consoleApi(): ConsoleApi {
  const named = (name: string) => {
    const devtools = CacheDevtools.all().get(name);
    if (!devtools)
      throw new Error(
        `No cache is named ${inWords(name)}: ${[...CacheDevtools.all().keys()].join(', ')}.`,
      );
    return devtools;
  };
  return {
    get caches() {
      return [...CacheDevtools.all().keys()];
    },
    cache: (name) => {
      named(name);
      return functionsOf(() => named(name));
    },
    ...functionsOf(() => [...CacheDevtools.all().values()][0]),
  };
}

function functionsOf(of: () => CacheDevtools): Omit<ConsoleApi, 'cache' | 'caches'> {
  return {
    why: (entity: Entity | string, ...[key, name]: (string | number | undefined)[]) => {
      const isEntity = entity instanceof Entity;
      const field = isEntity ? key : name;
      const row = isEntity ? of().why(entity) : of().whyRow(entity, String(key));
      return row
        .filter((each) => field === undefined || each.field === field)
        .map((each) => `${each.field}: ${each.text}`);
    },
    whyRequest: (key) => of().whyKey(key).text,
    tables: () => tablesInWords(of()),
    queries: () =>
      of()
        .queries()
        .map(({ key, ms, queryable, runs, subscribers }) => {
          return { query: of().nameOf(queryable), key, subscribers, runs, ms };
        })
        .sort((a, b) => b.ms - a.ms),
    requests: () => of().requests().map(requestInWords),
    timeline: () => of().commits().map(commitInWords),
    timers: () =>
      of()
        .timers()
        .map(({ at, key, kind }) => ({
          kind,
          at: clockTime(at),
          ...(key !== undefined && { key }),
        })),
    session: () => of().exportSession(),
    replay: (file, commit) => {
      const session = new RecordedSession(file);
      if (commit !== undefined) session.showCommit(commit);
      of().showSession(session, session.shownCommit());
      return {
        session: session.name,
        date: session.file.date,
        commit: session.shownCommit() ?? session.commits()[0]?.id,
        tables: tablesInWords(session),
        timeline: session.commits().map(commitInWords),
      };
    },
    showNow: () => of().showNow(),
  };
}

function tablesInWords(source: DevtoolsSource) {
  return source.tables().map(({ bytes, name, size }) => ({ table: name, rows: size, bytes }));
}

function requestInWords({ id, key, ms, reason, state }: RequestRecord) {
  const why = reason && { why: reasonInWords(reason) };
  return { request: id, key, state, ...(ms !== undefined && { ms }), ...why };
}

function commitInWords({ cause, id, queries, rows, time }: CommitRecord): TimelineEntry {
  return {
    commit: id,
    time: clockTime(time),
    cause: causeInWords(cause),
    rows: rows.map(({ fields, kind, pk, table }) => {
      return `${table} ${pk}: ${kind === 'changed' ? fields.join(', ') : kind}`;
    }),
    emitted: queries.filter(({ hasEmitted }) => hasEmitted).map(({ name }) => name),
  };
}
