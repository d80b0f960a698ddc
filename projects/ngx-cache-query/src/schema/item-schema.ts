import { checkDefined } from './misfit';
import { checkAttribute, missingAttribute } from './mistakes';
import { isEntityClass } from './plan';
import { Polymorphic } from './polymorphic';
import type { EntityMapping, SchemaAttribute, SchemaLike } from './schema';

/** Items with one schema, or of several Entity classes, which an attribute selects. */
export abstract class ItemSchema {
  /** @internal The schema of each item. */
  item: SchemaLike;

  /**
   * @internal
   * @param name the name of the class in messages
   * @param isOfEntities whether only entities can be items
   * @throws CacheError NCQ1006 if a mapping has no attribute; NCQ1009 if the definition is `undefined`
   */
  constructor(
    name: string,
    definition: unknown,
    attribute: SchemaAttribute | undefined,
    isOfEntities = false,
  ) {
    checkDefined(`new schema.${name}(…)`, definition);
    if (!isOfEntities) checkAttribute(name, definition, attribute);
    this.item =
      attribute === undefined || isEntityClass(definition)
        ? (definition as SchemaLike)
        : new Polymorphic(definition as EntityMapping, attribute);
    if (isOfEntities && !isEntityClass(this.item) && !(this.item instanceof Polymorphic)) {
      throw missingAttribute(name);
    }
  }

  /** Changes the schema of the items, or adds classes to the mapping, for schemas that reference each other. */
  define(definition: SchemaLike | EntityMapping): void {
    if (this.item instanceof Polymorphic && !isEntityClass(definition)) {
      this.item.define(definition as EntityMapping);
    } else this.item = definition;
  }
}
