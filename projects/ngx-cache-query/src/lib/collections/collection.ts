// A Collection defines lists that have an identity. Each list is stored as a row, which contains the arguments of the
// list, the keys of the items, and the pages. The `edits` folder adds and removes items. In the same commit, it also
// removes entities that were deleted or that a filter rejects. `pages` merges pages. `windows` refetches lists that
// contain only one page. `incremental` provides lists to views, so that the views update incrementally.
//
// Public API: `Collection`. Interfaces: ATTACH, CommitHook, Effect, InternalRows and RowObserver. This folder also uses
// the overlays of `optimistic`, because an edit must outlive responses to older reads of the list.
import { type Fields, isPlainObject } from '../util/plain-data';
import { Entity } from '../schema/entity/entity';
import { planOf } from '../schema/entity/entity-plan';
import { ListPage } from './pages/list-page';
import { type Page, type PageKey, type PagePlace, withPage } from './pages/list-pages';
import { ATTACH } from '../store/store';
import { ListChange } from './edits/list-change';
import { fitsArguments } from './list-filter';
import type { CollectionOptions, MemberOf } from './collection-options';
import { checkListContent, type ListContent } from './list-content';
import { attachLists } from './attach-lists';
import { PageEffect } from './edits/list-effects';
import { LIST, ListPlan, listPlanOf } from './list-plan';
import { PageArguments } from './windows/page-arguments';
import { nestKeyError } from '../schema/normalize/normalize-errors';
import type { Normalizer } from '../schema/normalize/normalizer';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type {
  Denormalizer,
  Denormalize,
  EntityClass,
  SchemaLike,
  SchemaNode,
  SchemaShape,
} from '../schema/schema';
import { checkDefinition } from '../schema/checks/undefined-schema';

