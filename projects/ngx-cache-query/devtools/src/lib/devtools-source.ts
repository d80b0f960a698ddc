import type { Signal } from '@angular/core';
import type { PendingRow, StoredRow, TableInfo } from 'ngx-cache-query/extensions';
import type { Origin } from './origins';
import type { CommitRecord, RequestRecord } from './records';

/** Where the value of a field comes from. */
export interface FieldAnswer {
  readonly field: string;
  /** The value as it is stored, with keys in place of relations. */
  readonly value: unknown;
  /** Whether `redact` or `sensitive` hides the value. */
  readonly isHidden: boolean;
  /** The commit that has set it; `undefined` if it came before the devtools, or is no longer recorded. */
  readonly origin: Origin | undefined;
  /** What mutations in flight do to the row, over what the server has; `undefined` if none does. */
  readonly pending: PendingRow | undefined;
  /** The answer as a sentence. */
  readonly text: string;
}

/** A table, and the memory that its rows take. */
export interface TableAnswer extends TableInfo {
  /** An estimate from the first rows, in bytes: two for each character of their JSON. */
  readonly bytes: number;
}

/**
 * What the panel shows: a cache, or a session that was recorded. All values are without what must not be seen. The tables
 * and rows are those of the time that is shown.
 */
export interface DevtoolsSource {
  readonly name: string;
  /** Changes with each commit, each change of a request and each step in time. */
  readonly changes: Signal<number>;
  /** The commits, newest first. */
  readonly commits: Signal<readonly CommitRecord[]>;
  /** The requests, newest first. */
  readonly requests: Signal<readonly RequestRecord[]>;
  /** The number of the commit whose data is shown; `undefined` in the present, or after the last commit of a session. */
  readonly shownCommit: Signal<number | undefined>;
  /**
   * Shows the data after a commit.
   *
   * @returns `false` if the commit is not recorded
   */
  showCommit(id: number): boolean;
  /** Shows the present, or the data after the last commit of a session. */
  showNow(): void;
  tables(): readonly TableAnswer[];
  rows(table: string): readonly StoredRow[];
  row(table: string, pk: string): StoredRow | undefined;
  /** Returns where the values of all fields of a row come from. */
  whyRow(table: string, pk: string): readonly FieldAnswer[];
  /** Returns where the value of a field of a row comes from. */
  whyField(table: string, pk: string, field: string): FieldAnswer;
}

/** The number of rows whose size is measured. */
export const SAMPLE = 100;

/** Estimates the memory of a table from some of its rows, in bytes. */
export function bytesOf(sample: readonly StoredRow[], size: number): number {
  if (sample.length === 0) return 0;
  const characters = sample.reduce((sum, { fields }) => sum + JSON.stringify(fields).length, 0);
  return Math.round(((2 * characters) / sample.length) * size);
}
