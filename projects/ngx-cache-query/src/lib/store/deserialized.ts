import { deserializeError } from '../schema/entity/deserialize-error';
import type { EntityPlan } from '../schema/entity/entity-plan';
import { type Fields, ownField } from '../util/plain-data';

/** In place of a value that was not made, since the raw one is what it was. */
export const NOT_MADE: unique symbol = Symbol('not made');

/** What the deserializers of a class made of one record, field by field. */
interface Made {
  readonly record: Fields;
  readonly values: readonly unknown[];
}

/** What gives a reader of rows an array beside them. */
interface Columns {
  addColumn<T>(): (T | undefined)[];
}

/** A table whose classes may have deserializers. */
interface WithDeserialized {
  readonly deserialized: Deserialized[] | undefined;
}

/**
 * What the deserializers of one class make of records when they are written. So a deserializer that throws refuses the
 * write. The values are kept until the first instance takes them: so a deserializer runs once for one raw value, unless
 * the write waited or was rolled back.
 */
export class Deserialized {
  /** By the slots of the table. */
  readonly #made: (Made | undefined)[];

  constructor(
    readonly plan: EntityPlan,
    table: Columns,
  ) {
    this.#made = table.addColumn();
  }

  /**
   * Makes the values of fields that are another raw value now.
   *
   * @param slot of the record before, when there is one
   * @throws CacheError NCQ1012 when a deserializer throws
   */
  make(before: Fields | undefined, slot: number, after: Fields): Made {
    const known = before && this.#made[slot];
    const values = this.plan.deserializers.map(([name, make], i) => {
      const raw = ownField(after, name);
      if (raw === undefined || raw === null) return NOT_MADE;
      if (before !== undefined && ownField(before, name) === raw) {
        return known?.record === before ? known.values[i] : NOT_MADE;
      }
      try {
        return make(raw as never);
      } catch (error) {
        throw deserializeError(this.plan, after, name, error);
      }
    });
    return { record: after, values };
  }

  /** Keeps what was made of the record that is at a slot now. */
  keep(slot: number, made: Made): void {
    this.#made[slot] = made;
  }

  /** What was made of a record, if it is still kept. */
  of(slot: number | undefined, record: Fields): readonly unknown[] | undefined {
    const made = slot === undefined ? undefined : this.#made[slot];
    return made?.record === record ? made.values : undefined;
  }

  /** An instance has taken what was made of the record at a slot. */
  drop(slot: number | undefined): void {
    if (slot !== undefined) this.#made[slot] = undefined;
  }
}

/** Runs the deserializers of all classes of a table for a record that is about to be written. */
export function deserialize(
  { deserialized }: WithDeserialized,
  before: Fields | undefined,
  slot: number,
  after: Fields,
): readonly Made[] | undefined {
  return deserialized?.map((each) => each.make(before, slot, after));
}

/** Keeps what {@link deserialize} made, when the record is at its slot. */
export function keepDeserialized(
  { deserialized }: WithDeserialized,
  slot: number,
  made: readonly Made[] | undefined,
): void {
  made?.forEach((each, i) => deserialized![i].keep(slot, each));
}
