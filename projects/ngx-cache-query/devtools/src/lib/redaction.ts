import type { StoredFields } from 'ngx-cache-query/extensions';
import type { DevtoolsOptions } from './devtools-options';

/** Stands for the values of `sensitive` classes. */
const HIDDEN = '•••';

/** Returns what may be seen of the value of a field. */
export type Hide = (field: string, value: unknown) => unknown;

/** Hides what must not be seen. */
export class Redaction {
  readonly #redact: DevtoolsOptions['redact'];
  readonly #isSensitive: (table: string) => boolean;

  constructor({ redact }: DevtoolsOptions, isSensitive: (table: string) => boolean) {
    this.#redact = redact;
    this.#isSensitive = isSensitive;
  }

  /** Returns what hides the values of a table; `undefined` if all may be seen. */
  of(table: string): Hide | undefined {
    const redact = this.#redact;
    if (this.#isSensitive(table)) return () => HIDDEN;
    return redact && ((field, value) => redact({ table, field, value }));
  }

  /** Returns what may be seen of the arguments of a request. Their fields count as those of a table named as the endpoint. */
  args(endpoint: string, args: readonly unknown[], isSensitive: boolean): readonly unknown[] {
    if (isSensitive) return args.map(() => HIDDEN);
    const redact = this.#redact;
    const shown = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shown);
      if (typeof value !== 'object' || !value || value instanceof Blob || value instanceof Date)
        return value;
      const fields = Object.entries(value).map(([field, each]) => {
        return [field, redact!({ table: endpoint, field, value: shown(each) })];
      });
      return Object.fromEntries(fields) as unknown;
    };
    return redact ? args.map(shown) : args;
  }
}

/** Returns what may be seen of the fields of a row: a copy, or the fields themselves. */
export function shownFields(fields: StoredFields, hide: Hide | undefined): StoredFields {
  if (!hide) return fields;
  const shown = Object.entries(fields).map(([name, value]) => [name, hide(name, value)]);
  return Object.fromEntries(shown) as StoredFields;
}
