import { Entity } from '../schema/entity';
import { checkDefined, misfit } from '../schema/misfit';
import type { Normalizer } from '../schema/normalizer';
import { FOLLOW, planOf } from '../schema/plan';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type {
  Denormalize,
  Denormalizer,
  EntityClass,
  SchemaLike,
  SchemaNode,
} from '../schema/schema';
import { type Fields, isPlain } from '../util/plain-data';
import { ListChange } from './list-change';
import type { ListHabits } from './list-rules';
import { checkListContent, type Items, type ListContent, ListKind } from './list-kind';
import { FollowWindows } from './stale-windows';

declare const ngDevMode: unknown;

/** The type of a list item. */
export type MemberOf<C extends SchemaLike> =
  Denormalize<C> extends readonly (infer Item)[]
    ? Item
    : Denormalize<C> extends Readonly<Record<string, infer Item>>
      ? Item
      : never;

/** The row of an entity as a filter receives it: relations are keys, and deserializers have not run. */
export type RowOf<E> = {
  readonly [K in keyof E]?: NonNullable<E[K]> extends Entity
    ? string | number
    : NonNullable<E[K]> extends readonly Entity[]
      ? readonly (string | number)[]
      : E[K];
};

/** The options of a {@link Collection}. */
export interface CollectionOptions<
  C extends SchemaLike,
  Args extends readonly unknown[],
> extends ListHabits {
  /** Returns the arguments that identify a list, from those of an endpoint. Default: the first argument. */
  readonly argsKey?: (...args: Args) => object;
  /**
   * Returns the arguments that identify a list inside an entity or a `schema.Values`, from the parent and the field.
   */
  readonly nestKey?: (parent: never, key: string) => object;
  /** Returns whether an entity belongs to a list. Default: compares its fields with the arguments. */
  readonly filter?: (item: RowOf<MemberOf<C>>, args: Fields) => boolean;
  /**
   * Whether an entity leaves and joins lists when a field changes that is one of their arguments. Default: `true`. A list
   * with a `filter` does not need this.
   */
  readonly followsFields?: boolean;
  /** The name in snapshots. Default: from the classes of the items. Required if several Collections have the same. */
  readonly name?: string;
}

/**
 * A list that has an identity: its arguments, or the entity that contains it. The cache stores it once, and all
 * responses and Queries that contain it share it. A created entity appears in every list whose arguments it matches,
 * and a deleted entity leaves all lists.
 *
 * @example
 * ```ts
 * const userTodos = new Collection([Todo], {
 *   argsKey: ({ userId }: { userId?: number } = {}) => ({ userId }),
 * });
 * const getTodos = new RestEndpoint({
 *   path: '/todos',
 *   searchParams: typed<{ userId?: number }>(),
 *   schema: userTodos,
 * });
 * cache.select(userTodos, { userId: 1 }); // Observable<Todo[] | undefined>
 * ```
 */
