import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import type { StoredName } from './stored-names';

/** What a cache contained at a time, and what its commits have changed since, as JSON. */
export interface StoredHistory {
  /** The tables, as they were before the first step. */
  readonly tables: readonly HistoryTable[];
  readonly steps: readonly HistoryStep[];
}

/** A row: its key, its fields, or `null` if there is none, and its place in the order of arrival. */
export type HistoryRow = readonly [pk: Pk, fields: Fields | null, place: number];

/** The rows of a table. */
export interface HistoryTable extends Pick<StoredName, 'kind' | 'name'> {
  /** The name of the table in the cache that was recorded. */
  readonly title: string;
  /** Whether a read of all entities in the table returns a list. */
  readonly isKnown: boolean;
  readonly rows: readonly HistoryRow[];
  /** The server ids of entities that were created optimistically, with their temporary ids, which are the keys of the rows. */
  readonly names: readonly (readonly [serverId: Pk, pk: Pk])[];
}

/** What a commit changed. */
export interface HistoryStep {
  /** The number of the commit. Steps that only changed responses have the number of the commit before. */
  readonly commit: number;
  /** The rows as they are after the commit, each with the number of its table. */
  readonly rows: readonly (readonly [table: number, ...row: HistoryRow])[];
  /** The tables that became known, or unknown again. */
  readonly known: readonly (readonly [table: number, isKnown: boolean])[];
}