/**
 * A list that has an identity. The cache stores the list once, and all responses and Queries that contain the list
 * share it. A list is identified by its arguments, or by the entity that contains it.
 *
 * Responses to mutations can add entities to lists and remove entities from lists. If a mutation creates an entity with
 * `push` or `unshift`, the entity appears in every cached list whose arguments it matches. This includes the lists of
 * other Collections with the same item class. A deleted entity is removed from all lists.
 *
 * @typeParam C the schema of a whole list
 * @typeParam Args the arguments that identify a list
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
  readonly #content: C;
  readonly #options: CollectionOptions<C, Args>;

  /**
   * @param content the schema of a whole list: `[Todo]`, a `schema.Array` or `schema.Values`
   * @param options how lists are identified, and which entities each list contains
   * @throws CacheError NCQ1011 if `content` is not a list of entities; NCQ1006 if `content` is `[A, B]`
   */
  constructor(content: C & ListContent, options: CollectionOptions<C, Args> = {}) {
    checkDefinition('Collection', content);
    checkListContent(content);
    const { filter, name, nonFilterArgumentKeys, pageArgumentKeys } = options;
    const pages = new PageArguments(pageArgumentKeys);
    const names = fitsArguments(pages, nonFilterArgumentKeys);
    const fits = filter ? (row: Fields, args: Fields) => filter(row as never, args) : names;
    this.#content = content;
    this.#options = options;
    this.rows = listRowClass(new ListPlan(content, fits, names, filter !== undefined, pages, name));
  }

  /**
   * The schema of a response with one or more new entities. Each entity is added at the end of the lists that it
   * matches.
   */
  get push(): ListChange<MemberOf<C>> {
    return new ListChange(this.#plan, 'push');
  }

  /** Works like {@link Collection.push}, but adds the entities at the beginning of the lists. */
  get unshift(): ListChange<MemberOf<C>> {
    return new ListChange(this.#plan, 'unshift');
  }

  /**
   * The schema of a response that maps keys to entities. The entities are added to the maps (`schema.Values`) that they
   * match.
   */
  get assign(): ListChange<Denormalize<C>> {
    return new ListChange(this.#plan, 'assign');
  }

  /**
   * The schema of a response to a mutation that removes an entity from lists. The arguments of the mutation identify
   * these lists.
   */
  get remove(): ListChange<MemberOf<C>> {
    return new ListChange(this.#plan, 'remove');
  }

  /**
   * The schema of a response with a changed entity. The entity is removed from the lists that it no longer matches, and
   * added to the lists that it now matches.
   */
  get move(): ListChange<MemberOf<C>> {
    return new ListChange(this.#plan, 'move');
  }

  get #plan(): ListPlan {
    return listPlanOf(planOf(this.rows))!;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): string {
    const args = this.#argsOf(parent, key, walk);
    const items = walk.visit(this.#content, input, parent, key);
    const pk = this.#plan.pkOf(args);
    walk.batch.put(planOf(this.rows), pk, { args, ...this.#sized(items) });
    return pk;
  }

  /**
   * Returns the schema of a response with one page of a list. The page is merged with the other pages of the list, and
   * the value of the endpoint is the whole list.
   *
   * @param field the name of the argument that contains the number or the cursor of the page
   * @param where where to insert a new page. `'after'`: in the order of the page numbers. The new page is inserted
   * before the first page that has a higher number. If there is no such page, the new page is inserted at the end. A
   * page with a cursor is also inserted at the end. `'before'`: at the beginning. `'end'`: at the end. Use `'end'` for
   * cursors that look like numbers
   */
  page(field: string, where: PagePlace = 'after'): SchemaNode<Denormalize<C>> {
    return new ListPage<Denormalize<C>>(this, field, where);
  }

  /** @internal */
  normalizePage(input: unknown, walk: Normalizer, field: string, where: PagePlace): string {
    const { [field]: _, ...args } = this.#argsKey(walk.args);
    // The key of the page is read from the arguments. The page does not identify the list, so `argsKey` may omit it.
    const key = (walk.args[0] as Fields | undefined)?.[field];
    const page = { key: key as PageKey, ...this.#sized(walk.visit(this.#content, input)) };
    const pk = this.#plan.pkOf(args);
    walk.batch.effects.push(new PageEffect(planOf(this.rows), pk, { args, page, where }));
    return pk;
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'collection', parts: { items: this.#content } };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): Denormalize<C> {
    const list = typeof stored === 'string' ? read.entity(this.rows, stored) : undefined;
    return itemsOf(list) as Denormalize<C>;
  }

  /** @internal The schema of a whole list. */
  get content(): C {
    return this.#content;
  }

  /** @internal Returns the arguments that identify a list, and the key of the list. */
  identify(args: readonly unknown[]): { readonly args: Fields; readonly pk: string } {
    const listArgs = this.#argsKey(args);
    return { args: listArgs, pk: this.#plan.pkOf(listArgs) };
  }

  /** @internal Returns the key of the list identified by `args`. */
  pkOf(args: Args): string {
    return this.identify(args).pk;
  }

  /** @internal */
  read(reader: ReadContext, args: Args): Known<Denormalize<C>> {
    const list = reader.entity(this.rows, this.pkOf(args));
    return list === undefined ? UNKNOWN : (itemsOf(list) as Denormalize<C>);
  }

  #argsKey(args: readonly unknown[]): Fields {
    const { argsKey } = this.#options;
    if (argsKey !== undefined) return argsKey(...(args as Args)) as Fields;
    const [first] = args;
    if (first === undefined) return {};
    return isPlainObject(first) ? first : { argument: first };
  }

  /**
   * Returns the arguments that identify a list. For a nested list, `nestKey` returns these arguments. For any other
   * list, they are derived from the arguments of the endpoint.
   */
  #argsOf(parent: unknown, key: string | undefined, walk: Normalizer): Fields {
    if (walk.depth === 0 && walk.arrayDepth === 0) return this.#argsKey(walk.args);
    const { nestKey } = this.#options;
    if (nestKey === undefined) throw nestKeyError(walk);
    return nestKey(parent as never, key!) as Fields;
  }

  /** Returns the items without duplicates. For an array, also returns the number of items in the response. */
  #sized(items: unknown): Omit<Page, 'key'> {
    if (!Array.isArray(items)) return { items: items as Page['items'] };
    const plan = this.#plan;
    const keys = new Set<unknown>();
    const distinct = items.filter((item) => keys.size !== keys.add(plan.keyOf(item)).size);
    return { items: distinct, size: items.length };
  }
}

/**
 * The number of list classes that have been created. Each class has a number in its name, so that tools can distinguish
 * the classes.
 */
let count = 0;

/** Creates the Entity class whose rows are the lists of a Collection. */
function listRowClass(list: ListPlan): EntityClass {
  const rows = class extends Entity {
    static override readonly schema = { items: list.content };
    static readonly [LIST] = list;
    static readonly [ATTACH] = attachLists;

    /**
     * If the existing list has pages, a response that contains the whole list is merged as a page without a key. If the
     * list has no such page yet, the new page becomes the first page.
     */
    static override merge(existing: Fields, incoming: Fields): Fields {
      const isFirst = 'pages' in existing && 'items' in incoming && !('pages' in incoming);
      const page = { key: undefined, ...(incoming as Pick<Page, 'items' | 'size'>) };
      return { ...existing, ...incoming, ...(isFirst && withPage(list, existing, page)) };
    }
  };
  const number = ++count;
  // The name is computed lazily, because with circular imports the item classes may not be defined yet.
  const get = () =>
    `Collection ${number} of ${list.types.map((type) => planOf(type).name).join(' and ')}`;
  Object.defineProperty(rows, 'name', { get });
  return rows;
}

function itemsOf(list: Entity | undefined): unknown {
  return (list as { readonly items?: unknown } | undefined)?.items;
}
