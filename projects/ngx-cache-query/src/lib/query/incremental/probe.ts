import { type Entity, setRecord } from '../../schema/entity/entity';
import { defaultOf } from '../../schema/entity/entity-default';
import type { EntityPlan } from '../../schema/entity/entity-plan';
import { type Fields, ownField } from '../../util/plain-data';

/**
 * Provides an object that looks like an entity and exposes the fields of one row at a time. A function can use this
 * object to test many rows without creating an instance for each row. The instance of a row is created only if the
 * function reads a relation or a deserialized field.
 */
export class Probe {
  readonly #entity: Entity;
  #row: Fields = {};
  #made: Fields | undefined;

  /** @param make creates the instance of the current row */
  constructor(
    private readonly plan: EntityPlan,
    private readonly make: () => Entity,
  ) {
    const probe = new plan.type();
    const special = new Set([...plan.relations, ...plan.deserializers].map(([name]) => name));
    const defaults = defaultOf(plan.type) as unknown as Fields;
    for (const name of Object.keys(defaults)) {
      const get = special.has(name)
        ? () => this.#instance()[name]
        : this.#field(name, defaults[name]);
      Object.defineProperty(probe, name, { get, enumerable: true });
    }
    Object.setPrototypeOf(probe, this.#prototype(special));
    this.#entity = probe;
  }

  /** Whether an instance of the current row has been created. */
  get isMade(): boolean {
    return this.#made !== undefined;
  }

  /** Returns the object. Its fields now have the values of `row`. */
  show(row: Fields): Entity {
    this.#row = row;
    this.#made = undefined;
    setRecord(this.#entity, row);
    return this.#entity;
  }

  #instance(): Fields {
    return (this.#made ??= this.make() as unknown as Fields);
  }

  /**
   * Returns a getter for a field. The getter returns the default value if the field is missing. A field that is `null`
   * is not missing.
   */
  #field(name: string, byDefault: unknown): () => unknown {
    const isInherited = name in Object.prototype;
    return () => {
      const own = isInherited ? ownField(this.#row, name) : this.#row[name];
      return own === undefined ? byDefault : own;
    };
  }

  /**
   * Returns a prototype whose instances look up the fields that have no default value. Such a field is looked up in the
   * row first, and then in the class.
   */
  #prototype(special: ReadonlySet<string>): object {
    const get = (target: object, name: string | symbol, receiver: unknown): unknown => {
      if (typeof name === 'symbol' || this.plan.isReserved(name)) {
        return Reflect.get(target, name, receiver);
      }
      if (special.has(name)) return this.#instance()[name];
      const own = ownField(this.#row, name);
      return own === undefined ? Reflect.get(target, name, receiver) : own;
    };
    return new Proxy(Object.create(this.plan.type.prototype) as object, { get });
  }
}
