import type { ListKind } from '../lists/list-kind';
import type { LensValues } from '../scalars/lens-values';
import type { Table } from '../reactive/table';
import type { EntityClass, EntityStatics } from '../schema/entity';
import { type Plan, planOf } from '../schema/plan';
import type { AnyEndpoint } from '../requests/endpoint';
import { endpointOf } from '../requests/target';
import { warnOnce } from '../util/warn';
import { classesIn, reaches, shapeText } from '../schema/schema-shape';

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
export function nameOf({ plan }: Table): StoredName {
  const endpoint = endpointOf(plan.type);
  if (endpoint) return { kind: 'responses', name: responseName(endpoint) };
  const values = lensValuesOf(plan);
  if (values) {
    return { kind: 'entities', name: `${planOf(values.type).name} by ${values.fields.join()}` };
  }
  const kind = listKindOf(plan);
  if (!kind) return { kind: 'entities', name: plan.name };
  const of = kind.types.map((type) => planOf(type).name);
  return { kind: 'lists', name: kind.storedName, of, isFiltered: kind.isStrict };
}

/** The name of the responses of an endpoint. */
export function responseName({ name, schema }: AnyEndpoint): string {
  return `${name}\n${shapeText(schema)}`;
}

/** Whether snapshots contain the rows of a table. */
export function isStored({ plan, mirrors }: Table): boolean {
  const endpoint = endpointOf(plan.type);
  if (endpoint) {
    if (endpoint.options.sensitive === true) return false;
    return classesIn(endpoint.schema).every(isStorable) && isStableName(endpoint.name);
  }
  const values = lensValuesOf(plan);
  if (values) return isStorable(values.type);
  const kind = listKindOf(plan);
  return kind
    ? kind.types.every(isStorable)
    : [plan, ...mirrors.map((each) => each.plan)].every(({ type }) => isStorable(type));
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
export function isStorable(type: EntityClass): boolean {
  const { identity, name } = planOf(type);
  if ((type as EntityStatics).sensitive === true) return false;
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

/** Returns what the rows of a table are the lists of. */
export function listKindOf({ follow }: Plan): ListKind | undefined {
  return (follow as { readonly kind: ListKind } | undefined)?.kind;
}

/** Returns what the rows of a table are the values of. */
export function lensValuesOf({ follow }: Plan): LensValues | undefined {
  const values = follow as Partial<LensValues> | undefined;
  return values?.fields && (values as LensValues);
}
