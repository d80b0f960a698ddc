import { copyData, isPlain, isRow, ownField } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { checkDefined, notAnEntity } from './misfit';
import type { Normalizer } from './normalizer';
import type { Pk } from './pk';
import { planOf } from './plan';
import type {
  Denormalizer,
  EntityClass,
  EntityMapping,
  SchemaAttribute,
  SchemaNode,
} from './schema';

declare const ngDevMode: unknown;

/** The stored item: its type and key, or the item itself if the mapping lacks its type. */
type Stored = { readonly type: string; readonly pk: Pk } | { readonly original: unknown };

/** Selects one of several Entity classes by an attribute of the item. */
export class Polymorphic implements SchemaNode<unknown> {
  constructor(
    public mapping: EntityMapping,
    readonly attribute: SchemaAttribute,
  ) {}

  get types(): readonly EntityClass[] {
    return [...new Set(Object.values(this.mapping))];
  }

  /** Adds classes to the mapping. */
  define(more: EntityMapping): void {
    checkDefined('a schema of several types', more);
    this.mapping = { ...this.mapping, ...more };
  }

  /** Reads an item with the class that its attribute selects. An item of an unknown type is stored unchanged. */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    if (!isRow(input)) throw notAnEntity(walk, this, input);
    const type = this.typeOf(input, parent, key);
    const entityType = ownField(this.mapping, type) as EntityClass | undefined;
    if (entityType) {
      const pk = walk.entity(entityType, input, parent, key);
      return pk === undefined ? undefined : { type, pk };
    }
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfUnknownType(this, type, walk.source);
    return { original: copyData(input) };
  }

  denormalize(stored: unknown, read: Denormalizer): unknown {
    if (!isPlain(stored)) return undefined;
    if ('original' in stored) return stored['original'];
    const type = this.classOf(stored as Stored);
    return type && read.entity(type, stored['pk'] as Pk);
  }

  /** Returns the class of a stored item, or `undefined` if the mapping does not contain it. */
  classOf(stored: Stored): EntityClass | undefined {
    const { type } = stored as { readonly type: string };
    return ownField(this.mapping, type) as EntityClass | undefined;
  }

  typeOf(input: object, parent: unknown, key: string | undefined): string {
    const { attribute } = this;
    return typeof attribute === 'function'
      ? attribute(input as never, parent, key)
      : String((input as Record<string, unknown>)[attribute]);
  }

  markListed(walk: Normalizer): void {
    for (const type of this.types) walk.listed.add(planOf(type));
  }
}

/** Called only in dev mode. */
export function warnOfUnknownType(
  { attribute, mapping }: Polymorphic,
  type: string,
  source: string,
): void {
  const by = typeof attribute === 'string' ? `attribute "${attribute}"` : 'attribute function';
  warnOnce(
    `${source}: according to the schema's ${by}, an item has the unknown type "${type}". The known types are ` +
      `${Object.keys(mapping).join(', ')}. The item is left unchanged, and no entity is created or deleted. ` +
      `If the item is an entity, add its type to the schema.`,
  );
}
