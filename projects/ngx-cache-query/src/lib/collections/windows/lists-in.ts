import { planOf } from '../../schema/entity/entity-plan';
import type { EntityClass, SchemaLike } from '../../schema/schema';
import { shapeOf } from '../../store/schema-agreement';
import { type Fields, isPlainObject, ownField } from '../../util/plain-data';
import { type ListPlan, listPlanOf } from '../list-plan';

/** The members of a Collection that this file uses. */
interface AnyCollection {
  readonly rows: EntityClass;
  identify(args: readonly unknown[]): { readonly args: Fields };
}

/** A Collection in the schema of an endpoint. */
export interface ListIn {
  readonly list: ListPlan;
  /** Returns the arguments that identify the list, given the arguments of a call. */
  readonly argsOf: (call: readonly unknown[]) => Fields;
  /**
   * The key of the list. In the stored response, this key replaces the list. `undefined` if {@link listsIn} received no
   * stored response.
   */
  readonly stored: unknown;
}

/**
 * Returns the Collections in a schema. Includes the schema itself if it is a Collection, and Collections in the fields
 * of objects. Page schemas (`Collection.page`) are ignored, because their pages are merged into one list.
 */
export function listsIn(schema: SchemaLike, stored?: unknown): ListIn[] {
  const { kind, parts } = shapeOf(schema);
  if (kind === 'object') {
    const fields = isPlainObject(stored) ? stored : {};
    return Object.entries(parts).flatMap(([name, part]) => listsIn(part, ownField(fields, name)));
  }
  const collection = schema as Partial<AnyCollection>;
  if (kind !== 'collection' || collection.rows === undefined) return [];
  const list = listPlanOf(planOf(collection.rows))!;
  return [{ list, argsOf: (call) => collection.identify!(call).args, stored }];
}
