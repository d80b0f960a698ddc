import { type CacheError } from '../util/cache-error';
import {
  checkDepth,
  copyData,
  type Fields,
  isObject,
  isPlain,
  isRow,
  ownField,
} from '../util/plain-data';
import { setField, TOO_DEEP, TooDeepData } from '../util/plain-data';
import { undefinedText } from './checks';
import { checkForeign, checkNoQuery, checkOneSchema, warnOfLargeKey } from './mistakes';
import { warnOfUnknownFields } from './mistakes';
import { defaultOf, Entity, propsOf, recordOf } from './entity';
import type { EntityClass, SchemaFields, SchemaLike } from './entity';
import { entityTooDeep, invalid, misfit, missingPk } from './misfit';
import { notAnEntity, type Place, wrongShape } from './misfit';
import { canonicalPk, type Pk } from './pk';
import { isEntityClass, type Plan, planOf } from './plan';
import { isSchemaNode } from './schema';
import { keyOf, missingPart } from './key-parts';

declare const ngDevMode: unknown;

/** Thrown when a part of the input does not fit. The input is then read again, with its path, to create the error. */
const MISFIT = Symbol('misfit');

/** The nesting depth above which entities are checked for cycles, and the one above which they are rejected. */
const LOOKS_CYCLIC = 64;
const DEEPEST_ENTITY = 1_000;

/**
 * Converts an input into operations on rows, in the order in which they occur. Writes nothing: if a part of the input
 * is malformed, nothing has happened. Does not change the input.
 */
export class Normalizer implements Place {
  // The operations, in three arrays: many small objects would be garbage soon.
  readonly plans: Plan[] = [];
  readonly pks: Pk[] = [];
  /**
   * The rows to merge; `undefined` deletes the row. If the class has relations, the row is a shallow copy of the input.
   * Otherwise it belongs to the input, so it must be copied before it is stored.
   */
  readonly rows: (Fields | undefined)[] = [];
  /** The types of which the input contains a list, even an empty one. */
  readonly listed = new Set<Plan>();
  /** The path to the current location. Known only when an input that does not fit is read again. */
  path: (string | number)[] = [];
  /** The number of entities that enclose the current location. */
  depth = 0;
  /** The number of arrays and `schema.Values` that enclose the current location. */
  arrayDepth = 0;
  #tracks = false;
  #cyclic: Map<unknown, Pk> | undefined;

  /**
   * @param source the name of the endpoint or method for error messages, such as `GET /users` or `set(User)`
   * @param args the arguments of the endpoint
   * @param isMutation whether the input is the response to a mutation
   * @param existing the stored row of the outermost entity, if the input contains only some of its fields
   */
  constructor(
    readonly source: string,
    readonly args: readonly unknown[] = [],
    readonly isMutation = false,
    readonly existing?: Fields,
  ) {}

  /**
   * Reads the whole input. Returns the value to store, which contains keys in place of entities.
   *
   * @throws CacheError NCQ1001 to NCQ1013 with the path of the first part that does not fit
   */
  begin(schema: SchemaLike, input: unknown): unknown {
    try {
      return this.visit(schema, input);
    } catch (error) {
      throw this.#located(error, schema, input);
    }
  }

  /**
   * Returns the error for a part of the input that does not fit, with its path. Returns errors of the application
   * unchanged.
   */
  #located(error: unknown, schema: SchemaLike, input: unknown): unknown {
    const isOverflow =
      error instanceof Error && /call stack size|too much recurs/.test(error.message);
    const isDeep = error instanceof TooDeepData;
    if (
      error !== MISFIT &&
      !isDeep &&
      !(isOverflow && this.depth + this.arrayDepth > LOOKS_CYCLIC)
    ) {
      return error;
    }
    if (this.#tracks) return isDeep ? misfit(this, 'NCQ1008', TOO_DEEP) : entityTooDeep(this);
    const again = new Normalizer(this.source, this.args, this.isMutation, this.existing);
    again.#tracks = true;
    try {
      again.begin(schema, input);
    } catch (located) {
      return located;
    }
    return error;
  }

  /** Throws the error that `create` returns. In the first pass, throws a marker, because the path is not known yet. */
  fail(create: (place: Place) => CacheError): never {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a marker, which `begin` catches
    throw this.#tracks ? create(this) : MISFIT;
  }

