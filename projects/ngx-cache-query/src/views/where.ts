import { bucketKeyOf } from '../reactive/field-index';
import { Entity, recordOf } from '../schema/entity';
import type { EntityClass } from '../schema/schema';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import { type Fields, keep, ownField } from '../util/plain-data';
import { type Args, selecting, type Test, type ViewStep } from './step';

/**
 * Keeps the items for which `predicate` returns `true`.
 *
 * @param predicate receives the item and the arguments of the Query
 */
export function where<T, U extends T, P extends readonly unknown[] = []>(
  predicate: (item: T, ...args: P) => item is U,
): ViewStep<readonly T[], U[], P>;
export function where<T, P extends readonly unknown[] = []>(
  predicate: (item: T, ...args: P) => boolean,
): ViewStep<readonly T[], T[], P>;
export function where(predicate: unknown): TestStep {
  return { test: (args) => selecting(predicate, args) as Test };
}

/** The values that the fields of an item must have. A relation can be a key. */
export type EqualFields<T> = {
  readonly [K in keyof T]?: T[K] extends object | null | undefined ? T[K] | string | number : T[K];
};

/**
 * Keeps the items whose fields have the given values; `undefined` is not compared. Relations are compared by key, Dates
 * by time, and plain data by content. As the first step over all entities of a class, it uses an index.
 *
 * @param fields the values, or a function of the arguments of the Query
 *
 * @example
 * ```ts
 * view(whereEquals<User>({ isAdmin: true }));
 * view(whereEquals<User, [{ team: string }]>(({ team }) => ({ team })));
 * ```
 */
export function whereEquals<T, P extends readonly unknown[] = []>(
  fields: EqualFields<NoInfer<T>> | ((...args: P) => EqualFields<NoInfer<T>>),
): ViewStep<readonly T[], T[], P>;
export function whereEquals(fields: Fields | ((...args: Args) => Fields)): EqualStep {
  const wanted = (args: Args): Fields => {
    const values = typeof fields === 'function' ? fields(...args) : fields;
    return keep(values, (_, value) => value !== undefined);
  };
  return { test: (args) => equalTo(wanted(args)), wanted };
}

type TestStep = ViewStep<readonly never[], never[], never>;

/** A `whereEquals`, which can use an index. */
export interface EqualStep extends TestStep {
  /** Returns the values that the fields of an item must have. */
  readonly wanted: (args: Args) => Fields;
}

/** Returns a function that tests whether an item has the given values. */
function equalTo(wanted: Fields): (item: unknown) => boolean {
  const names = Object.keys(wanted);
  let last: Plan | null | undefined = null;
  let key: unknown;
  return (item) => {
    const entity = item instanceof Entity ? item : undefined;
    const plan = entity && planOf(entity.constructor as EntityClass);
    if (plan !== last) key = bucketKeyOf((last = plan), names, (name) => wanted[name]);
    const record = entity && recordOf(entity);
    const own = bucketKeyOf(plan, names, (name) => {
      // The related entity may not be in the cache.
      const isKey = record && isEntityClass(plan!.type.schema[name]);
      return (isKey ? ownField(record, name) : undefined) ?? (item as Fields)[name];
    });
    return Object.is(own, key);
  };
}
