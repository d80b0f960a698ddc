import type { Filter } from './resource-router';
import { text } from './rules';

/** Selects the rows that contain the given text in a column. Case is ignored. */
export function containing(column: string): Filter {
  return {
    rule: text(0, 100),
    where: `${column} LIKE ? ESCAPE '\\'`,
    bind: (value) => `%${String(value).replace(/[\\%_]/g, '\\$&')}%`,
  };
}
