import { signal, untracked } from '@angular/core';
import type { Row } from '../reactive/row';
import type { Entity } from '../schema/entity';
import type { EntityClass } from '../schema/schema';
import { pkOf } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { CacheError } from '../util/cache-error';
import { getOrInsert } from '../util/get-or-insert';
import { type Fields, isPlain } from '../util/plain-data';
import type { Client } from './client';
import type { MutationRun } from './mutation-run';
import type { SentRequest } from './sent-request';

/** The mutations of all caches of the page that have not ended. Some may wait before they are sent. */
const openMutations = new Set<MutationRun>();

/** What learns of mutations, if something shows them. */
export const mutationListener: {
  /** Called when a mutation begins, and when it has ended. */
  changed?: (mutation: MutationRun, hasEnded: boolean) => void;
  /** Called when a cache is emptied: its failures are those of another session. */
  dropped?: (client: Client) => void;
  /** Called when a mutation shows an error, with what takes it away. */
  failed?: (error: CacheError, forget: () => void) => void;
  /** Whether a failure is shown at an entity. */
  shows?: (error: unknown) => boolean;
} = {};

/** Notes that a mutation begins. Returns a function that notes its end. */
export function track(mutation: MutationRun): () => void {
  mutationListener.changed?.(mutation, false); // While the others are in the set.
  openMutations.add(mutation);
  return () => {
    openMutations.delete(mutation);
    mutationListener.changed?.(mutation, true);
  };
}

/** A failed mutation of an entity. */
export interface MutationFailure {
  readonly error: CacheError;
  /** The name of the endpoint, such as `PATCH /todos/:id`. */
  readonly endpoint: string;
  /** The arguments of the call. */
  readonly args: readonly unknown[];
  /** Calls the mutation again, with the same arguments. */
  retry(): void;
  /** Forgets the failure. */
  dismiss(): void;
}

interface FailedRow {
  readonly row: Row;
  readonly of: MutationRun;
  readonly failure: MutationFailure;
}

/** The failures of the rows, until a later mutation replaces what failed, or the cache is emptied or ends. */
let failures: readonly FailedRow[] = [];
/** The mutations in flight that a later one replaces. If they fail, they are not tried again for that row. */
const replaced = new WeakMap<Row, WeakSet<MutationRun>>();
/** The errors of mutations that a later one replaces. What that one does is shown instead. */
const moot = new WeakSet<object>();
/** What takes away the errors that mutations show. */
const errors = new WeakMap<CacheError, () => void>();
/** The classes whose failures something shows. */
const shown = new Set<unknown>();
let changes: ReturnType<typeof signal<number>> | undefined;

/** Makes the active template or computation depend on the mutations. From the first call on, failures are kept. */
function follow(): void {
  changes ??= signal(0);
  mutationListener.changed ??= note;
  mutationListener.dropped ??= forget;
  mutationListener.failed ??= (error, hide) => errors.set(error, hide);
  changes();
}

function changed(): void {
  untracked(() => changes!.update((count) => count + 1));
}

/** Forgets the failures of a cache. */
function forget(client: Client): void {
  failures = failures.filter(({ of }) => of.client !== client);
  changed();
}

/** Returns what a mutation sends for a row. */
function bodyFor({ pk, plan }: Row, { args }: SentRequest): Fields {
  const body = args.at(-1);
  const own: unknown = Array.isArray(body)
    ? body.find((item) => isPlain(item) && pkOf(plan.type, item) === pk)
    : body;
  return isPlain(own) ? own : {};
}

function note(mutation: MutationRun, hasEnded: boolean): void {
  const { client, sent } = mutation;
  const { args, endpoint, error } = sent;
  failures = failures.filter(
    // A row whose deletion is pending may come back.
    ({ of, row }) => !of.client.isEnded() && (row.data || row.table.tables.held.has(row)),
  );
  for (const row of new Set(mutation.rows())) {
    if (!hasEnded) {
      const body = bodyFor(row, sent);
      /** Whether trying an earlier mutation again would undo this one, or do the same. */
      const replaces = ({ sent: earlier }: MutationRun) => {
        const names = Object.keys(bodyFor(row, earlier));
        return names.length > 0
          ? names.some((name) => name in body)
          : earlier.endpoint === endpoint;
      };
      failures = failures.filter((each) => each.row !== row || !replaces(each.of));
      for (const other of openMutations) {
        if (!replaces(other) || !other.rows().includes(row)) continue;
        getOrInsert(replaced, row, () => new WeakSet<MutationRun>()).add(other);
      }
    } else if (error && replaced.get(row)?.has(mutation)) {
      if (shown.has(row.plan.identity)) moot.add(error);
    } else if (error && !mutation.isDropped) {
      const failure: MutationFailure = {
        error,
        endpoint: endpoint.name,
        args,
        retry: () => {
          const complete = () => errors.get(error)?.();
          client.fetch(endpoint, args).subscribe({ error: () => undefined, complete });
        },
        dismiss: () => {
          failures = failures.filter((each) => each.failure !== failure);
          changed();
        },
      };
      failures = [...failures, { row, of: mutation, failure }];
    }
  }
  changed();
}

/** Whether an entity is the one that a row shows, in the table of one of its classes. */
function isOf({ pk, table }: Row, entity: Entity): boolean {
  return table.rowsOf(pk).some(({ value }) => value === entity);
}

/**
 * Whether a mutation changes, deletes or creates an entity at the moment. In a template or a `computed`, the result
 * follows the mutations. A mutation of a `RestEndpoint` belongs to the entity that its path names, or to the entities in
 * the array that it sends.
 *
 * @example
 * ```ts
 * protected readonly isPending = isPending; // @if (isPending(todo)) { <app-spinner /> }
 * ```
 */
export function isPending(entity: Entity): boolean {
  follow();
  return untracked(() =>
    [...openMutations].some((mutation) => mutation.rows().some((row) => isOf(row, entity))),
  );
}

/** Whether an error is shown at an entity, or what has replaced it is. */
function isShown(error: unknown): boolean {
  return (
    moot.has(error as object) ||
    // A created entity that failed is gone, so its failure is shown nowhere.
    failures.some(
      ({ row, failure }) => failure.error === error && row.data && shown.has(row.plan.identity),
    )
  );
}

/**
 * Returns the last failure of a mutation of an entity; `undefined` if none has failed since the page first called
 * `failureOf`, `isPending` or `isSaving`. A failure stays until it is dismissed, or until the mutation is called again, or
 * another one that sends one of its fields. In a template or a `computed`, the result follows the mutations. Failures of
 * entities whose class is asked for are not reported to Angular's `ErrorHandler`.
 *
 * @example
 * ```ts
 * protected readonly failureOf = failureOf;
 * // @if (failureOf(todo); as failure) { <button (click)="failure.retry()">Try again</button> }
 * ```
 */
export function failureOf(entity: Entity): MutationFailure | undefined {
  follow();
  shown.add(planOf(entity.constructor as EntityClass).identity);
  mutationListener.shows ??= isShown;
  return untracked(() => failures.filter(({ row }) => isOf(row, entity)).at(-1)?.failure);
}

/**
 * Whether a mutation has not ended, also one that waits before it is sent. In a template or a `computed`, the result
 * follows the mutations.
 *
 * @example
 * ```ts
 * addEventListener('beforeunload', (event) => {
 *   if (isSaving()) event.preventDefault(); // The browser asks whether to leave the page.
 * });
 * ```
 */
export function isSaving(): boolean {
  follow();
  return [...openMutations].some(({ client }) => !client.isEnded());
}
