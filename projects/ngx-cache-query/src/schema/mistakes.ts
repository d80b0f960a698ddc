// Checks for mistakes that are easy to make and hard to see. Those without an error code only warn, in dev mode.
import { CacheError } from '../util/cache-error';
import { type Fields, isPlain } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { defaultOf } from './default-of';
import { MARK } from './entity';
import type { SchemaLike } from './schema';
import { misfit, type Place } from './misfit';
import { isEntityClass, type Plan, planOf } from './plan';
import { Query } from './query';

declare const ngDevMode: unknown;

/** Rejects a schema such as `[A, B]`, which does not define the type of each item: error NCQ1006. */
export function checkOneSchema(place: Place, schema: readonly SchemaLike[]): void {
  if (schema.length < 2) return;
  throw misfit(
    place,
    'NCQ1006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `an array of ${schema.length} schemas does not define which item has which type. Name the attribute of the ` +
        `items that defines their type: new schema.Array({ ${namesOf(schema)} }, 'type').`,
  );
}

/** Rejects a Query inside another schema, because it would be read without arguments. Called only in dev mode. */
export function checkNoQuery(place: Place, schema: SchemaLike): void {
  if (!((schema as unknown) instanceof Query)) return;
  throw misfit(
    place,
    'NCQ1011',
    `this part of the schema is a Query, but a Query can only be the whole schema of an ` +
      `endpoint. Use the schema that the Query reads here, and read the Query itself with select.`,
  );
}

/** Whether a value is an entity class of another copy of this package. */
export function isForeign(value: unknown): boolean {
  const { prototype } = (typeof value === 'function' ? value : {}) as { prototype?: object };
  return prototype !== undefined && MARK in prototype && !isEntityClass(value);
}

export const TWO_COPIES =
  'an Entity class of another copy of ngx-cache-query. The application contains the package twice, for example in two ' +
  'versions. Run `npm ls ngx-cache-query`, and make all packages use the same copy.';

/** Rejects an entity class of another copy of the package. Called only in dev mode. */
export function checkForeign(place: Place, schema: SchemaLike): void {
  if (isForeign(schema)) throw misfit(place, 'NCQ1011', `found ${TWO_COPIES}`);
}

/**
 * Rejects an object that contains only Entity classes, such as `{ a: A, b: B }`, if the attribute is missing. The
 * object is probably a mapping of types, although it can also describe items with an entity in each field.
 *
 * @throws CacheError NCQ1006
 */
export function checkAttribute(name: string, definition: unknown, attribute: unknown): void {
  if (attribute !== undefined || !isPlain(definition)) return;
  const schemas = Object.values(definition);
  if (schemas.length === 0 || !schemas.every(isEntityClass)) return;
  throw new CacheError(
    'NCQ1006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new schema.${name}({ … }) maps several types and needs a second argument: the name of the attribute that ` +
        `distinguishes them, or a function that returns a key of the mapping. If { … } contains the fields of one ` +
        `item instead, write new schema.${name}(new schema.Object({ … })).`,
    { source: `new schema.${name}(…)` },
  );
}

/** Error NCQ1006. */
export function missingAttribute(name: string): CacheError {
  return new CacheError(
    'NCQ1006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new schema.${name}({ … }) maps several types and needs a second argument: the name of the ` +
        `attribute that distinguishes them, or a function that returns a key of the mapping.`,
  );
}

function namesOf(schemas: readonly unknown[]): string {
  return schemas
    .map((schema) => (isEntityClass(schema) ? planOf(schema).name : '…'))
    .map((name) => `${name[0].toLowerCase()}${name.slice(1)}: ${name}`)
    .join(', ');
}

/** Logs a warning for a numeric key that JavaScript cannot represent exactly. Called only in dev mode. */
export function warnOfLargeKey(plan: Plan, key: unknown): void {
  if (typeof key !== 'number' || Math.abs(key) <= Number.MAX_SAFE_INTEGER) return;
  warnOnce(
    `${plan.name} ${key}: this key is larger than Number.MAX_SAFE_INTEGER, so JSON.parse has rounded it, and different ` +
      `rows may have received the same key. Let the server send such keys as strings.`,
  );
}

const checked = new WeakSet<Plan>();

/** Warns of names in `static schema` and `static version` that are probably misspelled. Called only in dev mode. */
export function warnOfUnknownFields(plan: Plan, row: Fields): void {
  const { schema, version } = plan.type;
  if ((plan.isFlat && version === undefined) || checked.has(plan)) return;
  checked.add(plan);
  const known = defaultIn(plan);
  const names = [...new Set([...Object.keys(known), ...Object.keys(row)])];
  const given = Object.keys(schema).map((name) => ['schema', 'contains', name] as const);
  const versions = version === undefined ? [] : [['version', 'names', version] as const];
  for (const [member, verb, name] of [...given, ...versions]) {
    if (name in known || Object.hasOwn(row, name)) continue;
    const near = names.find((other) => isNear(other, name));
    warnOnce(
      `the static ${member} of ${plan.name} ${verb} the field ${name}, but neither the class nor the first row that was ` +
        `written contains it. ${near === undefined ? 'Give the field a default value in the class.' : `Did you mean ${near}?`}`,
    );
  }
}

const seenNames = new WeakMap<Plan, Set<string>>();

/**
 * Warns of data with the names of a server, such as `open_tasks` for the field `openTasks`, which would keep its default
 * value. Called only in dev mode.
 */
export function warnOfServerNames(plan: Plan, row: Fields): void {
  const seen = seenNames.get(plan) ?? new Set<string>();
  seenNames.set(plan, seen);
  const plain = (name: string) => name.replace(/[_-]/g, '').toLowerCase();
  for (const name of Object.keys(row)) {
    if (seen.size === seen.add(name).size) continue;
    const fields = Object.keys(defaultIn(plan));
    if (fields.includes(name)) continue;
    const field = fields.find((each) => plain(each) === plain(name) && !Object.hasOwn(row, each));
    if (field === undefined) continue;
    warnOnce(
      `the data of ${plan.name} contains ${name}, and the class has the field ${field}, which keeps its default value. To ` +
        `translate the names, use withRest({ names: snakeCase }) for the responses of REST endpoints, and ` +
        `snakeCase.received(data) for other data.`,
    );
  }
}

/** Returns the default instance, or `static schema` if it cannot be created: every key of it then counts as known. */
function defaultIn(plan: Plan): object {
  try {
    return defaultOf(plan.type);
  } catch {
    return plan.type.schema;
  }
}

/** Whether two names differ only in case, or in at most two letters that are replaced, missing or added. */
function isNear(a: string, b: string): boolean {
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, last[j] + 1, next[j - 1] + 1));
    }
    last = next;
  }
  return last[b.length] <= Math.min(2, b.length - 1) || a.toLowerCase() === b.toLowerCase();
}
