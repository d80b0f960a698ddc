import type { Normalizer } from '../schema/normalizer';
import { planOf } from '../schema/plan';
import type { Denormalize, Denormalizer, SchemaLike, SchemaNode } from '../schema/schema';
import type { Fields } from '../util/plain-data';
import type { AnyCollection, Collection } from './collection';
import type { PageEffect } from './list-kind';
import { type StoredPageKey, type PagePlace, withPage } from './stored-pages';

/** The schema of one page of a list: {@link pageOf}. */
export class ListPage<Value> implements SchemaNode<Value> {
  /**
   * @internal
   * @param list the Collection
   * @param field the argument that identifies the page
   * @param where where to insert a new page
   */
  constructor(
    readonly list: AnyCollection,
    private readonly field: string,
    private readonly where: PagePlace,
  ) {
    list.kind.merge = (known, { args, ...page }, place) => ({
      ...known,
      served: undefined,
      args,
      ...withPage(list.kind, known, page as never, place),
    });
  }

  /** @internal */
  get rows(): AnyCollection['rows'] {
    return this.list.rows;
  }

  /** @internal Returns the arguments that identify the list. */
  argsOf(args: readonly unknown[]): Fields {
    const { [this.field]: _, ...others } = this.list.argsOf(args);
    return others;
  }

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): string {
    const { list, field, where } = this;
    const { kind, rows } = list;
    const args = this.argsOf(walk.args);
    const pk = kind.pkOf(args);
    // The key of the page is read from the arguments. The page does not identify the list, so `argsKey` may omit it.
    const key = (walk.args[0] as Fields | undefined)?.[field] as StoredPageKey;
    const page = { args, key, ...list.sized(walk.visit(kind.content, input)) };
    const plan = planOf(rows);
    walk.plans.add(plan);
    walk.effects.push({ plan, pk, list: page, where } satisfies PageEffect);
    return pk;
  }

  denormalize(stored: unknown, read: Denormalizer): Value {
    return this.list.denormalize(stored, read) as Value;
  }
}

/**
 * Returns the schema of one page of a list, which is merged with the other pages. The value is the whole list.
 *
 * @param field the argument of the endpoint that identifies the page
 *
 * @example
 * ```ts
 * const getPage = new RestEndpoint({ path, searchParams, schema: pageOf(todos, 'page') });
 * ```
 */
export function pageOf<C extends SchemaLike, Args extends readonly unknown[]>(
  list: Collection<C, Args>,
  field: string,
  where: PagePlace = 'after',
): ListPage<Denormalize<C>> {
  return new ListPage(list as never, field, where);
}
