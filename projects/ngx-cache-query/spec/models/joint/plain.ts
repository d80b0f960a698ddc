import { ref } from 'ngx-cache-query';
import { Link, Todo } from './todos';

/** Returns the rows in a value, also those in a list or a window. */
export function rowsIn(value: unknown): readonly Todo[] {
  if (value instanceof Todo) return [value];
  if (Array.isArray(value)) return value.flatMap(rowsIn);
  if (typeof value === 'object' && value !== null && 'items' in value) return rowsIn(value.items);
  return [];
}

/** The numbers of errors, because two errors can have the same text. */
const numbers = new WeakMap<Error, number>();
let count = 0;

/** Returns the data of a value or an emission as a text. Functions, such as `loadMore`, are no data. */
export function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) => {
      if (each instanceof Todo) return fieldsOf(each);
      // The key tells a renamed row from the one before, also while neither is shown.
      if (each instanceof Link) return { id: each.id, key: ref(each, 'items'), items: each.items };
      if (!(each instanceof Error)) return each;
      if (!numbers.has(each)) numbers.set(each, ++count);
      return `${each.message} (${numbers.get(each)})`;
    }) ?? 'undefined'
  );
}

const names = ['id', 'title', 'board', 'rank', 'score', 'session'] as const;

/** Returns the fields of a row as text, in a fixed order. */
export function fieldsOf(row: Partial<Todo>): string {
  return names.map((name) => String(row[name])).join(' ');
}
