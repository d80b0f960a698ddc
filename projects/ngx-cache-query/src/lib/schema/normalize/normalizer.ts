import {
  copyData,
  type Fields,
  isObject,
  isPlainObject,
  isRow,
  ownField,
  setField,
} from '../../util/plain-data';
import { Batch } from './batch';
import { isSchemaNode } from '../denormalizer';
import { Entity, propsOf, recordOf } from '../entity/entity';
import { defaultOf } from '../entity/entity-default';
import { type EntityPlan, isEntityClass, planOf } from '../entity/entity-plan';
import {
  invalidError,
  missingPkError,
  notAnEntityError,
  tooDeepError,
  wrongShapeError,
} from './normalize-errors';
import { locatedError, LOOKS_CYCLIC } from './located-error';
import { checkNoQuery } from '../checks/misplaced-query';
import { checkOneSchema } from '../checks/single-item-schema';
import { canonicalPk, type Pk } from '../entity/pk';
import type { EntityClass, SchemaLike, SchemaFields } from '../schema';
import { checkSchemaAt } from '../checks/undefined-schema';
import { warnOfUnknownFields } from './unknown-fields';

declare const ngDevMode: unknown;

/** Assigns ids to entities that have none yet. */
export interface IdSource {
  /** Returns the row with a new id. The id has the type that the Entity class declares. */
  identify(plan: EntityPlan, row: Fields): Fields;
}

/** The nesting depth above which entities are rejected. */
const TOO_DEEP = 1_000;

/**
 * Traverses an input and collects its entities in a {@link Batch}. Tracks the current location in the input for error
 * messages. Does not change the input and does not write to the cache.
 */
export class Normalizer {
  readonly batch = new Batch();
  /** The path to the current location, such as `['results', 3, 'user']`. */
  readonly path: (string | number)[] = [];
  /** The number of entities that enclose the current location. */
  depth = 0;
  /** The number of arrays and `schema.Values` that enclose the current location. */
  arrayDepth = 0;
  #cyclic: Map<unknown, Pk> | undefined;
  #input: unknown;
  /** The existing row of the outermost entity, if the input contains only some of the entity's fields. */
  #existing: Fields | undefined;

  /**
   * @param source the name of the endpoint or method for error messages, such as `GET /users` or `set(User)`
   * @param args the arguments of the endpoint
   * @param isMutation whether the input is the response to a mutation
   * @param ids assigns ids to entities that have none, if the input is an optimistic response
   */
  constructor(
    readonly source: string,
    readonly args: readonly unknown[] = [],
    readonly isMutation = false,
    readonly ids?: IdSource,
  ) {}

  /**
   * Normalizes the whole input. Returns the value to store, which contains keys in place of entities.
   *
   * @param isLater whether the batch is committed later; if so, it must not share data with the input
   */
  begin(schema: SchemaLike, input: unknown, isLater = false): unknown {
    this.#input = input;
    return this.locating(() => {
      const stored = this.visit(schema, input);
      if (isLater) this.batch.detach();
      return stored;
    });
  }

