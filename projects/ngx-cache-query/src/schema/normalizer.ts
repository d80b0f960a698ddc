import type { CacheError } from '../util/cache-error';
import { getOrInsert } from '../util/get-or-insert';
import { copyData, type Fields, isObject, isPlain, isRow, ownField } from '../util/plain-data';
import { setField, tooDeep, TooDeepData } from '../util/plain-data';
import { defaultOf } from './default-of';
import { Input } from './input';
import { Entity, propsOf, recordOf } from './entity';
import { checkForeign, checkNoQuery, checkOneSchema, warnOfLargeKey } from './mistakes';
import { warnOfServerNames, warnOfUnknownFields } from './mistakes';
import { undefinedText, entityTooDeep, invalid, misfit, missingPk } from './misfit';
import { notAnEntity, type Place, wrongShape } from './misfit';
import { canonicalPk, keyOf, missingPart, type Pk } from './pk';
import { isEntityClass, type Plan, planOf } from './plan';
import { isSchemaNode, type EntityClass, type SchemaFields, type SchemaLike } from './schema';

declare const ngDevMode: unknown;

/** The nesting depth above which entities are checked for cycles, and the one above which they are rejected. */
const LOOKS_CYCLIC = 64;
const DEEPEST_ENTITY = 1_000;

/**
 * Converts an input into operations on rows, in the order in which they occur. Writes nothing: if a part of the input
 * is malformed, nothing has happened. Does not change the input.
 */
export class Normalizer extends Input implements Place {
  /**
   * Returns a row with a temporary value in a field that its key lacks, if the input is an optimistic response;
   * `undefined` if that does not help.
   */
  identify: ((plan: Plan, row: Fields, field?: string) => Fields | undefined) | undefined;
  /** Returns a row with fields that the input lacks, if the input is the response to a mutation. */
  amend: ((plan: Plan, row: Fields) => Fields) | undefined;
  /** Whether the server is known to have a row, if the input is the response to a mutation. */
  has: ((plan: Plan, pk: Pk) => boolean) | undefined;
  /** The stored row of the outermost entity, if the input contains only some of its fields. */
  existing: Fields | undefined;
  /** The path to the current location. */
  readonly path: (string | number)[] = [];
  /** The number of entities that enclose the current location. */
  depth = 0;
  /** The number of arrays and `schema.Values` that enclose the current location. */
  arrayDepth = 0;
  #cyclic: Map<Plan, Map<unknown, Pk>> | undefined;

