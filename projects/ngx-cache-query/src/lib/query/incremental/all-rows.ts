import type { EntityClass } from '../../schema/schema';
import type { Source } from '../../graph/source';
import { areKnown, type EntityType } from '../../graph/entity-type';
import type { Followed, Following, LiveReader } from './incremental-process';

/** All entities of some classes, as a live result follows them. */
export class FollowedAll implements Following {
  readonly #types: readonly EntityType[];

  constructor(reader: LiveReader, types: readonly EntityClass[]) {
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

  begin(): readonly Followed[] {
    return this.#types.map((type) => ({ type, channel: type }));
  }

  end(): void {
    // Nothing was opened.
  }
}
