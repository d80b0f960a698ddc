import type { Denormalizer } from './denormalizer';
import type { Normalizer } from './normalizer';
import type { SchemaNode, SchemaShape } from './schema';

/** The Collection that pages belong to. */
interface PagedList<Value> extends SchemaNode<Value> {
  /** @internal */
  normalizePage(input: unknown, walk: Normalizer, field: string, isBefore: boolean): unknown;
}

/**
 * One page of a list of a Collection: what came is put in its place among the other pages, and the value
 * is the whole list.
 */
export class ListPage<Value> implements SchemaNode<Value> {
  readonly #list: PagedList<Value>;
  readonly #field: string;
  readonly #isBefore: boolean;

  /**
   * @param list the Collection
   * @param field the argument that names the page
   * @param isBefore whether pages whose order nothing else says come before those that are there
   */
  constructor(list: PagedList<Value>, field: string, isBefore: boolean) {
    this.#list = list;
    this.#field = field;
    this.#isBefore = isBefore;
  }

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    return this.#list.normalizePage(input, walk, this.#field, this.#isBefore);
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
