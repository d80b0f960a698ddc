import { Entity, recordOf } from '../schema/entity';
import { planOf } from '../schema/plan';
import { FieldKey } from '../reactive/field-index';
import { type Fields, ownField } from '../util/plain-data';
import { type Args, type ViewStep, withArgs } from './step';

/**
 * Keeps the items for which `predicate` returns `true`.
 *
 * @param predicate receives the item and the arguments of the Query; must be pure
 *
 * @example
 * ```ts
 * view(where((user: User, { isAdmin }: { isAdmin: boolean }) => user.isAdmin === isAdmin));
 * ```
 */
export function where<T, U extends T, P extends readonly unknown[] = []>(
  predicate: (item: T, ...args: P) => item is U,
): ViewStep<readonly T[], U[], P>;
export function where<T, P extends readonly unknown[] = []>(
  predicate: (item: T, ...args: P) => boolean,
): ViewStep<readonly T[], T[], P>;
export function where(predicate: unknown): TestStep {
  return { test: (args) => withArgs(predicate as never, args) };
}

/** The values that the fields of an item must have. For a relation, the value can be a key instead of an entity. */
export type EqualFields<T> = {
  readonly [K in keyof T]?: T[K] extends object | null | undefined ? T[K] | string | number : T[K];
};

/**
 * Keeps the items whose fields have the given values. A field with the value `undefined` is not compared. Relations are
 * compared by key, Dates by time, and plain data by content.
 *
 * If `whereEquals` is the first step of a view over all entities of one class, it can use an index, so only matching
 * rows are evaluated. This is possible only if the compared fields have the same values in the cache and in the
 * entities that you read. The index cannot be used for accessors, for fields that `static schema` converts, or for
 * classes that override `fromJS`. If `static indexes` does not declare an index over these fields, the view creates its
 * own index. That index exists while the Query has subscribers.
 *
 * @param fields the values, or a function that receives the arguments of the Query and returns the values
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
export function whereEquals(fields: unknown): EqualStep {
  const wanted = (args: Args): Fields => {
    const values = (typeof fields === 'function' ? fields(...args) : fields) as Fields;
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
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
  const keys = new Map<unknown, readonly [key: FieldKey, wanted: unknown]>();
  return (item) => {
    const type = (item as object).constructor;
    let known = keys.get(type);
    if (known === undefined) {
      const key = new FieldKey(names, item instanceof Entity ? planOf(type as never) : undefined);
      keys.set(type, (known = [key, key.of((name) => wanted[name])]));
    }
    const record = item instanceof Entity ? recordOf(item) : undefined;
    const own = known[0].of((name, isRelation) => {
      const stored = record && isRelation ? ownField(record, name) : undefined;
      return stored === undefined ? (item as Fields)[name] : stored;
    });
    return Object.is(own, known[1]);
  };
}
