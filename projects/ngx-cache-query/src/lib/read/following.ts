import { All } from '../schema/all';
import { Collection } from '../schema/collection';
import { planOf } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import type { Queryable } from '../schema/queryable';
import type { EntityClass } from '../schema/schema';
import type { Source } from './beacon';
import { areKnown, type EntityType } from './entity-type';
import type { Followed, Following, LiveReader } from './live-result';
import { Membership } from './membership';

/** What can be followed of a schema; `undefined` when it must be read. */
export function followingOf(
  reader: LiveReader,
  schema: Queryable,
  args: readonly unknown[],
): Following | undefined {
  if (schema instanceof All) return new FollowedAll(reader, schema.types);
  if (!(schema instanceof Collection)) return undefined;
  const list = new FollowedList(reader, schema.rows, schema.pkOf(args));
  return list.isMap ? undefined : list;
}

/** All entities of some classes. */
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
