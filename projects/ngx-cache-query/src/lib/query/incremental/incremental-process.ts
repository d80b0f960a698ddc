import type { Entity } from '../../schema/entity/entity';
import type { Queryable } from '../../schema/query/queryable';
import type { EntityClass } from '../../schema/schema';
import type { Fields } from '../../util/plain-data';
import type { Channel, Source } from '../../graph/source';
import type { EntityCell } from '../../graph/entity-type';
import type { EntityType } from '../../graph/entity-type';

/** A `process` with this member, a {@link Follow}, can follow changes. */
export const FOLLOW: unique symbol = Symbol('follow');

/** What a live result asks of the cache. */
export interface LiveReader {
  /** An entity class as it is read. */
  typeOf(type: EntityClass): EntityType;
  /** The instance of a row, made of its record. */
  instance(cell: EntityCell, record: Fields): Entity;
  /** The instance of a row is not needed here, only what changes it. */
  release(cell: EntityCell): void;
}

/** A result that follows changes, for as long as somebody watches it. */
export interface LiveResult {
  /** What ticks when it may have changed. */
  readonly sources: readonly Source[];
  /** The result as of now: the same one as the last time when nothing changed. */
  read(): unknown;
  /** Lets go of what it follows. */
  end(): void;
}

/** Entities of one class that a live result follows: all of them, or those in a list. */
export interface Followed {
  readonly type: EntityType;
  /** Says which change. */
  readonly channel: Channel;
}

/** Whose changes a live result follows. */
export interface Following {
  /** Whether anything is known of them. */
  readonly isKnown: boolean;
  /** What ticks when that changes. */
  readonly knowledge: readonly Source[];
  /** What ticks at each change. */
  readonly sources: readonly Source[];
  /** Begins to follow. */
  begin(): readonly Followed[];
  /** Follows no more. */
  end(): void;
}

/** How a `process` follows changes. */
export interface Follow {
  /** What it can follow of a schema; `undefined` when it must be read. */
  entities(reader: LiveReader, schema: Queryable, args: readonly unknown[]): Following | undefined;
  /** Makes a live result of entities of some classes. */
  make(reader: LiveReader, entities: readonly Followed[], args: readonly unknown[]): LiveResult;
}
