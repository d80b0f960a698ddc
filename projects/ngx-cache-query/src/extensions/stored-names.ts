import type { ListKind } from '../lists/list-kind';
import type { Table } from '../reactive/table';
import type { Tables } from '../reactive/tables';
import type { AnyEndpoint } from '../requests/endpoint';
import { endpointOf, isEndpoint } from '../requests/target';
import type { LensValues } from '../scalars/lens-values';
import type { EntityClass, EntityStatics, SchemaLike } from '../schema/schema';
import { type Plan, planOf } from '../schema/plan';
import { Query } from '../schema/query';
import type { Queryable } from '../schema/queryable';
import { classesIn, reaches, shapeText } from '../schema/schema-shape';
import { warnOnce } from '../util/warn';

declare const ngDevMode: unknown;

/** What the rows of a table are in a snapshot, and their name there. */
export interface StoredName {
  readonly kind: 'entities' | 'lists' | 'responses';
  readonly name: string;
  /** The classes of the items, for lists. */
  readonly of?: readonly string[];
  /** Whether a filter function decides which entities are in the lists. */
  readonly isFiltered?: boolean;
}

/** Returns the name of a table in snapshots, which may not contain its rows. */
export function storedNameOf({ plan }: Table): StoredName {
  const endpoint = endpointOf(plan.type);
  if (endpoint) {
    const { name, schema } = endpoint;
    return { kind: 'responses', name: `${name}\n${shapeText(schema)}` };
  }
  const values = lensValuesOf(plan);
  if (values) {
    return { kind: 'entities', name: `${planOf(values.type).name} by ${values.fields.join()}` };
  }
  const kind = listKindOf(plan);
  if (!kind) return { kind: 'entities', name: plan.name };
  const of = kind.types.map((type) => planOf(type).name);
  const classes = of.join('|');
  const name = kind.name ?? (kind.isMap ? `{${classes}}` : `[${classes}]`);
  return { kind: 'lists', name, of, isFiltered: kind.isStrict };
}

/** Returns a text that is different for each name. */
export function textOfName({ kind, name }: Pick<StoredName, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** Returns the tables with a name: one, unless Collections or endpoints have equal names. */
export function tablesNamed({ all }: Tables, name: Parameters<typeof textOfName>[0]): Table[] {
  const text = textOfName(name);
  return all.filter((table) => table.main === table && textOfName(storedNameOf(table)) === text);
}

/** Whether snapshots contain the rows of a table. */
export function isStored(table: Table): boolean {
  const endpoint = endpointOf(table.plan.type);
  if (endpoint?.options.sensitive === true) return false;
  return classesOf(table).every(isStorable) && (!endpoint || isStableName(endpoint.name));
}

/** Returns the Entity classes of which the rows of a table contain data or keys. */
export function classesOf({ mirrors, plan }: Table): readonly EntityClass[] {
  const endpoint = endpointOf(plan.type);
  if (endpoint) return classesIn(endpoint.schema);
  const values = lensValuesOf(plan);
  if (values) return [values.type];
  return listKindOf(plan)?.types ?? [plan.type, ...mirrors.map((mirror) => mirror.plan.type)];
}

/** Whether snapshots lack entities that a response shows. */
export function isPartial({ schema }: AnyEndpoint): boolean {
  return reaches(schema, (type) => !isStorable(type));
}

/** Excludes tables with equal names, because it is not known which of them the data belongs to. */
export function warnOfEqualNames({ kind, name }: StoredName): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    const what = kind === 'responses' ? 'endpoints' : 'Collections';
    warnOnce(
      `two ${what} have the name "${name.split('\n')[0]}", so neither is included in snapshots. Set the name option of one of them.`,
    );
  }
}

/** In dev mode, logs that rows of a class are left out, unless they are sensitive. */
function isStorable(type: EntityClass): boolean {
  const { identity, name } = planOf(type);
  if (isSecretClass(type)) return false;
  if (typeof identity === 'string') return true;
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    warnOnce(
      `rows of the class ${name} are not included in snapshots. The class has no static key, and a build may change ` +
        `the class name. Add static override readonly key = '${name}'; to the class.`,
    );
  }
  return false;
}

/** Whether the name of an endpoint is the same in each build. An endpoint without a name has a number. */
function isStableName(name: string): boolean {
  if (!/^endpoint \d+$/.test(name)) return true;
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    warnOnce(
      `responses of an Endpoint without a name are not included in snapshots. Set the name option.`,
    );
  }
  return false;
}

/**
 * Whether the key and the arguments of a read must not leave the cache, because it shows `sensitive` data.
 *
 * @example
 * ```ts
 * const shown = inspect(handle)
 *   .queries()
 *   .filter(({ queryable }) => !isSensitive(queryable));
 * ```
 */
export function isSensitive(queryable: Queryable): boolean {
  if (queryable instanceof Query) return isSensitive(queryable.schema as Queryable);
  return isEndpoint(queryable)
    ? isSecretEndpoint(queryable)
    : reaches(queryable as SchemaLike, isSecretClass);
}

/** Whether the key and the arguments of a request must not leave the cache. */
export function isSecretEndpoint({ options, schema }: AnyEndpoint): boolean {
  return options.sensitive === true || reaches(schema, isSecretClass);
}

/** Whether the rows of a table must not leave the cache. */
export function isSecretTable(table: Table): boolean {
  const endpoint = endpointOf(table.plan.type);
  return endpoint ? isSecretEndpoint(endpoint) : classesOf(table).some(isSecretClass);
}

function isSecretClass(type: EntityClass): boolean {
  return (type as EntityStatics).sensitive === true;
}

/** Returns what the rows of a table are the lists of. */
function listKindOf({ follow }: Plan): ListKind | undefined {
  return (follow as { readonly kind: ListKind } | undefined)?.kind;
}

/** Returns what the rows of a table are the values of. */
export function lensValuesOf({ follow }: Plan): LensValues | undefined {
  const values = follow as Partial<LensValues> | undefined;
  return values?.fields && (values as LensValues);
}
