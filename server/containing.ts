import type { Filter } from './resource-router';
import { text } from './rules';

/** Rows with the given text somewhere in a column, in any case. */
export function containing(column: string): Filter {
  return {
    rule: text(0, 100),
    where: `${column} LIKE ? ESCAPE '\\'`,
    bind: (value) => `%${String(value).replace(/[\\%_]/g, '\\$&')}%`,
  };
}
