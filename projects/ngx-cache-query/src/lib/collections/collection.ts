import { type Fields, isPlainObject } from '../util/plain-data';
import { Entity } from '../schema/entity/entity';
import { planOf } from '../schema/entity/entity-plan';
import { ListPage } from './pages/list-page';
import { type PageKey, type PagePlace, withPage } from './pages/list-pages';
import { ATTACH } from '../store/store';
import { ListChange } from './edits/list-change';
import { fitsArguments, type NonFilter } from './list-filter';
import { checkListContent, type ListContent } from './list-content';
import { attachLists } from './collections';
import { PageEffect } from './edits/list-effects';
import { LIST, ListPlan, listPlanOf } from './list-plan';
import { nestKeyError } from '../schema/normalize/normalize-errors';
import type { Normalizer } from '../schema/normalize/normalizer';
import {
  type Known,
  type QueryableNode,
  type ReadContext,
  UNKNOWN,
} from '../schema/query/queryable';
import type {
  Denormalizer,
  Denormalize,
  EntityClass,
  SchemaLike,
  SchemaNode,
  SchemaShape,
} from '../schema/schema';
import { checkDefinition } from '../schema/checks/undefined-schema';

/** An entity of a list. */
export type MemberOf<C extends SchemaLike> =
  Denormalize<C> extends readonly (infer Item)[]
    ? Item
    : Denormalize<C> extends Readonly<Record<string, infer Item>>
      ? Item
      : never;

/** The row of an entity as a filter sees it: relations are keys, deserialized fields are raw. */
export type RowOf<E> = {
  readonly [K in keyof E]?: NonNullable<E[K]> extends Entity
    ? string | number
    : NonNullable<E[K]> extends readonly Entity[]
      ? readonly (string | number)[]
      : E[K];
};

/** How the lists of a {@link Collection} are told apart, and what is in which. */
export interface CollectionOptions<C extends SchemaLike, Args extends readonly unknown[]> {
  /** Makes of the arguments of an endpoint what tells its lists apart; by default the first argument. */
  readonly argsKey?: (...args: Args) => object;
  /**
   * In the field of an entity: makes of that entity's row, and the name of the field, what tells its lists apart.
   * In `schema.Values`: of the object that they describe, and the key in it.
   */
  readonly nestKey?: (parent: never, key: string) => object;
  /**
   * Arguments that do not say which entities are in a list: the names, a pattern, or a test. By default
   * those that begin with `order` or `sort`.
   */
  readonly nonFilterArgumentKeys?: NonFilter;
  /**
   * Says whether an entity is in the list with these arguments, in place of comparing its fields with
   * them. With it, an entity leaves a list as soon as a change says so.
   */
  readonly filter?: (item: RowOf<MemberOf<C>>, args: Fields) => boolean;
}

/**
 * A list with an identity of its own: the same list wherever it is shown, told apart from others by its
 * arguments, or by the entity that it belongs to. Entities can be put in and taken out.
 *
 * What was created through `push` or `unshift` appears in exactly the lists that are in the cache and
 * whose arguments it fits, of whatever Collection of its class; a deleted entity leaves all of them.
 *
 * @typeParam C the schema of a whole list
 * @typeParam Args the arguments that tell lists apart
 *
 * @example
 * ```ts
 * const userTodos = new schema.Collection([Todo], {
 *   argsKey: ({ userId }: { userId?: number } = {}) => ({ userId }),
 * });
 * const getTodos = new RestEndpoint({
 *   path: '/todos',
 *   searchParams: {} as { userId?: number },
 *   schema: userTodos,
 * });
 * cache.select(userTodos, { userId: 1 }); // Observable<Todo[] | undefined>
 * ```
 */