export class Collection<C extends SchemaLike, Args extends readonly unknown[] = [params?: object]>
  implements SchemaNode<Denormalize<C>>, QueryableNode<Denormalize<C>, Args>
{
  /** @internal The Entity class whose rows are the lists of this Collection. */
  readonly rows: EntityClass;
  /** @internal */
  readonly kind: ListKind;
  readonly #options: CollectionOptions<C, Args>;

  /**
   * @param content `[Todo]`, a `schema.Array` or `schema.Values`
   * @throws CacheError NCQ1011 if `content` is not a list of entities; NCQ1006 if it is `[A, B]`
   */
  constructor(content: C & ListContent, options: CollectionOptions<C, Args> = {}) {
    checkDefined('new Collection(…)', content);
    checkListContent(content);
    this.#options = options;
    this.kind = new ListKind(content, options, options.name);
    this.rows = rowsOf(this);
  }

  /** The schema of new entities, which join the end of the lists that they match. */
  get push(): ListChange<MemberOf<C>> {
    return new ListChange(this.kind, 'push');
  }

  /** Works like {@link Collection.push}, at the beginning of the lists. */
  get unshift(): ListChange<MemberOf<C>> {
    return new ListChange(this.kind, 'unshift');
  }

  /** The schema of new entities by key, which join the maps (`schema.Values`) that they match. */
  get assign(): ListChange<Denormalize<C>> {
    return new ListChange(this.kind, 'assign');
  }

  /** The schema of an entity that leaves the lists that the arguments identify. */
  get remove(): ListChange<MemberOf<C>> {
    return new ListChange(this.kind, 'remove');
  }

  /** The schema of a changed entity, which leaves the lists that it no longer matches and joins others. */
  get move(): ListChange<MemberOf<C>> {
    return new ListChange(this.kind, 'move');
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): string {
    const args = this.#argsIn(parent, key, walk);
    const pk = this.kind.pkOf(args);
    const items = walk.visit(this.kind.content, input, parent, key);
    walk.put(planOf(this.rows), pk, { args, ...this.sized(items) });
    return pk;
  }

  denormalize(stored: unknown, read: Denormalizer): Denormalize<C> {
    const list = typeof stored === 'string' ? read.entity(this.rows, stored) : undefined;
    return itemsOf(list) as Denormalize<C>;
  }

  /** @internal */
  markListed(walk: Normalizer): void {
    for (const type of this.kind.types) walk.listed.add(planOf(type));
  }

  /** @internal Returns the arguments that identify a list. */
  argsOf(args: readonly unknown[]): Fields {
    const { argsKey } = this.#options;
    if (argsKey !== undefined) return argsKey(...(args as Args)) as Fields;
    const [first] = args;
    if (first === undefined) return {};
    return isPlain(first) ? first : { argument: first };
  }

  read(reader: ReadContext, args: Args): Known<Denormalize<C>> {
    const list = reader.entity(this.rows, this.kind.pkOf(this.argsOf(args)));
    return list === undefined ? UNKNOWN : (itemsOf(list) as Denormalize<C>);
  }

  /** @internal Returns the items without duplicates and, for an array, the number of items in the response. */
  sized(items: unknown): { readonly items: Items; readonly size?: number } {
    if (!Array.isArray(items)) return { items: items as Items };
    return { items: this.kind.distinct(items), size: items.length };
  }

  /** The arguments of a nested list come from its parent, those of another list from the arguments of the endpoint. */
  #argsIn(parent: unknown, key: string | undefined, walk: Normalizer): Fields {
    if (walk.depth === 0 && walk.arrayDepth === 0) return this.argsOf(walk.args);
    const { nestKey } = this.#options;
    if (nestKey) return nestKey(parent as never, key!) as Fields;
    throw misfit(
      walk,
      'NCQ1010',
      (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
        'a Collection that is nested in an entity, in an array or in schema.Values needs the nestKey option. nestKey ' +
          'is a function that returns the arguments that identify the list: ' +
          'nestKey: (parent, key) => ({ userId: parent.id }).',
    );
  }
}

/** A Collection, with all types erased. */
export type AnyCollection = Collection<SchemaLike, readonly unknown[]>;

let count = 0;

/** Creates the Entity class whose rows are the lists of a Collection. */
function rowsOf({ kind }: { readonly kind: ListKind }): EntityClass {
  const rows = class extends Entity {
    static override readonly schema = { items: kind.content };
    static readonly [FOLLOW] = new FollowWindows(kind);
  };
  const number = ++count;
  // Computed when it is needed, because with circular imports the classes of the items may not be defined yet.
  const get = () =>
    `Collection ${number} of ${kind.types.map((type) => planOf(type).name).join(' and ')}`;
  Object.defineProperty(rows, 'name', { get });
  return rows;
}

function itemsOf(list: Entity | undefined): unknown {
  return (list as { readonly items?: unknown } | undefined)?.items;
}
