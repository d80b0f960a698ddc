import { copyData, type Fields, isPlainObject, ownField, setField } from '../../util/plain-data';
import { pathTo, TooDeepData } from '../../util/too-deep';
import { Batch } from './batch';
import { isSchemaNode } from '../denormalizer';
import { DeserializeError } from '../entity/deserialize-error';
import { Entity, propsOf, recordOf } from '../entity/entity';
import { defaultOf } from '../entity/entity-default';
import { type EntityPlan, isEntityClass, planOf } from '../entity/entity-plan';
import {
  invalidError,
  missingPkError,
  notAnEntityError,
  tooDeepDataError,
  tooDeepError,
  wrongShapeError,
} from './normalize-errors';
import { checkOneSchema } from '../checks/one-schema';
import { canonicalPk, type Pk } from '../entity/pk';
import type { EntityClass, SchemaLike, SchemaFields } from '../schema';
import { checkSchemaAt } from '../checks/undefined-schema';
import { warnOfUnknownFields } from './unknown-fields';

declare const ngDevMode: unknown;

/** Gives ids to entities that have none yet. */
export interface IdSource {
  /** Returns the row with an id of the type that its class has. */
  identify(plan: EntityPlan, row: Fields): Fields;
}

/** Entities nested this deep are checked for cycles; much deeper, the input is refused. */
const LOOKS_CYCLIC = 64;
const TOO_DEEP = 1_000;

/**
 * One walk over one input: collects its entities in a {@link Batch} and knows where it is, so that
 * an error can say so. Pure: the input is not changed, nothing is stored.
 */
export class Normalizer {
  readonly batch = new Batch();
  /** Where the walk is: `['results', 3, 'user']`. */
  readonly path: (string | number)[] = [];
  /** How many entities the walk is inside of. */
  depth = 0;
  /** How many arrays and `schema.Values` the walk is inside of. */
  arrayDepth = 0;
  #cyclic: Map<object, Pk> | undefined;
  #input: unknown;
  /** The row that the outermost entity is written over, when its fields are known to be partial. */
  #existing: Fields | undefined;

  /**
   * @param source what is normalized, for errors: `GET /users`, `set(User)`
   * @param args the arguments of the endpoint
   * @param isMutation whether the input answers a mutation
   * @param ids gives ids to entities without one, when the input is optimistic
   */
  constructor(
    readonly source: string,
    readonly args: readonly unknown[] = [],
    readonly isMutation = false,
    readonly ids?: IdSource,
  ) {}

  /**
   * Normalizes a whole input; returns what is to be stored in its place.
   *
   * @param isLater whether it is stored later than now, when the caller may have changed the input
   */
  begin(schema: SchemaLike, input: unknown, isLater = false): unknown {
    this.#input = input;
    return this.locating(() => {
      const stored = this.visit(schema, input);
      if (isLater) this.batch.detach();
      return stored;
    });
  }