  /**
   * Reads the whole input. Returns the value to store, which contains keys in place of entities.
   *
   * @throws CacheError NCQ1001 to NCQ1013 with the path of the first part that does not fit
   */
  begin(schema: SchemaLike, input: unknown): unknown {
    try {
      return this.visit(schema, input);
    } catch (error) {
      if (error instanceof TooDeepData)
        throw misfit(
          this,
          'NCQ1008',
          (typeof ngDevMode === 'undefined' || !!ngDevMode) && tooDeep(),
        );
      const isOverflow =
        error instanceof Error && /call stack size|too much recurs/.test(error.message);
      throw isOverflow && this.path.length > LOOKS_CYCLIC ? entityTooDeep(this) : error;
    }
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

  entity(type: EntityClass, input: unknown, parent?: unknown, key?: string): Pk | undefined {
    return this.#entity(planOf(type), input, parent, key);
  }

  /** Reads an array of items with the schema `item`. Skips items that are `null` or `undefined`. */
  items(item: SchemaLike, input: unknown, parent?: unknown, key?: string): unknown[] {
    if (!Array.isArray(input)) {
      const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
      throw wrongShape(this, dev && 'an array', input);
    }
    this.list(item);
    const plan = isEntityClass(item) ? planOf(item) : undefined;
    const given = input as readonly unknown[];
    const stored: unknown[] = [...given]; // A copy has no spare capacity, unlike an array that grows.
    const holder = parent ?? given;
    let count = 0;
    this.arrayDepth++;
    const place = this.path.push(0) - 1;
    for (let i = 0; i < given.length; i++) {
      const value = given[i];
      if (value === undefined || value === null) continue;
      this.path[place] = i;
      const kept = plan
        ? this.#entity(plan, value, holder, key)
        : this.visit(item, value, holder, key);
      if (kept !== undefined || plan === undefined) stored[count++] = kept;
    }
    this.path.pop();
    this.arrayDepth--;
    if (count < stored.length) stored.length = count; // Setting the length is slow.
    return stored;
  }

  /** Notes that the input contains a list of the entities of `item`. */
  list(item: SchemaLike): void {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    if (isEntityClass(item)) this.listed.add(planOf(item));
    else if (item === undefined) throw this.#undefined(dev && 'the schema of the items');
    else if (isSchemaNode(item)) item.markListed?.(this);
  }

  /** Reads an object with named fields. Copies the fields that have no schema. */
  fields(schema: SchemaFields, input: unknown): Fields {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    const names = Object.keys(schema);
    if (!isRow(input) || this.#isOther(schema, names, input)) {
      throw wrongShape(this, dev && `an object with ${names.join(', ')}`, input);
    }
    const stored: Record<string, unknown> = {};
    for (const name of Object.keys(input)) {
      if (!Object.hasOwn(schema, name))
        setField(stored, name, this.at(name, null, input[name], input));
    }
    for (const name of names) {
      if (schema[name] === undefined) throw this.#undefined(dev && `the schema of "${name}"`);
      const value = ownField(input, name);
      if (value === undefined) continue;
      setField(stored, name, value === null ? null : this.at(name, schema[name], value, input));
    }
    return stored;
  }

  at(name: string, schema: SchemaLike, value: unknown, parent: unknown): unknown {
    this.path.push(name);
    const stored = this.visit(schema, value, parent, name);
    this.path.pop();
    return stored;
  }

  #entity(plan: Plan, input: unknown, parent: unknown, key: string | undefined): Pk | undefined {
    if (input instanceof Entity) return this.#instance(plan, input, parent, key);
    // Inside another entity, a string or a number is a key and not an item.
    const isItem = isObject(input) || (this.depth === 0 && input != null);
    if (isItem && this.depth > LOOKS_CYCLIC) {
      this.#cyclic ??= new Map<Plan, Map<unknown, Pk>>();
      const seen = getOrInsert(this.#cyclic, plan, () => new Map<unknown, Pk>()).get(input);
      if (seen !== undefined) return seen;
    }
    let row =
      plan.ownProcess && isItem
        ? plan.type.process(input, parent, key, this.args)
        : (input as Fields | undefined);
    if (!isRow(input) && !isRow(row)) return this.#reference(plan, input);
    if (row && this.depth === 0) row = this.amend?.(plan, row) ?? row;
    let whole = row ?? (input as Fields);
    if (this.existing !== undefined && this.depth === 0) whole = { ...this.existing, ...whole };
    return this.#row(plan, input, row, whole, parent, key);
  }

  /** @param whole the row, with the stored fields that an updater has not changed */
  #row(
    plan: Plan,
    input: unknown,
    row: Fields | undefined,
    whole: Fields,
    parent: unknown,
    key: string | undefined,
  ): Pk | undefined {
    const { args } = this;
    const given = keyOf(plan, whole, parent, key, args);
    // A row of a join that found nothing: a relation without an entity.
    if (given === null && this.depth > 0) return undefined;
    const lacks = missingPart(plan, given, whole, parent, key, args);
    // The arguments of the endpoint may contain the part of the key, as in /orgs/:orgId/users.
    const value = lacks !== undefined && isObject(args[0]) ? ownField(args[0], lacks) : undefined;
    if (canonicalPk(value) !== undefined && ownField(whole, lacks!) !== value) {
      const part = { [lacks!]: value };
      return this.#row(plan, input, row && { ...row, ...part }, { ...whole, ...part }, parent, key);
    }
    const pk = lacks === undefined ? canonicalPk(given) : undefined;
    if (pk === undefined) {
      const named = row && this.identify?.(plan, row, lacks);
      if (!named) throw missingPk(this, plan, whole, given, lacks);
      return this.#row(plan, input, named, named, parent, key);
    }
    if (row === undefined) return this.put(plan, pk, undefined);
    this.keys?.set(String(this.path), pk);
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      warnOfUnknownFields(plan, whole);
      warnOfServerNames(plan, whole);
      warnOfLargeKey(plan, given);
    }
    const complaint = plan.type.validate(whole);
    if (complaint !== undefined) throw invalid(this, plan, pk, complaint);
    this.#cyclic?.get(plan)?.set(input, pk);
    let stored = plan.relations.length > 0 ? this.#relations(plan, row) : undefined;
    for (const name in row) {
      const value = row[name];
      if (!isObject(value) || plan.relationNames.has(name)) continue;
      stored ??= plan.copy(row);
      this.path.push(name);
      setField(stored, name, copyData(value));
      this.path.pop();
    }
    // Most rows are only compared, so they are not copied yet.
    return this.put(plan, pk, stored ?? row, stored !== undefined);
  }

  /** Returns a copy of a row with keys in place of related entities. */
  #relations(plan: Plan, row: Fields): Record<string, unknown> {
    if (this.depth > DEEPEST_ENTITY) throw entityTooDeep(this);
    const stored = plan.copy(row);
    this.depth++;
    for (const relation of plan.relations) {
      const { name, schema } = relation;
      const value = stored[name];
      if (value === undefined || value === null || !Object.hasOwn(stored, name)) continue;
      const target = (relation.target ??= isEntityClass(schema) ? planOf(schema) : null);
      this.path.push(name);
      const reference = target
        ? this.#entity(target, value, row, name)
        : this.visit(schema, value, row, name);
      this.path.pop();
      if (reference !== undefined) setField(stored, name, reference);
      else if (isObject(value) && !(value instanceof Entity)) stored[name] = null;
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
    return this.put(plan, pk, copyData(record) as Fields);
  }

  /** Returns `input` as the key of a related entity. */
  #reference(plan: Plan, input: unknown): Pk | undefined {
    const kind = typeof input;
    const isKey = kind === 'string' || kind === 'number' || kind === 'bigint';
    if (!isKey || this.depth === 0) throw notAnEntity(this, plan, input);
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

  #undefined(what: string | false): CacheError {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    return misfit(this, 'NCQ1009', dev && undefinedText(String(what)));
  }
}
