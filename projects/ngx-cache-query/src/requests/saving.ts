import { signal, untracked } from '@angular/core';
import type { Row } from '../reactive/row';
import type { Entity } from '../schema/entity';
import type { EntityClass } from '../schema/schema';
import { canonicalPk } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { CacheError } from '../util/cache-error';
import type { Client } from './client';
import type { MutationRun } from './mutation-run';

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
  openMutations.add(mutation);
  mutationListener.changed?.(mutation, false);
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

/** The failures of the rows, until the next mutation of the row begins, or the cache is emptied or ends. */
const failures = new Map<Row, readonly [of: MutationRun, MutationFailure]>();
/** The last mutations of the rows. An earlier one that fails is not tried again, because it would undo the last one. */
const last = new WeakMap<Row, MutationRun>();
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
  for (const [row, [of]] of failures) if (of.client === client) failures.delete(row);
  changed();
}

function note(mutation: MutationRun, hasEnded: boolean): void {
  const { client, sent } = mutation;
  const { args, endpoint, error } = sent;
  for (const [row, [of]] of failures) if (of.client.isEnded()) failures.delete(row);
  for (const row of mutation.rows()) {
    if (!hasEnded) {
      failures.delete(row);
      last.set(row, mutation);
    } else if (error && !mutation.isDropped && last.get(row) === mutation) {
      const failure: MutationFailure = {
        error,
        endpoint: endpoint.name,
        args,
        retry: () => {
          const complete = () => errors.get(error)?.();
          client.fetch(endpoint, args).subscribe({ error: () => undefined, complete });
        },
        dismiss: () => {
          failures.delete(row);
          changed();
        },
      };
      failures.set(row, [mutation, failure]);
    }
  }
  changed();
}

/** Whether an entity is the one that a row shows. Several caches may have a row with the same key. */
function isOf(row: Row, entity: Entity): boolean {
  const type = entity.constructor as EntityClass;
  if (row.plan.identity !== planOf(type).identity) return false;
  const { index, mirrors } = row.table;
  const pk = canonicalPk(entity.pk());
  return [index, ...mirrors.map((mirror) => mirror.index)].some((each) => {
    const own = each.get(pk!);
    return typeof own === 'object' && own.pk === row.pk && own.value === entity;
  });
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

/**
 * Returns the failure of the mutation of an entity that was called last; `undefined` if it succeeded, or while it is
 * pending. In a template or a `computed`, the result follows the mutations. Failures of entities whose class is asked for
 * are not reported to Angular's `ErrorHandler`.
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
  mutationListener.shows ??= (error) =>
    // A created entity that failed is gone, so its failure is shown nowhere.
    [...failures].some(
      ([row, [, each]]) => each.error === error && row.data && shown.has(row.plan.identity),
    );
  return untracked(() => [...failures].find(([row]) => isOf(row, entity))?.[1][1]);
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
