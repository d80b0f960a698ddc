import { planOf } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import type { EntityClass } from '../schema/schema';
import type { Source } from './beacon';
import type { EntityType } from './entity-type';
import type { Followed, LiveReader } from './live-result';
import { Membership } from './membership';

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

/** All entities of some classes. */
export class FollowedAll implements Following {
  readonly #types: readonly EntityType[];

  constructor(reader: LiveReader, types: readonly EntityClass[]) {
    this.#types = types.map((type) => reader.typeOf(type));
  }

  get isKnown(): boolean {
    return this.#types.some(({ table }) => table.known);
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
    // There is nothing to let go of.
  }
}

/** The entities in one list of a Collection. */
export class FollowedList implements Following {
  readonly #lists: EntityType;
  readonly #types: readonly EntityType[];
  #members: readonly Membership[] = [];

  /**
   * @param rows the class of the rows of lists
   * @param pk the key of the list
   */
  constructor(
    reader: LiveReader,
    rows: EntityClass,
    private readonly pk: Pk,
  ) {
    this.#lists = reader.typeOf(rows);
    this.#types = planOf(rows).list!.types.map((type) => reader.typeOf(type));
  }

  /** Whether it is an object with keys, whose order is none. */
  get isMap(): boolean {
    return this.#lists.plan.list!.isMap;
  }

  get isKnown(): boolean {
    return this.#lists.has(this.pk);
  }

  get knowledge(): readonly Source[] {
    return [this.#lists.cell(this.pk)];
  }

  get sources(): readonly Source[] {
    return [...this.knowledge, ...this.#types];
  }

  begin(): readonly Followed[] {
    this.end();
    this.#members = this.#types.map(
      (type) => new Membership(this.#lists.plan.list!, this.#lists, this.pk, type),
    );
    return this.#types.map((type, i) => ({ type, channel: this.#members[i] }));
  }

  end(): void {
    for (const members of this.#members) members.end();
    this.#members = [];
  }
}
