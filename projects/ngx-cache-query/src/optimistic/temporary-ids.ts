import { type Pk, canonicalPk } from '../schema/pk';
import { type Plan, planOf } from '../schema/plan';
import type { Entity } from '../schema/entity';
import type { EntityClass } from '../schema/schema';
import { CacheError } from '../util/cache-error';
import { getOrInsert } from '../util/get-or-insert';
import { mappedDeep } from '../util/mapped';
import { ownField } from '../util/plain-data';

declare const ngDevMode: unknown;

/** -(2 ** 52). Numeric temporary ids are lower than this number. No server id is this low. */
const LOWEST = -4_503_599_627_370_496;
const PREFIX = 'temporary-';
/** The number that makes the temporary ids of this page differ from those of other pages. */
const PAGE = /* @__PURE__ */ (() => Math.floor(Math.random() * 2 ** 20))();
let count = 0;

/** Returns a temporary id of the type of a field. */
export function newTemporaryId({ defaults }: Plan, field: string): Pk {
  count++;
  return typeof ownField(defaults, field) === 'number'
    ? LOWEST - PAGE * 2 ** 32 - count
    : `${PREFIX}${PAGE}-${count}`;
}

/** What happens to a request that needs the server id of a created entity. */
type Waiting = (failure?: CacheError) => void;

/** The temporary ids that a cache has made, and the server ids that replace them. */
export class TemporaryIds {
  /** The requests that wait for the ids of entities whose creation is in flight. */
  readonly #open = new Map<Pk, Waiting[]>();
  readonly #served = new Map<Pk, Pk>();
  readonly #made = new Set<Pk>();

  add(id: Pk): void {
    if (this.#made.has(id)) return;
    this.#made.add(id);
    this.#open.set(id, []);
  }

  /** Returns the ids in some arguments for which the request must wait. */
  missingIn(args: readonly unknown[]): Set<Pk> {
    return idsIn(args, this.#open);
  }

  /**
   * Calls `send` with server ids in place of the temporary ids in some arguments: now, or when all of them are known.
   *
   * @param fail called with NCQ4004 if an entity was not created
   * @returns a function that stops waiting
   */
  whenKnown(
    args: readonly unknown[],
    send: (args: readonly unknown[]) => void,
    fail: (error: CacheError) => void,
  ): () => void {
    const missing = this.missingIn(args);
    let isOver = false;
    const ready = () => {
      const known = this.known(args);
      if (idsIn(known, this.#made).size > 0) fail(neverCreated());
      else send(known);
    };
    for (const id of missing) {
      this.#open.get(id)!.push((failure) => {
        missing.delete(id);
        if (isOver) return;
        if (failure) {
          isOver = true;
          fail(failure);
        } else if (missing.size === 0) ready();
      });
    }
    if (missing.size === 0) ready();
    return () => (isOver = true);
  }

  /** Notes the server id of an entity, for which requests may still wait. */
  serve(id: Pk, served: Pk): void {
    this.#served.set(id, served);
  }

  /** Returns arguments with the server ids that are known. */
  known(args: readonly unknown[]): readonly unknown[] {
    const replace = (value: unknown) => this.#served.get(value as Pk) ?? value;
    return this.#made.size === 0 ? args : mappedDeep(args, replace);
  }

  /**
   * Ends the wait for the id of an entity: it has its server id, or it was not created.
   *
   * @returns a function that tells the requests that wait for it
   */
  end(id: Pk, served: Pk | undefined): () => void {
    const waiting = this.#open.get(id) ?? [];
    this.#open.delete(id);
    return () => {
      for (const each of waiting) each(served === undefined ? neverCreated() : undefined);
    };
  }

  /** Forgets the entities, because the cache is emptied. */
  clear(): void {
    this.#served.clear();
  }
}

/** The temporary ids of created entities, by class and server id. */
const known = new WeakMap<EntityClass, Map<Pk, Pk>>();

/** Notes which temporary id an entity had. */
export function noteServerId({ type }: Plan, id: Pk, served: Pk): void {
  const ids = getOrInsert(known, type, () => new Map<Pk, Pk>());
  ids.set(served, id);
}

/**
 * Returns a string for `track` that stays the same when the server id replaces a temporary id, so that Angular keeps
 * the DOM nodes.
 *
 * @example
 * ```ts
 * protected readonly trackEntity = trackEntity; // @for (todo of todos(); track trackEntity(todo))
 * ```
 */
export function trackEntity(entity: Entity): string {
  const type = entity.constructor as EntityClass;
  const pk = canonicalPk(entity.pk());
  return `${planOf(type).name} ${known.get(type)?.get(pk!) ?? pk}`;
}

/** Whether an entity was created by an optimistic update and has no server id yet. Requests for it wait for that id. */
export function isTemporary(entity: Entity): boolean {
  return isTemporaryId(entity.pk());
}

/** A part of a composed key that may be a temporary id. */
const PART = /temporary-\d+-\d+|-\d{16}(?!\d)/g;

/** Whether a key is a temporary id, or is composed with one. */
export function isTemporaryId(pk: unknown): boolean {
  const parts = String(pk).match(PART) ?? [];
  return parts.some((part) => part.startsWith(PREFIX) || +part < LOWEST);
}

/** Error NCQ4004. */
function neverCreated(): CacheError {
  return new CacheError(
    'NCQ4004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      'the entity with this temporary id was not created, because the request to create it failed or was aborted. ' +
        'Other requests for this entity cannot be sent. Tell the user that the entity was not created, and offer a retry.',
  );
}

/** Returns those ids that some arguments contain. */
function idsIn(args: readonly unknown[], ids: ReadonlySet<Pk> | ReadonlyMap<Pk, unknown>): Set<Pk> {
  const found = new Set<Pk>();
  const note = (value: unknown) => {
    if (ids.has(value as Pk)) found.add(value as Pk);
    return value;
  };
  if (ids.size > 0) mappedDeep(args, note);
  return found;
}
