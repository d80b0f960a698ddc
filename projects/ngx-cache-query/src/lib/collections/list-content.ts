import { CacheError, CacheErrorCode } from '../util/cache-error';
import { ArraySchema } from '../schema/shapes/array';
import { isSchemaNode } from '../schema/denormalizer';
import type { Entity } from '../schema/entity/entity';
import { isEntityClass } from '../schema/entity/entity-plan';
import { checkOneSchema } from '../schema/checks/one-schema';
import type { EntityClass, SchemaLike, SchemaNode } from '../schema/schema';
import { Values } from '../schema/shapes/values';

declare const ngDevMode: unknown;

/** What the lists of a Collection may be: arrays of entities, or maps of them. */
export type ListContent =
  | readonly (EntityClass | SchemaNode<Entity>)[]
  | SchemaNode<readonly Entity[] | Readonly<Record<string, Entity>>>;

/** Refuses what is no list of entities: only these can come into a list, leave it, and be on a page. */
export function checkListContent(content: SchemaLike): void {
  const source = 'new schema.Collection(…)';
  checkOneSchema(content, { source, path: [] });
  const isList =
    Array.isArray(content) || content instanceof ArraySchema || content instanceof Values;
  if (!isList || !isMember(Array.isArray(content) ? (content[0] as SchemaLike) : content.item)) {
    throw new CacheError(
      CacheErrorCode.MisplacedSchema,
      (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
        `${source} needs a list of entities: [Todo], new schema.Array(Todo), new schema.Values(Todo), or one ` +
          `of these with several classes. The cache adds and removes items by their keys, which only entities have.`,
      { source },
    );
  }
}

/** Whether an item is an entity, of one class or of several; a class may be there only later. */
function isMember(item: SchemaLike): boolean {
  return (
    item === undefined ||
    isEntityClass(item) ||
    (isSchemaNode(item) && item.shape().kind === 'several')
  );
}
