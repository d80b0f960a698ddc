import type { Entity } from '../schema/entity';
import type { EntityClass } from '../schema/schema';
import type { Fields } from '../util/plain-data';
import type { Channel, Source } from './beacon';
import type { EntityCell } from './entity-cell';
import type { EntityType } from './entity-type';

/** A `process` with this member can follow changes: it makes a {@link LiveResult}. */
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

/** Makes a live result of entities of some classes. */
export type Follow = (
  reader: LiveReader,
  entities: readonly Followed[],
  args: readonly unknown[],
) => LiveResult;
