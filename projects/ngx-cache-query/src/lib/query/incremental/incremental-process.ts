import type { Entity } from '../../schema/entity/entity';
import type { Queryable } from '../../schema/queryable';
import type { EntityClass } from '../../schema/schema';
import type { Fields } from '../../util/plain-data';
import type { RowChangeFeed, Source } from '../../graph/source';
import type { EntityCell } from '../../graph/entity-type';
import type { EntityType } from '../../graph/entity-type';

/** The part of the cache that an incremental result reads. */
export interface IncrementalReader {
  /** Returns the entity type of a class. */
  typeOf(type: EntityClass): EntityType;
  /** Returns the instance of a row. If there is no current instance, creates one from `record`. */
  instance(cell: EntityCell, record: Fields): Entity;
  /** Drops the instance of a row. Changes to the row are still reported. */
  dropInstance(cell: EntityCell): void;
}

/** A result that is maintained incrementally while it has observers. */
export interface IncrementalResult {
  /** The sources on which the result depends. If the version of one of them increases, the result may have changed. */
  readonly sources: readonly Source[];
  /** Returns the current result. If nothing changed, returns the same object as before. */
  read(): unknown;
  /** Stops observing the sources. */
  end(): void;
}

/**
 * The entities of one class that are the input of an incremental result. These are all entities of the class, or some
 * of them, such as the entities in a list.
 */
export interface RowSource {
  readonly type: EntityType;
  /** Reports changes to the rows of this source. */
  readonly changes: RowChangeFeed;
}

/** The input of an incremental result. */
export interface SourceSet {
  /** Whether the complete input is in the cache. If `false`, the result is unknown. */
  readonly isKnown: boolean;
  /** Whenever {@link isKnown} changes, the version of at least one of these sources increases. */
  readonly knowledge: readonly Source[];
  /** The sources whose versions increase with each change to the input. */
  readonly sources: readonly Source[];
  /** Starts to report changes. Returns the entities of the input, grouped by class. */
  begin(): readonly RowSource[];
  /** Stops reporting changes. */
  end(): void;
}

/** Defines how the result of a `process` function is maintained incrementally. */
export interface IncrementalProcess {
  /** Returns the input that `schema` describes. Returns `undefined` if the schema must be read as a whole. */
  sourcesOf(
    reader: IncrementalReader,
    schema: Queryable,
    args: readonly unknown[],
  ): SourceSet | undefined;
  /** Creates the incremental result for the given entities. */
  make(
    reader: IncrementalReader,
    entities: readonly RowSource[],
    args: readonly unknown[],
  ): IncrementalResult;
}
