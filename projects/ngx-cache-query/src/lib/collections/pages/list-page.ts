import type { PagePlace } from './list-pages';
import type { Normalizer } from '../../schema/normalize/normalizer';
import type { Denormalizer, SchemaNode, SchemaShape } from '../../schema/schema';

/** The part of a Collection that {@link ListPage} uses. */
interface PagedList<Value> extends SchemaNode<Value> {
  /** @internal */
  normalizePage(input: unknown, walk: Normalizer, field: string, where: PagePlace): unknown;
}

/**
 * The schema of a response that contains one page of a list. The page is merged with the other pages, and the value of
 * the endpoint is the whole list.
 */
export class ListPage<Value> implements SchemaNode<Value> {
  readonly #list: PagedList<Value>;
  readonly #field: string;
  readonly #where: PagePlace;

  /**
   * @param list the Collection
   * @param field the argument that identifies the page
   * @param where where to insert a new page
   */
  constructor(list: PagedList<Value>, field: string, where: PagePlace) {
    this.#list = list;
    this.#field = field;
    this.#where = where;
  }

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    return this.#list.normalizePage(input, walk, this.#field, this.#where);
  }

  /** @internal */
  shape(): SchemaShape {
    return this.#list.shape();
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): Value {
    return this.#list.denormalize(stored, read);
  }
}
