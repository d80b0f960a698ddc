import { deserializeError } from '../schema/entity/deserialize-error';
import type { EntityPlan } from '../schema/entity/entity-plan';
import { type Fields, ownField } from '../util/plain-data';

/** A placeholder for a value that was not deserialized, because the raw value is missing or did not change. */
export const NOT_MADE: unique symbol = Symbol('not made');

/** The deserialized values of a record, in the order of the deserializers of the class. */
interface Made {
  readonly record: Fields;
  readonly values: readonly unknown[];
}

/** The part of the Table API that {@link Deserialized} uses. */
interface Columns {
  addColumn<T>(): (T | undefined)[];
}

/**
 * Stores the values that the deserializers of a class returned. Deserializers run before a record is written, so that
 * an error prevents the write. A value is kept until it is assigned to an instance. Therefore a deserializer runs once
 * for each raw value, and runs again only if the write was delayed or rolled back.
 */
export class Deserialized {
  /** For each slot, the values that were deserialized from its record. */
  readonly #made: (Made | undefined)[];

  constructor(
    readonly plan: EntityPlan,
    table: Columns,
  ) {
    this.#made = table.addColumn();
  }

  /**
   * Deserializes the fields whose raw values changed.
   *
   * @param slot the slot of `before`; ignored if `before` is `undefined`
   * @throws CacheError NCQ1012 if a deserializer throws
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

  /** Stores the values that {@link make} returned for the record of a slot. */
  keep(slot: number, made: Made): void {
    this.#made[slot] = made;
  }

  /** Returns the deserialized values of `record`, or `undefined` if they are no longer stored. */
  of(slot: number | undefined, record: Fields): readonly unknown[] | undefined {
    const made = slot === undefined ? undefined : this.#made[slot];
    return made?.record === record ? made.values : undefined;
  }

  /** Drops the deserialized values of the record in `slot`, for example after they were assigned to an instance. */
  drop(slot: number | undefined): void {
    if (slot !== undefined) this.#made[slot] = undefined;
  }
}

/** Runs the deserializers of all classes of a table on a record that is about to be written. */
export function deserialize(
  all: readonly Deserialized[],
  before: Fields | undefined,
  slot: number,
  after: Fields,
): readonly Made[] {
  return all.map((each) => each.make(before, slot, after));
}

/** Stores the values that {@link deserialize} returned. Called after the record has received its slot. */
export function keepDeserialized(
  all: readonly Deserialized[],
  slot: number,
  made: readonly Made[],
): void {
  made.forEach((each, i) => all[i].keep(slot, each));
}
