import type { EnvironmentInjector, Type } from '@angular/core';
import type { Observable } from 'rxjs';

// The part of the public API that the histories use. The types are loose, so that the specs compile with every edition
// of the library.

export type Fields = Record<string, unknown>;

/** An Entity class. */
export interface EntityType {
  new (): object;
  fromJS(fields: Fields): object;
}

export interface Cache {
  select(queryable: object, ...args: unknown[]): Observable<unknown>;
  selectSignal(queryable: object, args: () => readonly unknown[]): () => unknown;
  get(queryable: object, ...args: unknown[]): unknown;
  set(schema: object, ...args: unknown[]): void;
  delete(type: EntityType, keyOrTest: unknown): void;
  batch<T>(writes: () => T): T;
  fetch(endpoint: object, ...args: unknown[]): Observable<unknown>;
}

type Schema = new (definition: unknown, attribute?: string) => object;

/** The module `ngx-cache-query`. */
export interface Core {
  readonly CacheService: Type<Cache>;
  readonly Entity: EntityType;
  readonly Query: new (schema: object, process?: (...args: never) => unknown) => object;
  readonly Endpoint: new (options: {
    readonly name: string;
    readonly schema: unknown;
    readonly load: (...args: number[]) => Observable<unknown>;
  }) => object;
  readonly schema: Readonly<Record<'All' | 'Array' | 'Union' | 'Values', Schema>>;
}

/** The module `ngx-cache-query/views`. */
export interface Views {
  readonly view: (...steps: readonly unknown[]) => (...args: never) => unknown;
  readonly where: (test: (item: never, ...args: never) => boolean) => unknown;
  readonly whereEquals: (fields: object) => unknown;
  readonly orderBy: (...keys: readonly unknown[]) => unknown;
  readonly limit: (count: number, offset?: number) => unknown;
  readonly groupRows: (key: unknown) => unknown;
  readonly distinctRows: (key: unknown) => unknown;
  readonly mapRows: (make: (item: never) => unknown) => unknown;
  readonly countRows: () => unknown;
  readonly sumOf: (key: unknown) => unknown;
  readonly maxOf: (key: unknown) => unknown;
  readonly join: (all: object, on: unknown) => unknown;
}

/** A cache of its own, with everything around it. */
export interface OpenCache {
  readonly cache: Cache;
  readonly injector: EnvironmentInjector;
  /** Drops everything that is unused, as the regular cleanup does. Without it, histories contain no sweeps. */
  readonly sweep?: () => void;
  /** Throws if the inside of the cache contradicts itself. */
  readonly check?: () => void;
  readonly end: () => void;
}

/** What an edition of the library consists of, and where it differs from the others. */
export interface Edition {
  readonly core: Core;
  /** Without views, only opaque functions are compared. */
  readonly views?: Views;
  readonly open: () => OpenCache;
  /** Whether a write by a subscriber is applied at once. Otherwise it is applied after the notification. */
  readonly appliesNestedWrites: boolean;
  /**
   * Whether rows that were read in a batch keep their references when the batch throws. Otherwise the rows, and
   * everything that contains them, may have new references, but nothing is emitted for them.
   */
  readonly keepsReadsOfFailedBatches: boolean;
  /**
   * Whether `get` always returns the list that subscribers hold. Otherwise a list of several types, a response, or a
   * list that a subscriber received inside a batch may be another list with the same items. After a batch that reads
   * and throws, equal data may be emitted again.
   */
  readonly sharesLists: boolean;
  /** Parts that do not exist yet, and are left out of the histories. */
  readonly without?: readonly Part[];
}

/** A part of the library that histories can leave out: endpoints, signals, or a kind of schema. */
export type Part = 'endpoints' | 'signals' | 'union' | 'values' | 'fields';
