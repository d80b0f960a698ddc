import type { PendingRow, StoredFields, StoredRow } from 'ngx-cache-query/extensions';
import type { FieldAnswer } from './devtools-source';
import { originIn, type Origin } from './origins';
import type { Recorder } from './recorder';
import { type Hide, shownFields } from './redaction';
import { inWords, originInWords } from './words';

/** Answers where the values of a row come from, at the time that is shown. */
export class RowAnswers {
  readonly #row: StoredRow | undefined;
  readonly #hide: Hide | undefined;
  readonly #pending: PendingRow | undefined;

  constructor(
    private readonly recorder: Recorder,
    private readonly table: string,
    private readonly pk: string,
  ) {
    const { cache, redaction, travel } = recorder;
    this.#row = travel.contents.row(table, pk);
    this.#hide = redaction.of(table);
    const isPresent = travel.at === undefined;
    this.#pending = isPresent ? shownPending(cache.pending(table, pk), this.#hide) : undefined;
  }

  all(): FieldAnswer[] {
    return Object.keys(this.#row?.fields ?? {}).map((field) => this.of(field));
  }

  of(field: string): FieldAnswer {
    const row = this.#row;
    const hide = this.#hide;
    const pending = this.#pending;
    const stored = row?.fields[field];
    const value = hide ? hide(field, stored) : stored;
    const origin = row && this.#originOf(field);
    const own = pending?.changes.filter(({ fields }) => fields && field in fields).at(-1);
    const isShown = own && !own.isAnswered;
    const under = inWords(pending?.server?.[field]);
    const over = isShown ? ` Request ${own.request} is in flight. The server has ${under}.` : '';
    const text = row
      ? `${inWords(value)} ${originInWords(origin)}.${over}`
      : 'The cache does not contain the row.';
    return { field, value, isHidden: !Object.is(value, stored), origin, pending, text };
  }

  /** In the past, the last recorded commit until then. */
  #originOf(field: string): Origin | undefined {
    const { pk, recorder, table } = this;
    const { commits, origins, travel } = recorder;
    const { at = Infinity } = travel;
    const newest = origins.of(table, pk, field);
    return newest && newest.commit <= at ? newest : originIn(commits, { table, pk, field }, at);
  }
}

function shownPending(
  pending: PendingRow | undefined,
  hide: Hide | undefined,
): PendingRow | undefined {
  if (!pending) return undefined;
  const shown = (fields: StoredFields | undefined) => fields && shownFields(fields, hide);
  return {
    server: shown(pending.server),
    changes: pending.changes.map((change) => ({ ...change, fields: shown(change.fields) })),
  };
}
