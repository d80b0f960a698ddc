import type { Entity } from '../../schema/entity/entity';
import type { Queryable } from '../../schema/query/queryable';
import type { EntityClass } from '../../schema/schema';
import type { Fields } from '../../util/plain-data';
import type { RowChangeFeed, Source } from '../../graph/source';
import type { EntityCell } from '../../graph/entity-type';
import type { EntityType } from '../../graph/entity-type';

/** A `process` with this member, a {@link IncrementalProcess}, can follow changes. */
export const INCREMENTAL: unique symbol = Symbol('follow');

/** What a live result asks of the cache. */
export interface IncrementalReader {
  /** An entity class as it is read. */
  typeOf(type: EntityClass): EntityType;
  /** The instance of a row, made of its record. */
  instance(cell: EntityCell, record: Fields): Entity;
  /** The instance of a row is not needed here, only what changes it. */
  dropInstance(cell: EntityCell): void;
}

/** A result that follows changes, for as long as somebody watches it. */
export interface IncrementalResult {
  /** What ticks when it may have changed. */
  readonly sources: readonly Source[];
  /** The result as of now: the same one as the last time when nothing changed. */
  read(): unknown;
  /** Lets go of what it follows. */
  end(): void;
}

/** Entities of one class that a live result follows: all of them, or those in a list. */
export interface RowSource {
  readonly type: EntityType;
  /** Says which change. */
  readonly changes: RowChangeFeed;
}

/** Whose changes a live result follows. */
export interface SourceSet {
  /** Whether anything is known of them. */
  readonly isKnown: boolean;
  /** What ticks when that changes. */
  readonly knowledge: readonly Source[];
  /** What ticks at each change. */
  readonly sources: readonly Source[];
  /** Begins to follow. */
  begin(): readonly RowSource[];
  /** Follows no more. */
  end(): void;
}

/** How a `process` follows changes. */
export interface IncrementalProcess {
  /** What it can follow of a schema; `undefined` when it must be read. */
  sourcesOf(
    reader: IncrementalReader,
    schema: Queryable,
    args: readonly unknown[],
  ): SourceSet | undefined;
  /** Makes a live result of entities of some classes. */
  make(
    reader: IncrementalReader,
    entities: readonly RowSource[],
    args: readonly unknown[],
  ): IncrementalResult;
}
