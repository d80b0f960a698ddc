import { type EntityPlan, isEntityClass, planOf } from '../schema/entity/entity-plan';
import type { SchemaLike } from '../schema/schema';
import { shapeOf } from '../store/schema-agreement';
import { ATTACH } from '../store/store';
import type { Table } from '../store/table';
import { warnOnce } from '../util/warn';

declare const ngDevMode: unknown;

/**
 * Returns the name of a table in snapshots. This name is the same in every build of the application. Returns
 * `undefined` if an Entity class of the table has no `static key` or is `sensitive`. Snapshots do not include the rows
 * of such a table.
 */
export function storedName({ internal, name, plans }: Table): string | undefined {
  if (internal === undefined) return plans.every(isStorable) ? name : undefined;
  return internal.plans.every(isStorable) ? internal.storedName : undefined;
}

/** Whether rows of a class can be included in a snapshot. */
export function isStorable({ identity, name, type }: EntityPlan): boolean {
  if (type.sensitive === true) return false;
  if (typeof identity === 'string' || ATTACH in type) return true;
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    warnOnce(
      `rows of the class ${name} are not included in snapshots. The class has no static key, and a build may change ` +
        `the class name. Add static override readonly key = '${name}'; to the class.`,
    );
  }
  return false;
}

/**
 * Whether the name of an endpoint is the same in every build. This is true for a name that the application sets, and
 * for the default name of a RestEndpoint, such as `GET /users`.
 */
export function isStableName(name: string): boolean {
  if (!/^endpoint \d+$/.test(name)) return true;
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    warnOnce(
      `responses of an Endpoint without a name are not included in snapshots. Set the name option.`,
    );
  }
  return false;
}

/**
 * Logs a warning that a snapshot cannot distinguish two Collections or two endpoints with the same name. The snapshot
 * omits both.
 */
export function warnOfEqualNames(what: 'Collections' | 'endpoints', name: string): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    warnOnce(
      `two ${what} have the name "${name}", so neither is included in snapshots. Set the name option of one of them.`,
    );
  }
}

/**
 * Returns a string that describes the shape of responses with the given schema. If the string is the same for two
 * schemas, responses with these schemas are stored in the same form.
 */
export function shapeText(schema: SchemaLike): string {
  if (schema === undefined) return '';
  if (isEntityClass(schema)) return planOf(schema).name;
  const { kind, parts } = shapeOf(schema);
  const texts = Object.entries(parts).map(([name, part]) => `${name}:${shapeText(part)}`);
  return texts.length === 0 ? kind : `${kind}(${texts.join()})`;
}
