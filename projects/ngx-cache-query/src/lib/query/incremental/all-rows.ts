import type { EntityClass } from '../../schema/schema';
import type { Source } from '../../graph/source';
import { areKnown, type EntityType } from '../../graph/entity-type';
import type { RowSource, SourceSet, IncrementalReader } from './incremental-process';

/** All entities of the given classes, as the input of an incremental result. */
export class AllRows implements SourceSet {
  readonly #types: readonly EntityType[];

  constructor(reader: IncrementalReader, types: readonly EntityClass[]) {
    this.#types = types.map((type) => reader.typeOf(type));
  }

  get isKnown(): boolean {
    return areKnown(this.#types);
  }

  get knowledge(): readonly Source[] {
    return this.#types.map(({ knowledge }) => knowledge);
  }

  get sources(): readonly Source[] {
    return this.#types;
  }

  begin(): readonly RowSource[] {
    return this.#types.map((type) => ({ type, changes: type }));
  }

  end(): void {
    // begin() opened nothing, so there is nothing to close.
  }
}
