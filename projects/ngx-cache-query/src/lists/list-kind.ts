import { ArraySchema } from '../schema/array';
import type { Entity } from '../schema/entity';
import type { EntityClass, SchemaLike, SchemaNode } from '../schema/schema';
import { canonicalPk, type Pk } from '../schema/pk';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import { Polymorphic } from '../schema/polymorphic';
import { Values } from '../schema/values';
import type { Store } from '../store/store';
import { checkOneSchema } from '../schema/mistakes';
import { CacheError } from '../util/cache-error';
import { getOrInsert } from '../util/get-or-insert';
import { type Fields, isObject, keep } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import { asText } from './fits';
import type { PagePlace } from './stored-pages';
import { type ListRuleOptions, ListRules } from './list-rules';

declare const ngDevMode: unknown;

const NO_HABITS = {};

/** The schemas that a Collection accepts: arrays of entities, or maps of entities. */
export type ListContent =
  | readonly (EntityClass | SchemaNode<Entity>)[]
  | SchemaNode<readonly Entity[] | Readonly<Record<string, Entity>>>;

/** The stored items of a list: an array or, if the list is a map, an object that maps keys to items. */
export type Items = readonly unknown[] | Readonly<Record<string, unknown>>;

/** An entity in a list. */
export interface ListMember {
  readonly type: EntityClass;
  readonly pk: Pk;
}

/** An effect of an input: a page that is merged into a list. */
export interface PageEffect {
  readonly plan: Plan;
  /** The key of the list. */
  readonly pk: string;
  /** The page, with the arguments of the list and the key of the page. */
  readonly list: Fields;
  readonly where: PagePlace;
}

/** How the lists of one Collection store their items, and which entities belong to them. */
export class ListKind {
  /** Whether the lists are maps from keys to items. */
  readonly isMap: boolean;
  /** Whether an entity leaves a list as soon as it no longer fits. */
  readonly isStrict: boolean;
  /** Whether entities join and leave lists when fields that are arguments change. */
  readonly follows: boolean;
  readonly #rules = new WeakMap<object, ListRules>();
  /** The keys of the items in stored lists, which never change. */
  readonly #contents = new WeakMap<Items, ReadonlySet<unknown>>();
  #types: readonly EntityClass[] | undefined;
  /** Merges a page into a list. Comes with the first schema of a page. */
  merge: ((list: Fields, page: Fields, where: PagePlace) => Fields) | undefined;

  /**
   * @param content the schema of a whole list: `[Todo]`, an Array, or Values
   * @param options the options of the Collection
   */
  constructor(
    readonly content: SchemaLike,
    readonly options: ListRuleOptions,
    readonly name: string | undefined,
  ) {
    this.isMap = content instanceof Values;
    this.isStrict = options.filter !== undefined;
    this.follows = !this.isStrict && options.followsFields !== false;
  }

  /** Returns which entities belong to the lists of a cache. The options of the Collection take precedence. */
  rulesIn({ listHabits = NO_HABITS }: Store): ListRules {
    return getOrInsert(this.#rules, listHabits, () => {
      const own = keep(this.options as Fields, (_, value) => value !== undefined);
      return new ListRules({ ...listHabits, ...own });
    });
  }

  /** The schema of an item. */
  get item(): SchemaLike {
    const { content } = this;
    return Array.isArray(content)
      ? (content[0] as SchemaLike)
      : (content as SchemaNode<unknown> & { readonly item: SchemaLike }).item;
  }

  /** All Entity classes of the items. Found when they are needed, because of circular imports. */
  get types(): readonly EntityClass[] {
    const { item } = this;
    return (this.#types ??= isEntityClass(item)
      ? [item]
      : [...new Set(Object.values((item as Polymorphic).mapping))]);
  }

  /** Returns the item class that shares its table with `type`, if there is one. */
  classOf(type: EntityClass): EntityClass | undefined {
    const { identity } = planOf(type);
    return this.types.find((candidate) => planOf(candidate).identity === identity);
  }

  /** Returns the entity that a stored item references; `undefined` if its type is unknown. */
  memberOf(stored: unknown): ListMember | undefined {
    const { item } = this;
    if (isEntityClass(item)) {
      const pk = canonicalPk(stored);
      return pk === undefined ? undefined : { type: item, pk };
    }
    const type = isObject(stored) ? (item as Polymorphic).classOf(stored as never) : undefined;
    return type && { type, pk: (stored as ListMember).pk };
  }

  /** Returns the value that is stored for an entity. */
  store({ type, pk }: ListMember): unknown {
    const { item } = this;
    if (isEntityClass(item)) return pk;
    const { mapping } = item as Polymorphic;
    return { type: Object.keys(mapping).find((name) => mapping[name] === type), pk };
  }

  /** Returns a key that is identical for equal items. */
  keyOf(stored: unknown): unknown {
    if (typeof stored !== 'object') return stored;
    const member = this.memberOf(stored);
    return member === undefined ? stored : `${this.types.indexOf(member.type)} ${member.pk}`;
  }

  /** Returns the key of the list with some arguments. `5` and `'5'` result in the same key, as in a URL. */
  pkOf(args: Fields): string {
    const texts: Record<string, unknown> = {};
    for (const name of Object.keys(args)) {
      if (args[name] !== undefined) texts[name] = asText(args[name]);
    }
    return structuralKey(texts);
  }

  /** Returns the items without duplicates; the same array if there are none. */
  distinct(items: readonly unknown[]): readonly unknown[] {
    const keys = new Set<unknown>();
    const distinct = items.filter((item) => keys.size !== keys.add(this.keyOf(item)).size);
    return distinct.length === items.length ? items : distinct;
  }

  /** Returns a function that tests whether some items contain an item. */
  testFor(items: readonly unknown[]): (item: unknown) => boolean {
    const keys = new Set(items.map((item) => this.keyOf(item)));
    return (item) => keys.has(this.keyOf(item));
  }

  /** Returns the keys of stored items. */
  contentOf(items: Items): ReadonlySet<unknown> {
    const keys = () => new Set(Object.values(items).map((item) => this.keyOf(item)));
    return getOrInsert(this.#contents, items, keys);
  }
}

/**
 * Rejects a schema that does not describe a list of entities. Other items have no keys, so the cache could not add them,
 * remove them or merge them into pages.
 *
 * @throws CacheError NCQ1011 if the content is not a list of entities; NCQ1006 if it is `[A, B]`
 */
export function checkListContent(content: SchemaLike): void {
  const source = 'new Collection(…)';
  if (Array.isArray(content)) checkOneSchema({ source, path: [] }, content);
  const isList =
    Array.isArray(content) || content instanceof ArraySchema || content instanceof Values;
  if (isList && isMember(Array.isArray(content) ? (content[0] as SchemaLike) : content.item))
    return;
  throw new CacheError(
    'NCQ1011',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source} needs a list of entities: [Todo], new schema.Array(Todo) or new schema.Values(Todo), with one or ` +
        `several classes. The cache adds and removes items by their keys, which only entities have.`,
    { source },
  );
}

/** Whether an item schema describes an entity. With circular imports, the class may not be defined yet. */
function isMember(item: SchemaLike): boolean {
  return item === undefined || isEntityClass(item) || item instanceof Polymorphic;
}