export class Collection<C extends SchemaLike, Args extends readonly unknown[] = [params?: object]>
  implements SchemaNode<Denormalize<C>>, QueryableNode<Denormalize<C>, Args>
{
  /** @internal The class whose rows are the lists. */
  readonly rows: EntityClass;
  readonly #content: C;
  readonly #options: CollectionOptions<C, Args>;

  /**
   * @param content the schema of a whole list: `[Todo]`, a `schema.Array` or `schema.Values`
   * @param options how lists are told apart, and what is in which
   * @throws CacheError NCQ1011 when it is no list of entities, NCQ1006 of `[A, B]`
   */
  constructor(content: C & ListContent, options: CollectionOptions<C, Args> = {}) {
    checkDefinition('Collection', content);
    checkListContent(content);
    const { filter, nonFilterArgumentKeys } = options;
    const names = fitsArguments(nonFilterArgumentKeys);
    const fits = filter ? (row: Fields, args: Fields) => filter(row as never, args) : names;
    this.#content = content;
    this.#options = options;
    this.rows = listRowClass(new ListPlan(content, fits, names, filter !== undefined));
  }

  /** Describes an answer that is a new entity, or several: they come at the end of the lists that they fit. */
  get push(): ListChange<MemberOf<C>> {
    return new ListChange(this.#plan, 'push');
  }

  /** {@link Collection.push} at the beginning. */
  get unshift(): ListChange<MemberOf<C>> {
    return new ListChange(this.#plan, 'unshift');
  }

  /** Describes an answer with values by key, which are put into the maps that they fit. */
  get assign(): ListChange<Denormalize<C>> {
    return new ListChange(this.#plan, 'assign');
  }

  /** Describes an answer that is an entity, which leaves the lists that the arguments of the call name. */
  get remove(): ListChange<MemberOf<C>> {
    return new ListChange(this.#plan, 'remove');
  }

  /** Describes an answer that is a changed entity: it leaves lists that it no longer fits, and comes into those that it does. */
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
    walk.batch.put(planOf(this.rows), pk, { args, items: this.#distinct(items) });
    return pk;
  }

  /**
   * Describes one page of a list: it is put in its place among the pages that came before, and the value
   * is the whole list.
   *
   * @param field the argument that names the page: a number, or a cursor
   * @param where where a new page goes: `'after'` by its number, or else at the end; `'before'` at the beginning;
   *   `'end'` at the end, also when its number is lower, as that of a cursor may be
   */
  page(field: string, where: PagePlace = 'after'): SchemaNode<Denormalize<C>> {
    return new ListPage<Denormalize<C>>(this, field, where);
  }

  /** @internal */
  normalizePage(input: unknown, walk: Normalizer, field: string, where: PagePlace): string {
    const { [field]: _, ...args } = this.#argsKey(walk.args);
    // Not from argsKey, which returns only what tells lists apart.
    const key = (walk.args[0] as Fields | undefined)?.[field];
    const items = this.#distinct(walk.visit(this.#content, input)) as unknown[];
    const page = { key: key as PageKey, items };
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

  /** @internal What tells the list with these arguments apart, and its key. */
  identify(args: readonly unknown[]): { readonly args: Fields; readonly pk: string } {
    const own = this.#argsKey(args);
    return { args: own, pk: this.#plan.pkOf(own) };
  }

  /** @internal The key of the list with these arguments. */
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

  /** What tells this list apart: the arguments, or where there may be several lists `nestKey`. */
  #argsOf(parent: unknown, key: string | undefined, walk: Normalizer): Fields {
    if (walk.depth === 0 && walk.arrayDepth === 0) return this.#argsKey(walk.args);
    const { nestKey } = this.#options;
    if (nestKey === undefined) throw nestKeyError(walk);
    return nestKey(parent as never, key!) as Fields;
  }

  #distinct(items: unknown): unknown {
    if (!Array.isArray(items)) return items;
    const plan = this.#plan;
    const keys = new Set<unknown>();
    return items.filter((item) => keys.size !== keys.add(plan.keyOf(item)).size);
  }
}

/** How many there are, so that each can be told apart in tools. */
let made = 0;

/** The class whose rows are the lists of one Collection. */
function listRowClass(list: ListPlan): EntityClass {
  const rows = class extends Entity {
    static override readonly schema = { items: list.content };
    static readonly [LIST] = list;
    static readonly [ATTACH] = attachLists;

    /** A whole list that comes when pages were put together is the first of them. */
    static override merge(existing: Fields, incoming: Fields): Fields {
      const isFirst = 'pages' in existing && 'items' in incoming && !('pages' in incoming);
      const page = { key: undefined, items: incoming['items'] as readonly unknown[] };
      return { ...existing, ...incoming, ...(isFirst && withPage(list, existing, page)) };
    }
  };
  const number = ++made;
  // Its classes may be there only later.
  const get = () =>
    `Collection ${number} of ${list.types.map((type) => planOf(type).name).join(' and ')}`;
  Object.defineProperty(rows, 'name', { get });
  return rows;
}

function itemsOf(list: Entity | undefined): unknown {
  return (list as { readonly items?: unknown } | undefined)?.items;
}