  /**
   * Runs code that normalizes or stores the input. If this code throws, adds the location or the source to the error.
   */
  locating<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw locatedError(error, this, this.#input);
    }
  }

  /** Normalizes a part of the input with the given schema. */
  visit(schema: SchemaLike, input: unknown, parent?: unknown, key?: string): unknown {
    if (isEntityClass(schema)) return this.entity(schema, input, parent, key);
    if (Array.isArray(schema)) {
      checkOneSchema(schema, this);
      return this.items(schema[0] as SchemaLike, input, parent, key);
    }
    if (isSchemaNode(schema)) return schema.normalize(input, parent, key, this);
    if (isPlainObject(schema)) return this.fields(schema, input);
    if (typeof ngDevMode === 'undefined' || ngDevMode) checkNoQuery(this, schema);
    return copyData(input);
  }

  /** Normalizes one entity, and returns its key. */
  entity(type: EntityClass, input: unknown, parent?: unknown, key?: string): Pk | undefined {
    return this.#entity(planOf(type), input, parent, key);
  }

  #entity(
    plan: EntityPlan,
    input: unknown,
    parent: unknown,
    key: string | undefined,
  ): Pk | undefined {
    if (input instanceof Entity) return this.#instance(plan, input, parent, key);
    // Inside another entity, a string or a number is a key and not an item.
    const isItem = isObject(input) || (this.depth === 0 && input != null);
    const seen = isItem && this.depth > LOOKS_CYCLIC ? this.#seenBefore(input) : undefined;
    if (seen !== undefined) return seen;
    const given = (
      plan.ownProcess && isItem ? plan.type.process(input, parent, key, this.args) : input
    ) as Fields | undefined;
    if (!isRow(input) && !isRow(given)) return this.#reference(plan, input);
    const row = this.ids && given ? this.#identified(plan, given, parent, key) : given;
    const whole = this.#whole(row ?? (input as Fields));
    const pk = this.#pkOf(plan, whole, parent, key);
    if (row === undefined) {
      this.batch.remove(plan, pk);
      return pk;
    }
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfUnknownFields(plan, whole);
    const complaint = plan.ownValidate ? plan.type.validate(whole) : undefined;
    if (complaint !== undefined) throw invalidError(this, plan.name, pk, complaint);
    this.#cyclic?.set(input, pk);
    if (plan.relations.length === 0) this.batch.put(plan, pk, row);
    else this.batch.put(plan, pk, this.#relations(plan, row), 'fields');
    return pk;
  }

  /**
   * Normalizes an entity that the cache created. If the entity is written to its own table, adds its record to the
   * batch. Otherwise, normalizes the fields of the entity.
   */
  #again(
    plan: EntityPlan,
    entity: Entity,
    parent: unknown,
    key: string | undefined,
  ): Pk | undefined {
    const row = recordOf(entity);
    const pk = canonicalPk(entity.pk(parent, key, this.args));
    const isOwn = planOf(entity.constructor as EntityClass).identity === plan.identity;
    if (row === undefined || pk === undefined || !isOwn) {
      return this.#entity(plan, { ...entity }, parent, key);
    }
    this.batch.put(plan, pk, row);
    return pk;
  }

  /**
   * Normalizes an entity instance. If user code created the instance with `fromJS`, its props are normalized. An
   * instance that the cache created is treated as a reference if it is inside another entity. If such an instance is
   * not inside another entity, it is written again.
   */
  #instance(
    plan: EntityPlan,
    entity: Entity,
    parent: unknown,
    key: string | undefined,
  ): Pk | undefined {
    const props = propsOf(entity);
    if (props !== undefined) return this.#entity(plan, props, parent, key);
    if (this.depth === 0) return this.#again(plan, entity, parent, key);
    return entity === defaultOf(plan.type) ? undefined : canonicalPk(entity.pk());
  }

  /**
   * Normalizes some fields of an entity that already has a row. `pk` and `validate` receive these fields merged with
   * the fields of the existing row.
   */
  entityOver(type: EntityClass, input: Fields, existing: Fields): Pk | undefined {
    this.#existing = existing;
    return this.begin(type, input) as Pk | undefined;
  }

  /** Normalizes an array of items with the schema `item`. Skips items that are `null` or `undefined`. */
  items(item: SchemaLike, input: unknown, parent?: unknown, key?: string): unknown[] {
    const items = this.array(input);
    if (isEntityClass(item)) {
      const plan = planOf(item);
      this.batch.markListed(plan);
      return this.each(items, (value) => this.#entity(plan, value, parent ?? items, key));
    }
    this.markListed(item);
    return this.each(items, (value) => this.visit(item, value, parent ?? items, key));
  }

  /**
   * Records, for each Entity class of `item`, that the input contains a list of entities of that class. The list can be
   * empty.
   */
  markListed(item: SchemaLike): void {
    checkSchemaAt(this, 'the schema of the items', item);
    if (isEntityClass(item)) this.batch.markListed(planOf(item));
    else if (isSchemaNode(item)) item.markListed?.(this);
  }

  /**
   * Returns `input` as an array.
   *
   * @throws CacheError NCQ1001 or NCQ1002 if `input` is not an array
   */
  array(input: unknown): readonly unknown[] {
    if (!Array.isArray(input)) throw wrongShapeError(this, 'an array', input);
    return input;
  }

  /**
   * Calls `visit` for each item that is neither `null` nor `undefined`, and returns the results. During the call, the
   * path of the current location contains the index of the item.
   */
  each(input: readonly unknown[], visit: (value: unknown) => unknown): unknown[] {
    const stored: unknown[] = [...input]; // A copy has no spare capacity, unlike an array that grows.
    let count = 0;
    const place = this.path.push(0) - 1;
    this.arrayDepth++;
    for (let i = 0; i < input.length; i++) {
      const value = input[i];
      if (value === undefined || value === null) continue;
      this.path[place] = i;
      stored[count++] = visit(value);
    }
    this.arrayDepth--;
    this.path.pop();
    stored.length = count;
    return stored;
  }

  /** Normalizes an object with named fields. Copies the fields that have no schema. */
  fields(schema: SchemaFields, input: unknown): Fields {
    if (!isRow(input)) {
      throw wrongShapeError(this, `an object with ${Object.keys(schema).join(', ')}`, input);
    }
    const stored: Record<string, unknown> = {};
    for (const name of Object.keys(input)) {
      if (!Object.hasOwn(schema, name)) setField(stored, name, copyData(input[name]));
    }
    for (const name of Object.keys(schema)) {
      checkSchemaAt(this, `the schema of "${name}"`, schema[name]);
      const value = ownField(input, name);
      if (value === undefined) continue;
      setField(stored, name, value === null ? null : this.at(name, schema[name], value, input));
    }
    return stored;
  }

  /** Calls {@link visit} for a named field. During the call, the path contains the name of the field. */
  at(name: string, schema: SchemaLike, value: unknown, parent: unknown): unknown {
    this.path.push(name);
    const stored = this.visit(schema, value, parent, name);
    this.path.pop();
    return stored;
  }

  /** Returns a copy of a row with keys in place of related entities. */
  #relations(plan: EntityPlan, row: Fields): Fields {
    if (this.depth > TOO_DEEP) throw tooDeepError(this);
    const stored = plan.copy(row);
    const { relations } = plan;
    this.depth++;
    for (let place = 0; place < relations.length; place++) {
      const [name, schema, isInherited] = relations[place];
      const value = isInherited ? ownField(stored, name) : stored[name];
      if (value === undefined || value === null) continue;
      const target = plan.targetOf(place);
      this.path.push(name);
      const reference =
        target === null
          ? this.visit(schema, value, row, name)
          : this.#entity(target, value, row, name);
      this.path.pop();
      if (reference === undefined) delete stored[name];
      else setField(stored, name, reference);
    }
    this.depth--;
    return stored;
  }

  /**
   * Returns `input` as the key of a related entity. Throws if `input` is not a key, or if no entity encloses the
   * current location.
   */
  #reference(plan: EntityPlan, input: unknown): Pk | undefined {
    const isKey =
      typeof input === 'string' || typeof input === 'number' || typeof input === 'bigint';
    if (isKey && this.depth > 0) return canonicalPk(input);
    throw notAnEntityError(this, plan.name, input);
  }

  #whole(row: Fields): Fields {
    return this.#existing === undefined || this.depth > 0 ? row : { ...this.#existing, ...row };
  }

  /** Returns a row of an optimistic response. Adds a temporary id if the row has no id. */
  #identified(plan: EntityPlan, row: Fields, parent: unknown, key: string | undefined): Fields {
    const pk = canonicalPk(this.#keyOf(plan, row, parent, key));
    return pk === undefined ? this.ids!.identify(plan, row) : row;
  }

  #keyOf(plan: EntityPlan, row: Fields, parent: unknown, key: string | undefined): unknown {
    return plan.ownPk
      ? plan.type.prototype.pk.call(row as unknown as Entity, parent, key, this.args)
      : ownField(row, 'id');
  }

  #pkOf(plan: EntityPlan, row: Fields, parent: unknown, key: string | undefined): Pk {
    const given = this.#keyOf(plan, row, parent, key);
    const pk = canonicalPk(given);
    if (pk === undefined) throw missingPkError(this, plan.name, row, given);
    return pk;
  }

  #seenBefore(input: unknown): Pk | undefined {
    this.#cyclic ??= new Map();
    return this.#cyclic.get(input);
  }
}
