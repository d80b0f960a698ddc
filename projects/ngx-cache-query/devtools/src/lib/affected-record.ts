import type { Queryable } from 'ngx-cache-query';
import type { AffectedQuery } from 'ngx-cache-query/extensions';
import type { QueryRecord, RowRecord } from './records';

/** A result that a commit affected. What the commit did to it is known later. */
export class AffectedRecord implements QueryRecord {
  readonly queryable: Queryable;
  readonly args: readonly unknown[];
  readonly key: string;

  constructor(
    private readonly query: AffectedQuery,
    readonly name: string,
    readonly rows: readonly RowRecord[],
  ) {
    this.queryable = query.queryable;
    this.args = query.args;
    this.key = query.key;
  }

  get runs(): number {
    return this.query.runs;
  }

  get ms(): number {
    return this.query.ms;
  }

  get hasEmitted(): boolean {
    return this.query.hasEmitted;
  }
}
