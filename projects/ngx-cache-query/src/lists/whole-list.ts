import { recordOf } from '../schema/entity';
import type { Denormalizer, SchemaLike, SchemaNode } from '../schema/schema';
import type { Normalizer } from '../schema/normalizer';
import { planOf } from '../schema/plan';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type { Fields } from '../util/plain-data';
import type { AnyCollection } from './collection';
import { type Page, type StoredPageKey, pagesIn, servedOf, withPage } from './stored-pages';

/** A response that contains one page, and the key of that page. */
export interface PageResponse {
  readonly key: StoredPageKey;
  readonly response: unknown;
  /** The stored page, if the server has confirmed it. Then `response` is what is stored of the last response. */
  readonly page?: Page;
}

/**
 * The schema of several responses that together contain all pages of a list. The new pages replace the existing pages
 * in one commit. The value is the last response, with the whole list in place of the page that the response contained.
 */
export class WholeList implements SchemaNode<unknown> {
  /**
   * @param list the Collection in the schema
   * @param schema the schema of a response that contains one page
   * @param pageOf returns the schema of such a response, with `items` instead of the Collection
   * @param isReversed whether each response comes before the ones that were requested earlier
   */
  constructor(
    private readonly list: AnyCollection,
    private readonly schema: SchemaLike,
    private readonly pageOf: (items: SchemaNode<unknown>) => SchemaLike,
    private readonly isReversed: boolean,
  ) {}

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    const { kind, rows } = this.list;
    const args = this.list.argsOf(walk.args);
    const pk = kind.pkOf(args);
    const items = new PageItems(this.list, pk);
    const schema = this.pageOf(items);
    const responses = input as readonly PageResponse[];
    let list: Fields = {};
    let stored: unknown;
    for (const [i, { key, page, response }] of responses.entries()) {
      // An error path contains the index of the page only if there are several pages.
      if (responses.length > 1) walk.path[0] = i;
      stored = page ? response : walk.visit(schema, response);
      const all = page ? servedOf(page) : items.collected;
      const { served: _, ...known } = { size: all.length, ...page, key, items: kind.distinct(all) };
      list = withPage(kind, list, known, this.isReversed ? 'before' : 'end');
    }
    walk.put(planOf(rows), pk, { args, ...list });
    return stored;
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): unknown {
    return read.value(this.schema, stored);
  }
}

/** The schema of the items on a page. Collects them, and stores the key of the whole list in their place. */
class PageItems implements SchemaNode<unknown> {
  /** The items of the last page. */
  collected: readonly unknown[] = [];

  constructor(
    private readonly list: AnyCollection,
    private readonly pk: string,
  ) {}

  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): string {
    const stored = walk.visit(this.list.kind.content, input, parent, key);
    this.collected = stored as readonly unknown[];
    return this.pk;
  }

  denormalize(stored: unknown, read: Denormalizer): unknown {
    return this.list.denormalize(stored, read);
  }
}

/** Reads a part of what is stored of a list. */
export class ListPart<T> implements QueryableNode<T, readonly unknown[]> {
  constructor(
    private readonly list: AnyCollection,
    private readonly part: (record: Fields, reader: ReadContext) => T,
  ) {}

  /** @internal */
  read(reader: ReadContext, args: readonly unknown[]): Known<T> {
    const { list } = this;
    const row = reader.entity(list.rows, list.kind.pkOf(list.argsOf(args)));
    return row ? this.part(recordOf(row)!, reader) : UNKNOWN;
  }
}

/** Reads the loaded pages of a list, in its order. */
export function loadedPages(list: AnyCollection): ListPart<readonly Page[]> {
  return new ListPart(list, pagesIn);
}

/** Reads the number of items of the loaded pages that are no longer in the list. */
export function removedItems(list: AnyCollection): ListPart<number> {
  return new ListPart(list, (record) => {
    const isListed = list.kind.testFor(record['items'] as readonly unknown[]);
    return loadedItems(record).filter((item) => !isListed(item)).length;
  });
}

/** Reads the item at the end at which pages are added, if a response contained it and it is still in the list. */
export function outermostItem(list: AnyCollection, isReversed: boolean): ListPart<unknown> {
  const { kind } = list;
  return new ListPart(list, (record, reader) => {
    const items = loadedItems(record);
    const isListed = kind.testFor(record['items'] as readonly unknown[]);
    const found = (isReversed ? items : items.reverse()).find(isListed);
    return found === undefined ? undefined : reader.items(kind.item, [found])[0];
  });
}

function loadedItems(record: Fields): unknown[] {
  return pagesIn(record).flatMap(({ items }) => items);
}
