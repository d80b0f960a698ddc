import {
  type ɵFieldKey as FieldKey,
  type ɵFields as Fields,
  ɵfieldKeyOf as fieldKeyOf,
} from 'ngx-cache-query';
import type { Args, ViewStep } from './step';
import { TestStep } from './where';

/** What fields of an item may be compared with: of a relation also its key. */
export type EqualFields<T> = {
  readonly [K in keyof T]?: T[K] extends object | null | undefined ? T[K] | string | number : T[K];
};

/**
 * Keeps the items whose fields have the given values; a field that is given `undefined` may have any.
 * A relation is compared by its key, a Date by its time, plain data by what it holds.
 *
 * As the first step it looks nothing else up: it reads an index that `static indexes` declares, or
 * keeps one of its own while it is watched, and only rows with these values are ever evaluated.
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

/** What is asked for, with its fields sorted. */
export interface Wanted {
  readonly fields: readonly string[];
  readonly values: Fields;
}

export class WhereEquals<T, P extends readonly unknown[]> extends TestStep<T, P> {
  constructor(private readonly fields: EqualFields<T> | ((...args: P) => EqualFields<T>)) {
    super();
  }

  /** What is asked for with these arguments. */
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
      return Object.is(key.ofItem(item), wanted);
    };
  }
}
