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
}
