import type { Entity } from '../../schema/entity/entity';
import type { Queryable } from '../../schema/queryable';
import type { EntityClass } from '../../schema/schema';
import type { Fields } from '../../util/plain-data';
import type { RowChangeFeed, Source } from '../../graph/source';
import type { EntityCell } from '../../graph/entity-type';
import type { EntityType } from '../../graph/entity-type';

/** A `process` with this member, an {@link IncrementalProcess}, is maintained incrementally. */
export const INCREMENTAL: unique symbol = Symbol('incremental');

/** What an incremental result reads of the cache. */
export interface IncrementalReader {
  /** Returns the entity type of a class. */
  typeOf(type: EntityClass): EntityType;
  /** Returns the instance of a row, made of its record. */
  instance(cell: EntityCell, record: Fields): Entity;
  /** Drops the instance of a row; its changes are still reported. */
  dropInstance(cell: EntityCell): void;
}

/** A result that is maintained incrementally, for as long as it has observers. */
export interface IncrementalResult {
  /** The sources that get a new version when it may have changed. */
  readonly sources: readonly Source[];
  /** Returns the current result; the same object when nothing changed. */
  read(): unknown;
  /** Stops following its sources. */
  end(): void;
}

/** Entities of one class, as the input of an incremental result: all of them, or those in a list. */
export interface RowSource {
  readonly type: EntityType;
  /** Reports which of them change. */
  readonly changes: RowChangeFeed;
}

/** The input of an incremental result. */
export interface SourceSet {
  /** Whether the types are known. */
  readonly isKnown: boolean;
  /** The sources that get a new version when that changes. */
  readonly knowledge: readonly Source[];
  /** The sources that get a new version at each change. */
  readonly sources: readonly Source[];
  /** Begins to report changes. */
  begin(): readonly RowSource[];
  /** Stops reporting changes. */
  end(): void;
}

/** How a `process` is maintained incrementally. */
export interface IncrementalProcess {
  /** Returns the input that a schema describes; `undefined` when the schema must be read as a whole. */
  sourcesOf(
    reader: IncrementalReader,
    schema: Queryable,
    args: readonly unknown[],
  ): SourceSet | undefined;
  /** Makes the incremental result of some entities. */
  make(
    reader: IncrementalReader,
    entities: readonly RowSource[],
    args: readonly unknown[],
  ): IncrementalResult;
}
