import { DestroyRef, inject } from '@angular/core';
import type { CacheFeature } from 'ngx-cache-query';
import { type StoredFields, type StoredRow, writeRows } from 'ngx-cache-query/extensions';
import type { CacheDevtools } from './cache-devtools';
import { outputFeature } from './with-devtools';
import type { CommitRecord } from './records';

/** The options of `withReduxDevtools`. */
export interface ReduxDevtoolsOptions {
  /** The name of the instance. Default: the name of the cache. */
  readonly name?: string;
}

/** What the extension shows for a commit: what it changed, and the sizes of the tables, but not their content. */
interface ReduxState {
  readonly commit: number;
  /** The changed rows; `null` for those that were removed. */
  readonly changed: Readonly<Record<string, Record<string, StoredFields | null>>>;
  readonly tables: Readonly<Record<string, number>>;
}

/** A message of the extension. The types are those of its protocol. */
interface Message {
  readonly type: string;
  /** The state of the action, as JSON. */
  readonly state?: string;
  readonly payload?: {
    readonly type: string;
    readonly status?: boolean;
    readonly nextLiftedState?: {
      readonly computedStates: readonly { readonly state: ReduxState }[];
    };
  };
}

interface Connection {
  init(state: ReduxState): void;
  send(action: { readonly type: string }, state: ReduxState): void;
  subscribe(listener: (message: Message) => void): (() => void) | undefined;
}

interface ReduxExtension {
  connect(options: object): Connection;
}

/** What the buttons of the extension can do. Commits cannot be left out or reordered, because later ones build on them. */
const FEATURES = {
  pause: true,
  lock: true,
  export: true,
  import: 'custom',
  jump: true,
  skip: false,
  reorder: false,
  persist: false,
  dispatch: false,
  test: false,
};

/**
 * Shows commits in the browser extension Redux DevTools: per commit the changed rows and the sizes of the tables, never
 * the whole cache. Jumping shows the data of an earlier commit, and reads, writes and responses go on in the present.
 * Needs `withDevtools()`. Does nothing if the extension is not installed.
 *
 * @example
 * ```ts
 * provideCache(withDevtools(), withReduxDevtools({ name: 'Shop' })),
 * ```
 */
export function withReduxDevtools({ name }: ReduxDevtoolsOptions = {}): CacheFeature {
  return outputFeature('withReduxDevtools()', (devtools) => {
    const { __REDUX_DEVTOOLS_EXTENSION__: extension } = globalThis as {
      readonly __REDUX_DEVTOOLS_EXTENSION__?: ReduxExtension;
    };
    if (!extension) return undefined;
    const options = {
      name: name ?? devtools.name,
      features: FEATURES,
      maxAge: devtools.maxCommits,
    };
    return new Bridge(extension.connect(options), devtools);
  });
}

/** Sends commits to the extension, and does what its buttons ask for. */
class Bridge {
  #isPaused = false;

  constructor(
    private readonly connection: Connection,
    private readonly devtools: CacheDevtools,
  ) {
    this.#init();
    const unsubscribe = connection.subscribe((message) => this.#receive(message));
    inject(DestroyRef).onDestroy(() => unsubscribe?.());
  }

  committed(commit: CommitRecord): void {
    if (this.#isPaused) return;
    const { endpoint, kind } = commit.cause;
    this.connection.send({ type: endpoint ? `${kind}: ${endpoint}` : kind }, this.#stateOf(commit));
  }

  #init(): void {
    this.connection.init({
      commit: this.devtools.commits()[0]?.id ?? 0,
      changed: {},
      tables: this.#sizes(),
    });
  }

  #sizes(): Record<string, number> {
    const tables = this.devtools.recorder.cache.tables();
    return Object.fromEntries(tables.map(({ name, size }) => [name, size]));
  }

  #stateOf({ id, rows }: CommitRecord): ReduxState {
    const { cache } = this.devtools.recorder;
    const tables = new Set(rows.map(({ table }) => table));
    // Any script of the page can read what the extension receives.
    for (const table of tables) if (cache.isSensitive(table)) tables.delete(table);
    const changed: Record<string, Record<string, StoredFields | null>> = {};
    for (const { after, pk, table } of rows)
      if (tables.has(table)) (changed[table] ??= {})[pk] = after ?? null;
    return { commit: id, changed, tables: this.#sizes() };
  }

  #receive({ payload, state, type }: Message): void {
    const { devtools } = this;
    if (type === 'START') return this.#init();
    if (type === 'STOP') return devtools.showNow();
    if (type !== 'DISPATCH') return; // Text that somebody has typed is never run.
    switch (payload?.type) {
      case 'JUMP_TO_ACTION':
      case 'JUMP_TO_STATE':
        return this.#jump(state);
      case 'PAUSE_RECORDING':
        this.#isPaused = payload.status === true;
        return;
      case 'LOCK_CHANGES':
        if (payload.status) devtools.showCommit(devtools.commits()[0]?.id ?? 0);
        else devtools.showNow();
        return;
      case 'IMPORT_STATE':
        return this.#import(payload.nextLiftedState?.computedStates ?? []);
      case 'COMMIT':
      case 'RESET':
      case 'ROLLBACK':
        devtools.showNow();
        return this.#init();
    }
  }

  /** Shows the data of a commit; the newest one is the present. */
  #jump(state: string | undefined): void {
    const { devtools } = this;
    const { commit } = JSON.parse(state ?? '{}') as Partial<ReduxState>;
    if (commit === undefined || commit === devtools.commits()[0]?.id) devtools.showNow();
    else devtools.showCommit(commit);
  }

  /** Writes the rows of an exported file, as they were in the end. */
  #import(states: readonly { readonly state: ReduxState }[]): void {
    const rows = new Map<string, StoredRow>();
    for (const { state } of states) {
      for (const [table, byPk] of Object.entries(state.changed)) {
        for (const [pk, fields] of Object.entries(byPk)) {
          if (fields) rows.set(`${table} ${pk}`, { table, pk, fields });
          else rows.delete(`${table} ${pk}`);
        }
      }
    }
    writeRows(this.devtools.recorder.handle, [...rows.values()]);
  }
}