  /** Runs what normalizes or stores the input; an error about data that is too deep gets its place in the input. */
  locating<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw this.#located(error);
    }
  }

  /**
   * What was thrown while the input was normalized or stored, with its place in the input if that was too deep, and
   * with the source if a deserializer threw it.
   * Data without a schema is walked for the first time when it is copied, and not for this.
   */
  #located(error: unknown): unknown {
    const { source } = this;
    if (error instanceof TooDeepData) {
      return tooDeepDataError({ source, path: pathTo(error.data, this.#input) });
    }
    if (error instanceof DeserializeError) return error.in(source);
    const isOurs = this.path.length > LOOKS_CYCLIC && isStackOverflow(error);
    return isOurs ? tooDeepDataError({ source, path: this.path.slice(0, 6) }) : error;
  }

  /** Normalizes a part of the input by any schema. */
  visit(schema: SchemaLike, input: unknown, parent?: unknown, key?: string): unknown {
    if (isEntityClass(schema)) return this.entity(schema, input, parent, key);
    if (Array.isArray(schema)) {
      if (schema.length !== 1) checkOneSchema(schema, this);
      return this.items(schema[0] as SchemaLike, input, parent, key);
    }
    if (isSchemaNode(schema)) return schema.normalize(input, parent, key, this);
    if (isPlainObject(schema)) return this.fields(schema, input);
    return copyData(input);
  }

  /** Normalizes one entity; returns its key. */
  entity(type: EntityClass, input: unknown, parent?: unknown, key?: string): Pk | undefined {
    return this.#entity(planOf(type), input, parent, key);
  }

  #entity(
    plan: EntityPlan,
    input: unknown,
    parent: unknown,
    key: string | undefined,
  ): Pk | undefined {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      return this.#reference(plan, input);
    }
    if (input instanceof Entity) return this.#instance(plan, input, parent, key);
    const seen = this.depth > LOOKS_CYCLIC ? this.#seenBefore(input) : undefined;
    if (seen !== undefined) return seen;
    const given = plan.ownProcess
      ? plan.type.process(input as Fields, parent, key, this.args)
      : (input as Fields);
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

  /** An entity of the cache, written by itself: its row as it is, or for another table what it shows. */
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

  /** An entity of the cache is a reference to it; one that was made by hand is the fields that it was made of. */
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

  /** Normalizes some fields of an entity that is in the cache: its key may come from there. */
  entityOver(type: EntityClass, input: Fields, existing: Fields): Pk | undefined {
    this.#existing = existing;
    return this.begin(type, input) as Pk | undefined;
  }

  /** Normalizes an array of `item`; `null` and `undefined` are skipped. */
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

  /** Notes that a list of what `item` describes was seen, empty or not. */
  markListed(item: SchemaLike): void {
    checkSchemaAt(this, 'the schema of the items', item);
    if (isEntityClass(item)) this.batch.markListed(planOf(item));
    else if (isSchemaNode(item)) item.markListed?.(this);
  }

  /** `input` when it is an array. */
  array(input: unknown): readonly unknown[] {
    if (!Array.isArray(input)) throw wrongShapeError(this, 'an array', input);
    return input;
  }

  /** Visits the items of an array that are there, each with its place in the path. */
  each(input: readonly unknown[], visit: (value: unknown) => unknown): unknown[] {
    const stored: unknown[] = [...input]; // has room for as many as there are, and for no more
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

  /** Normalizes an object with named fields; what has no schema is kept as it is. */
  fields(schema: SchemaFields, input: unknown): Fields {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw wrongShapeError(this, `an object with ${Object.keys(schema).join(', ')}`, input);
    }
    const fields = input as Fields;
    const stored: Record<string, unknown> = {};
    for (const name of Object.keys(fields)) {
      if (!Object.hasOwn(schema, name)) setField(stored, name, copyData(fields[name]));
    }
    for (const name of Object.keys(schema)) {
      checkSchemaAt(this, `the schema of "${name}"`, schema[name]);
      const value = ownField(fields, name);
      if (value === undefined) continue;
      setField(stored, name, value === null ? null : this.at(name, schema[name], value, input));
    }
    return stored;
  }

  /** {@link visit} of a named field, with its name in the path. */
  at(name: string, schema: SchemaLike, value: unknown, parent: unknown): unknown {
    this.path.push(name);
    const stored = this.visit(schema, value, parent, name);
    this.path.pop();
    return stored;
  }

  /** A copy of a row with keys in place of the entities that its relations lead to. */
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

  /** Inside of an entity a string or a number is the key of another; elsewhere it is a mistake. */
  #reference(plan: EntityPlan, input: unknown): Pk | undefined {
    const isKey =
      typeof input === 'string' || typeof input === 'number' || typeof input === 'bigint';
    if (isKey && this.depth > 0) return canonicalPk(input);
    throw notAnEntityError(this, plan.name, input);
  }

  #whole(row: Fields): Fields {
    return this.#existing === undefined || this.depth > 0 ? row : { ...this.#existing, ...row };
  }

  /** A row that is only expected, with a temporary id when it has none. */
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

  #seenBefore(input: object): Pk | undefined {
    this.#cyclic ??= new Map();
    return this.#cyclic.get(input);
  }
}

/** Whether an error says that the stack is full, as the engines say it. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack size|too much recursion/.test(error.message);
}
