import {
  computed,
  DestroyRef,
  effect,
  inject,
  Injectable,
  linkedSignal,
  type Signal,
  signal,
  untracked,
} from '@angular/core';
import type { Queryable } from 'ngx-cache-query';
import type { ResponseId } from 'ngx-cache-query/extensions';
import { CacheDevtools, type DevtoolsSource, type RecordedSession } from 'ngx-cache-query/devtools';
import { remembered } from './remembered';

declare const ngDevMode: unknown;

/** Whether earlier data is recorded: only in dev mode. */
export const HAS_HISTORY = typeof ngDevMode === 'undefined' || !!ngDevMode;

/** How often the lists follow the cache, in milliseconds. A hundred commits per second cannot be read anyway. */
const PACE = 250;

/** The views of the panel. */
export const VIEWS = [
  'Timeline',
  'Tables',
  'Queries',
  'Requests',
  'Responses',
  'Timers',
  'Session',
] as const;

export type View = (typeof VIEWS)[number];

/** A row of a table. */
export interface RowId {
  readonly table: string;
  readonly pk: string;
}

/** A query with its arguments. A recorded session has only its name. */
interface Named {
  readonly queryable: Queryable | undefined;
  readonly args: readonly unknown[];
  readonly key: string;
}

/** What the panel shows: the views have it in common, and show each other's subjects. */
@Injectable()
export class PanelState {
  readonly #own = inject(CacheDevtools, { optional: true });
  readonly #chosen = signal<CacheDevtools | undefined>(undefined);
  /** The devtools of each cache of the page, by name. */
  readonly caches = CacheDevtools.all;
  /** The cache that is shown: the chosen one as long as it exists, or the one of the panel. */
  readonly devtools = linkedSignal<readonly CacheDevtools[], CacheDevtools>({
    source: () => [...this.caches().values()],
    computation: (all, last) => {
      const chosen = this.#chosen();
      // When the last cache ends, the panel ends a little later.
      return chosen && all.includes(chosen) ? chosen : (this.#own ?? all[0] ?? last?.value);
    },
  }).asReadonly();
  /** The session that is shown instead of the cache. */
  readonly session = signal<RecordedSession | undefined>(undefined);
  readonly source = computed((): DevtoolsSource => this.session() ?? this.devtools());
  /** Whether earlier data is shown, or data that was recorded, so that nothing can be changed. */
  readonly isReadOnly = computed(() => this.session() !== undefined || this.isInPast());
  /** Whether the application shows something else than the present. */
  readonly isInPast = computed(() => {
    const { shownCommit, shownSession } = this.devtools();
    return shownCommit() !== undefined || shownSession() !== undefined;
  });
  /** Follows what changes in the source. */
  readonly changes: Signal<number> = paced(() => this.source().changes());

  /** The commits, newest first. Like all lists, they follow at that pace. */
  readonly commits = computed(() => (this.changes(), untracked(this.source().commits)));
  readonly requests = computed(() => (this.changes(), untracked(this.source().requests)));

  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  readonly #view = remembered<View>('view', 'Timeline');
  readonly view = this.#view.value;
  readonly commit = signal<number | undefined>(undefined);
  readonly table = signal<string | undefined>(undefined);
  readonly row = signal<RowId | undefined>(undefined);
  /** The text that identifies the selected query. */
  readonly query = signal<string | undefined>(undefined);
  readonly request = signal<number | undefined>(undefined);
  readonly response = signal<ResponseId | undefined>(undefined);

  show(view: View): void {
    this.#view.set(view);
  }

  /** Shows another cache. */
  choose(name: string): void {
    this.#chosen.set(this.caches().get(name));
    this.open(undefined);
  }

  /** Shows a recorded session, or the cache again. What was selected does not exist there. */
  open(session: RecordedSession | undefined): void {
    this.session.set(session);
    for (const selected of [
      this.commit,
      this.table,
      this.row,
      this.query,
      this.request,
      this.response,
    ])
      selected.set(undefined);
  }

  /** Identifies a query with its arguments. Two queries can have one name. */
  idOf({ key, queryable }: Named): string {
    if (!queryable) return key;
    let number = this.#numbers.get(queryable);
    if (number === undefined) this.#numbers.set(queryable, (number = ++this.#last));
    return `${number} ${key}`;
  }

  /** Returns the name of a query with its arguments: `openTodos({ userId: 5 })`. */
  nameOf({ args, queryable }: Named & { readonly queryable: Queryable }): string {
    const name = this.devtools().nameOf(queryable);
    return args.length > 0 ? name + CacheDevtools.words.args(args) : name;
  }

  openCommit(id: number): void {
    this.commit.set(id);
    this.show('Timeline');
  }

  openRow({ pk, table }: RowId): void {
    this.table.set(table);
    this.row.set({ table, pk });
    this.show('Tables');
  }

  openRequest(id: number): void {
    this.request.set(id);
    this.show('Requests');
  }

  openQuery(id: string): void {
    this.query.set(id);
    this.show('Queries');
  }

  openResponse({ endpoint, key }: ResponseId): void {
    this.response.set({ endpoint, key });
    this.show('Responses');
  }
}

/** Returns a signal that follows a frequent one, at most four times a second. */
function paced(read: () => number): Signal<number> {
  const value = signal(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    read();
    timer ??= setTimeout(() => {
      timer = undefined;
      value.update((count) => count + 1);
    }, PACE);
  });
  inject(DestroyRef).onDestroy(() => clearTimeout(timer));
  return value.asReadonly();
}
