import type { Entity } from '../schema/entity';
import type { EntityClass } from '../schema/schema';
import { type Pk, pkOf } from '../schema/pk';
import { isEntityClass } from '../schema/plan';
import { Query } from '../schema/query';
import { type Computable, type Queryable, type ReadContext, UNKNOWN } from '../schema/queryable';
import { isForeign, TWO_COPIES } from '../schema/mistakes';
import { CacheError } from '../util/cache-error';
import { recycle } from '../util/equality';
import { copyData, isObject, isPlain, setField } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import { indexOver } from './field-index';
import { active, type Journal, type Node, use } from './node';
import { Result } from './result';
import type { Row } from './row';
import { StoredReader } from './stored';
import type { Tables } from './tables';

declare const ngDevMode: unknown;

/** Whether the arguments disable a read. */
export function isSkipped(args: readonly unknown[]): boolean {
  return args.length === 1 && args[0] === null;
}

/** The results of a cache. All readers of one queryable and key share one result. */
export class Results extends StoredReader implements ReadContext {
  /** The number of sweeps that have begun. */
  sweeps = 0;
  /** The nodes that were read directly since the last sweep, which keeps them. */
  recent = new Set<Node>();
  /** Calls the `process` of a Query. Replaced by what measures it. */
  process = ({ queryable, args }: Result, input: unknown): unknown =>
    (queryable as Query<never, unknown[]>).process(input as never, ...args);
  /** Called in dev mode when a read finds nothing. */
  missed: ((queryable: Queryable, args: readonly unknown[]) => void) | undefined;
  /** In dev mode, the results of an earlier time, which subscribers and signals receive instead. */
  past: Results | undefined;
  /** Called in dev mode when a result becomes outdated. */
  outdated: ((result: Result) => void) | undefined;
  readonly #byQueryable = new Map<object, Map<unknown, Result>>();

  /** @param left called when a subscriber or a signal leaves a result */
  constructor(
    tables: Tables,
    readonly left: () => void,
  ) {
    super(tables, (node) => {
      if (active === undefined) this.recent.add(node);
      return use(node);
    });
  }

  get journal(): Journal {
    return this.tables.journal;
  }

  *[Symbol.iterator](): Iterator<Result> {
    for (const byKey of this.#byQueryable.values()) yield* byKey.values();
  }

  /** Returns the result of a queryable for its arguments. Arguments with equal keys share a result. */
  of(queryable: Queryable, args: readonly unknown[]): Result {
    if (!isObject(queryable) && typeof queryable !== 'function') throw notQueryable(queryable);
    let byKey = this.#byQueryable.get(queryable);
    if (!byKey) this.#byQueryable.set(queryable, (byKey = new Map<unknown, Result>()));
    const key = this.keyOf(queryable, args);
    let result = byKey.get(key);
    if (!result)
      byKey.set(key, (result = new Result(this, queryable, key, args.map(copyArgument))));
    return result;
  }

  /** Drops a result, unless something depends on it. Returns whether it was dropped. */
  drop(result: Result): boolean {
    if (!result.drop()) return false;
    const { queryable, key } = result;
    const byKey = this.#byQueryable.get(queryable);
    byKey?.delete(key);
    if (byKey?.size === 0) this.#byQueryable.delete(queryable);
    return true;
  }

  /** Drops all outdated values, because the cache was emptied. */
  forget(): void {
    for (const result of this) result.forget();
    for (const { lists } of this.tables.all) for (const list of lists) list.forget();
  }

  /** Completes all subscribers. */
  end(): void {
    for (const result of this) result.end();
    this.#byQueryable.clear();
    this.recent.clear();
    this.tables.end();
  }

  /** Returns the key under which equal reads share one result. */
  keyOf(queryable: Queryable, args: readonly unknown[]): unknown {
    const { key } = queryable as Partial<Computable>;
    if (typeof key === 'function' && !isEntityClass(queryable) && !isPlain(queryable)) {
      return (queryable as unknown as Computable).key(...(args as never));
    }
    // Most reads of an entity have a key that is a number, which needs no text.
    const [first] = args;
    return args.length === 1 && typeof first === 'number' ? first : structuralKey(args);
  }

  /** Returns the current value of a queryable, for the active node. */
  read(queryable: Queryable, args: readonly unknown[]): unknown {
    return queryable instanceof Query || isPlain(queryable)
      ? use(this.of(queryable as Queryable, args))
      : this.evaluate(queryable, args);
  }

  /** Reads a queryable that is not a Query. */
  evaluate(queryable: Queryable, args: readonly unknown[]): unknown {
    if (isEntityClass(queryable)) return this.#entity(queryable, args[0]) ?? UNKNOWN;
    if (isPlain(queryable)) return this.#join(queryable, args);
    const node = queryable as { read?(reader: ReadContext, args: readonly unknown[]): unknown };
    if (typeof node?.read !== 'function') throw notQueryable(queryable);
    return node.read(this, args);
  }

  /** Reads the schema of a Query. An equal join keeps its reference, and so does what no node keeps. */
  input(schema: Queryable, args: readonly unknown[], last: unknown): unknown {
    if (isPlain(schema)) return recycle(last, this.evaluate(schema, args));
    const value = this.read(schema, args);
    return (schema as { isFresh?: boolean }).isFresh ? recycle(last, value) : value;
  }

  compute(query: Computable, args: readonly unknown[]): unknown {
    return use(this.of(query as unknown as Queryable, args));
  }

  override entity(type: EntityClass, pk: Pk): Entity | undefined {
    const table = this.tables.for(type);
    // Outside a computation, a key that nothing references needs no row.
    if (active === undefined && table.record(pk) === undefined) return undefined;
    return super.entity(type, pk);
  }

  #entity(type: EntityClass, key: unknown): Entity | undefined {
    if (isPlain(key)) {
      const index = indexOver(this.tables.for(type), Object.keys(key));
      if (index) {
        const row = use(index.bucketOf(key)) as Row | undefined;
        return row && this.entity(type, row.pk);
      }
    }
    const pk = pkOf(type, key);
    return pk === undefined ? undefined : this.entity(type, pk);
  }

  /** Reads the members of a join. The join is unknown only while all members are. */
  #join(members: Record<string, Queryable>, args: readonly unknown[]): unknown {
    const join: Record<string, unknown> = {};
    let isKnown = false;
    for (const name of Object.keys(members)) {
      const value = this.read(members[name], args);
      if (value !== UNKNOWN) isKnown = true;
      setField(join, name, value === UNKNOWN ? undefined : value);
    }
    return isKnown ? join : UNKNOWN;
  }
}

/**
 * Returns a copy of an argument, so that the caller may change it later. An argument may contain itself.
 *
 * @throws CacheError NCQ1008 if it is nested too deeply
 */
function copyArgument(arg: unknown): unknown {
  try {
    return copyData(arg);
  } catch {
    structuralKey(arg); // Throws if the argument does not contain itself, but is nested too deeply.
    return arg;
  }
}

/** Creates error NCQ3002, which reports that `value` cannot be read. */
function notQueryable(value: unknown): CacheError {
  return new CacheError(
    'NCQ3002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${describe(value)} cannot be read. Expected a Query, schema.All, schema.Union, ` +
        `schema.Lazy, a Collection, a Scalar, an Entity class, an endpoint, or an object that contains these.`,
  );
}

function describe(value: unknown): string {
  if (isForeign(value)) return TWO_COPIES;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return `the function ${value.name || '(anonymous)'}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `an instance of ${value.constructor.name}`;
}
