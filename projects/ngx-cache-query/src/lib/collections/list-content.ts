import { CacheError } from '../util/cache-error';
import { ArraySchema } from '../schema/shapes/array';
import { isSchemaNode } from '../schema/denormalizer';
import type { Entity } from '../schema/entity/entity';
import { isEntityClass } from '../schema/entity/entity-plan';
import { checkOneSchema } from '../schema/checks/single-item-schema';
import type { EntityClass, SchemaLike, SchemaNode } from '../schema/schema';
import { Values } from '../schema/shapes/values';

declare const ngDevMode: unknown;

/** The schemas that a Collection accepts: arrays of entities, or maps of entities. */
export type ListContent =
  | readonly (EntityClass | SchemaNode<Entity>)[]
  | SchemaNode<readonly Entity[] | Readonly<Record<string, Entity>>>;

/**
 * Rejects a schema that does not describe a list of entities. Items that are not entities have no keys, so the cache
 * could not add them, remove them or merge them into pages.
 *
 * @throws CacheError NCQ1011 if the content is not a list of entities; NCQ1006 if it is `[A, B]`
 */
export function checkListContent(content: SchemaLike): void {
  const source = 'new Collection(…)';
  checkOneSchema(content, { source, path: [] });
  const isList =
    Array.isArray(content) || content instanceof ArraySchema || content instanceof Values;
  if (!isList || !isMember(Array.isArray(content) ? (content[0] as SchemaLike) : content.item)) {
    throw new CacheError(
      'NCQ1011',
      (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
        `${source} needs a list of entities: [Todo], new schema.Array(Todo) or new schema.Values(Todo), with one or ` +
          `several classes. The cache adds and removes items by their keys, which only entities have.`,
      { source },
    );
  }
}

/**
 * Whether an item schema describes an entity. `undefined` is accepted, because with circular imports the class may not
 * be defined yet.
 */
function isMember(item: SchemaLike): boolean {
  return (
    item === undefined ||
    isEntityClass(item) ||
    (isSchemaNode(item) && item.shape().kind === 'several')
  );
}
