import { type EntityPlan, isEntityClass, planOf } from '../schema/entity/entity-plan';
import { canonicalPk, type Pk } from '../schema/entity/pk';
import type { EntityClass, EntityMapping, SchemaLike, SchemaNode } from '../schema/schema';
import type { Fields } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import { asText, type Fits } from './list-filter';
import type { PageArguments } from './windows/page-arguments';

/**
 * The name of the static member that holds the {@link ListPlan} of a Collection. Only an Entity class whose rows are
 * lists has this member.
 */
export const LIST: unique symbol = Symbol('list');

/**
 * Returns the plan of a Collection, given the Entity class whose rows are the lists of the Collection. Returns
 * `undefined` for any other class.
 */
export function listPlanOf({ type }: EntityPlan): ListPlan | undefined {
  return (type as { readonly [LIST]?: ListPlan })[LIST];
}

/** An entity in a list. */
export interface Member {
  readonly type: EntityClass;
  readonly pk: Pk;
}

/** The schema of a whole list, if it is a `schema.Array` or a `schema.Values` and not the short form `[X]`. */
interface ListSchema extends SchemaNode<unknown> {
  readonly item: SchemaLike;
}

/** Defines how the lists of a Collection store their items, and which entities match which list. */
export class ListPlan {
  /**
   * @param content the schema of a whole list: `[Todo]`, an Array, or Values
   * @param fits whether an entity matches the arguments of a list; uses the filter function of the Collection if there
   * is one
   * @param names works like `fits`, but never uses the filter function; it is used to find the lists that the arguments
   * of a call identify
   * @param isStrict whether an entity is removed from a list as soon as it no longer matches
   * @param pageArguments the arguments that select a page of a list
   * @param name the `name` option of the Collection
   */
  constructor(
    readonly content: SchemaLike,
    readonly fits: Fits,
    readonly names: Fits,
    readonly isStrict: boolean,
    readonly pageArguments: PageArguments,
    private readonly name: string | undefined,
  ) {}

  /**
   * The name of the lists in a snapshot. This is the `name` option of the Collection. Without this option, the name
   * consists of the class names of the items and the kind of list.
   */
  get storedName(): string {
    const classes = this.types.map((type) => planOf(type).name).join('|');
    return this.name ?? (this.isMap ? `{${classes}}` : `[${classes}]`);
  }

  /** Whether the lists are maps (objects that map keys to items) instead of arrays. */
  get isMap(): boolean {
    const { content } = this;
    return !Array.isArray(content) && (content as ListSchema).shape().kind.startsWith('values');
  }

  /** The schema of an item. */
  get item(): SchemaLike {
    const { content } = this;
    return Array.isArray(content) ? (content[0] as SchemaLike) : (content as ListSchema).item;
  }

  /** All Entity classes of the items. */
  get types(): readonly EntityClass[] {
    const item = definitionOf(this.item);
    return isEntityClass(item) ? [item] : [...new Set(Object.values(item))];
  }

  /** Returns the item class that shares its table with `type`, or `undefined` if there is none. */
  classOf(type: EntityClass): EntityClass | undefined {
    const { identity } = planOf(type);
    return this.types.find((candidate) => planOf(candidate).identity === identity);
  }

  /**
   * Returns the entity that a stored item references. Returns `undefined` if the type of the item is unknown, because
   * such an item is stored unchanged.
   */
  memberOf(stored: unknown): Member | undefined {
    const item = definitionOf(this.item);
    if (isEntityClass(item)) {
      const pk = canonicalPk(stored);
      return pk === undefined ? undefined : { type: item, pk };
    }
    const { type, pk } = stored as { readonly type?: string; readonly pk?: Pk };
    if (type === undefined || pk === undefined || !Object.hasOwn(item, type)) return undefined;
    return { type: item[type], pk };
  }

  /**
   * Returns the key of the list with the given arguments. `5` and `'5'` result in the same key, as in a URL.
   */
  pkOf(args: Fields): string {
    const texts: Record<string, unknown> = {};
    for (const name of Object.keys(args)) {
      if (args[name] !== undefined) texts[name] = asText(args[name]);
    }
    return structuralKey(texts);
  }

  /** Returns the value that is stored for an entity. */
  store({ type, pk }: Member): unknown {
    const item = definitionOf(this.item);
    if (isEntityClass(item)) return pk;
    return { type: Object.keys(item).find((name) => item[name] === type), pk };
  }

  /** Returns a key that is identical for equal items. */
  keyOf(stored: unknown): unknown {
    if (typeof stored !== 'object') return stored;
    const member = this.memberOf(stored);
    return member === undefined ? stored : `${this.types.indexOf(member.type)} ${member.pk}`;
  }
}

/**
 * Returns the Entity class in an item schema. If the schema contains several classes, returns a mapping from types to
 * classes.
 */
function definitionOf(item: SchemaLike): EntityClass | EntityMapping {
  return isEntityClass(item)
    ? item
    : ((item as SchemaNode<unknown>).shape().parts as EntityMapping);
}