  /** Reads a part of the input with the given schema. */
  visit(schema: SchemaLike, input: unknown, parent?: unknown, key?: string): unknown {
    if (isEntityClass(schema)) return this.#entity(planOf(schema), input, parent, key);
    if (Array.isArray(schema)) {
      checkOneSchema(this, schema);
      return this.items(schema[0] as SchemaLike, input, parent, key);
    }
    if (isSchemaNode(schema)) return schema.normalize(input, parent, key, this);
    if (isPlain(schema)) return this.fields(schema, input);
    if (typeof ngDevMode === 'undefined' || ngDevMode) checkNoQuery(this, schema);
    if (typeof ngDevMode === 'undefined' || ngDevMode) checkForeign(this, schema);
    return copyData(input);
  }

  /** Reads one entity, and returns its key. */
  entity(type: EntityClass, input: unknown, parent?: unknown, key?: string): Pk | undefined {
    return this.#entity(planOf(type), input, parent, key);
  }

  /** Adds an operation: merges `row` into a row, or deletes the row. */
  put(plan: Plan, pk: Pk, row: Fields | undefined): Pk {
    this.plans.push(plan);
    this.pks.push(pk);
    this.rows.push(row);
    return pk;
  }

  /** Reads an array of items with the schema `item`. Skips items that are `null` or `undefined`. */
  items(item: SchemaLike, input: unknown, parent?: unknown, key?: string): unknown[] {
    if (!Array.isArray(input)) this.fail((place) => wrongShape(place, 'an array', input));
    this.list(item);
    const plan = isEntityClass(item) ? planOf(item) : undefined;
    const given = input as readonly unknown[];
    const stored: unknown[] = [...given]; // A copy has no spare capacity, unlike an array that grows.
    const holder = parent ?? given;
    let count = 0;
    this.arrayDepth++;
    for (let i = 0; i < given.length; i++) {
      const value = given[i];
      if (value === undefined || value === null) continue;
      if (this.#tracks) this.path.push(i);
      const kept = plan
        ? this.#entity(plan, value, holder, key)
        : this.visit(item, value, holder, key);
      if (this.#tracks) this.path.pop();
      if (kept !== undefined || plan === undefined) stored[count++] = kept;
    }
    this.arrayDepth--;
    stored.length = count;
    return stored;
  }

  /** Notes that the input contains a list of the entities of `item`. */
  list(item: SchemaLike): void {
    if (isEntityClass(item)) this.listed.add(planOf(item));
    else if (item === undefined) this.#undefined('the schema of the items');
    else if (isSchemaNode(item)) item.markListed?.(this);
  }

  /** Reads an object with named fields. Copies the fields that have no schema. */
  fields(schema: SchemaFields, input: unknown): Fields {
    const names = Object.keys(schema);
    if (!isRow(input) || this.#isOther(schema, names, input)) {
      this.fail((place) => wrongShape(place, `an object with ${names.join(', ')}`, input));
    }
    const row = input;
    const stored: Record<string, unknown> = {};
    for (const name of Object.keys(row)) {
      if (!Object.hasOwn(schema, name)) setField(stored, name, this.at(name, null, row[name], row));
    }
    for (const name of names) {
      if (schema[name] === undefined) this.#undefined(`the schema of "${name}"`);
      const value = ownField(row, name);
      if (value === undefined) continue;
      setField(stored, name, value === null ? null : this.at(name, schema[name], value, row));
    }
    return stored;
  }

  /** Calls {@link visit} for a named field. */
  at(name: string, schema: SchemaLike, value: unknown, parent: unknown): unknown {
    if (this.#tracks) this.path.push(name);
    const stored = this.visit(schema, value, parent, name);
    if (this.#tracks) this.path.pop();
    return stored;
  }

  #entity(plan: Plan, input: unknown, parent: unknown, key: string | undefined): Pk | undefined {
    if (input instanceof Entity) return this.#instance(plan, input, parent, key);
    // Inside another entity, a string or a number is a key and not an item.
    const isItem = isObject(input) || (this.depth === 0 && input != null);
    if (isItem && this.depth > LOOKS_CYCLIC) {
      const seen = (this.#cyclic ??= new Map<unknown, Pk>()).get(input);
      if (seen !== undefined) return seen;
    }
    const { type } = plan;
    let row =
      plan.ownProcess && isItem
        ? type.process(input, parent, key, this.args)
        : (input as Fields | undefined);
    if (!isRow(input) && !isRow(row)) return this.#reference(plan, input);
    let whole = row ?? (input as Fields);
    if (this.existing !== undefined && this.depth === 0) whole = { ...this.existing, ...whole };
    let given = keyOf(plan, whole, parent, key, this.args);
    // A row of a join that found nothing: a relation without an entity.
    if (given === null && this.depth > 0) return undefined;
    for (
      let lacks;
      (lacks = missingPart(plan, given, whole, parent, key, this.args)) !== undefined;
    ) {
      // The arguments of the endpoint may contain the part of the key, as in /orgs/:orgId/users.
      const [first] = this.args;
      const part = { [lacks]: isObject(first) ? ownField(first, lacks) : undefined };
      if (canonicalPk(part[lacks]) === undefined || ownField(whole, lacks) === part[lacks]) {
        this.fail((place) => missingPk(place, plan.name, whole, given, lacks));
      }
      row &&= { ...row, ...part };
      whole = { ...whole, ...part };
      given = keyOf(plan, whole, parent, key, this.args);
    }
    const pk = canonicalPk(given)!;
    if (pk === undefined) this.fail((place) => missingPk(place, plan.name, whole, given));
    if (row === undefined) return this.put(plan, pk, undefined);
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      warnOfUnknownFields(plan, whole);
      warnOfLargeKey(plan, given);
    }
    const complaint = type.validate(whole);
    if (complaint !== undefined) this.fail((place) => invalid(place, plan.name, pk, complaint));
    this.#cyclic?.set(input, pk);
    // The data of the other fields is copied when it is stored, which must not fail halfway.
    for (const name in row) {
      const value = row[name];
      if (!isObject(value) || plan.relationNames.has(name)) continue;
      if (this.#tracks) this.path.push(name);
      checkDepth(value);
      if (this.#tracks) this.path.pop();
    }
    return this.put(plan, pk, plan.relations.length === 0 ? row : this.#relations(plan, row));
  }

  /** Returns a copy of a row with keys in place of related entities. */
  #relations(plan: Plan, row: Fields): Fields {
    if (this.depth > DEEPEST_ENTITY) this.fail(entityTooDeep);
    const stored = plan.copy(row);
    this.depth++;
    for (const relation of plan.relations) {
      const { name, schema } = relation;
      const value = stored[name];
      if (value === undefined || value === null || !Object.hasOwn(stored, name)) continue;
      const target = (relation.target ??= isEntityClass(schema) ? planOf(schema) : null);
      if (this.#tracks) this.path.push(name);
      const reference = target
        ? this.#entity(target, value, row, name)
        : this.visit(schema, value, row, name);
      if (this.#tracks) this.path.pop();
      if (reference !== undefined) setField(stored, name, reference);
      else if (isObject(value) && !(value instanceof Entity) && target) stored[name] = null;
      else delete stored[name];
    }
    this.depth--;
    return stored;
  }

  /**
   * Reads an entity instance. One that user code created with `fromJS` is data. One that the cache created is a
   * reference inside another entity; elsewhere, it is written again.
   */
  #instance(plan: Plan, entity: Entity, parent: unknown, key: string | undefined): Pk | undefined {
    const props = propsOf(entity);
    if (props !== undefined) return this.#entity(plan, props, parent, key);
    const isDefault = entity === defaultOf(plan.type);
    if (this.depth > 0) return isDefault ? undefined : canonicalPk(entity.pk());
    const record = recordOf(entity);
    const pk = canonicalPk(entity.pk(parent, key, this.args));
    const isOwn = planOf(entity.constructor as EntityClass).identity === plan.identity;
    if (record === undefined || pk === undefined || !isOwn) {
      return this.#entity(plan, { ...entity }, parent, key);
    }
    return this.put(plan, pk, plan.copy(record));
  }

  /** Returns `input` as the key of a related entity. */
  #reference(plan: Plan, input: unknown): Pk | undefined {
    const kind = typeof input;
    const isKey = kind === 'string' || kind === 'number' || kind === 'bigint';
    if (!isKey || this.depth === 0) this.fail((place) => notAnEntity(place, plan.name, input));
    return canonicalPk(input);
  }

  /**
   * Whether the data seems to be elsewhere than the schema says: the input contains objects, but no field of the schema.
   * Literals alone are only defaults, so they describe no response.
   */
  #isOther(schema: SchemaFields, names: readonly string[], input: Fields): boolean {
    return (
      this.depth === 0 &&
      names.some((name) => isObject(schema[name]) || typeof schema[name] === 'function') &&
      Object.values(input).some(isObject) &&
      !names.some((name) => Object.hasOwn(input, name))
    );
  }

  #undefined(what: string): never {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    return this.fail((place) => misfit(place, 'NCQ1009', dev && undefinedText('', what).slice(2)));
  }
}
