import {
  type ɵFieldKey as FieldKey,
  type ɵFields as Fields,
  ɵfieldKeyOf as fieldKeyOf,
  ɵkeyOfItem as keyOfItem,
} from 'ngx-cache-query';
import type { Args, ViewStep } from './step';
import { TestStep } from './where';

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
): ViewStep<readonly T[], T[], P> {
  return new WhereEquals(fields);
}

/** The values that are compared, and the sorted names of their fields. */
export interface Wanted {
  readonly fields: readonly string[];
  readonly values: Fields;
}

export class WhereEquals<T, P extends readonly unknown[]> extends TestStep<T, P> {
  constructor(private readonly fields: EqualFields<T> | ((...args: P) => EqualFields<T>)) {
    super();
  }

  /** Returns the values that the fields of a row must have, for the given arguments. */
  wanted(args: Args): Wanted {
    const { fields } = this;
    const values = (typeof fields === 'function' ? fields(...(args as P)) : fields) as Fields;
    const names = Object.keys(values).filter((name) => values[name] !== undefined);
    return { fields: names.sort(), values };
  }

  override test(args: Args): (item: unknown) => boolean {
    const { fields, values } = this.wanted(args);
    if (fields.length === 0) return () => true;
    const keys = new Map<unknown, readonly [FieldKey, wanted: unknown]>();
    return (item) => {
      const type = (item as object).constructor;
      let known = keys.get(type);
      if (known === undefined) {
        const key = fieldKeyOf(item, fields);
        keys.set(type, (known = [key, key.ofWanted(values)]));
      }
      const [key, wanted] = known;
      return Object.is(keyOfItem(key, item), wanted);
    };
  }
}
