import { recordOf, type Denormalizer, type SchemaLike, type SchemaNode } from '../schema/entity';
import type { Normalizer } from '../schema/normalizer';
import { planOf } from '../schema/plan';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type { Fields } from '../util/plain-data';
import type { AnyCollection } from './collection';
import type { ListKind } from './list-kind';
import { type Page, type PageKey, pagesIn } from './list-pages';

/** A response that contains one page, and the key of that page. */
export interface PageResponse {
  readonly key: PageKey;
  readonly response: unknown;
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
   * @param isReversed whether each response comes before the ones that were requested earlier, as in a chat
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
    const page = this.pageOf(items);
    const responses = input as readonly PageResponse[];
    const stored = responses.map(({ response }, i) => {
      // An error path contains the index of the page only if there are several pages.
      if (responses.length > 1) walk.path[0] = i;
      return walk.visit(page, response);
    });
    walk.path.length = 0;
    const pages = pagesOf(kind, responses, items.collected);
    if (this.isReversed) pages.reverse();
    const all = pages.flatMap(({ items: onPage }) => onPage);
    walk.put(planOf(rows), pk, { args, items: all, pages });
    return stored.at(-1);
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): unknown {
    return read.value(this.schema, stored);
  }
}

/** The schema of the items on a page. Collects them, and stores the key of the whole list in their place. */
class PageItems implements SchemaNode<unknown> {
  /** The items of each page, in order. */
  readonly collected: (readonly unknown[])[] = [];

  constructor(
    private readonly list: AnyCollection,
    private readonly pk: string,
  ) {}

  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): string {
    const stored = walk.visit(this.list.kind.content, input, parent, key);
    this.collected.push(stored as readonly unknown[]);
    return this.pk;
  }

  denormalize(stored: unknown, read: Denormalizer): unknown {
    return this.list.denormalize(stored, read);
  }
}

/** Reads the loaded pages of a list, in its order. */
export class LoadedPages implements QueryableNode<readonly Page[], readonly unknown[]> {
  constructor(private readonly list: AnyCollection) {}

  /** @internal */
  read(reader: ReadContext, args: readonly unknown[]): Known<readonly Page[]> {
    const record = recordIn(this.list, reader, args);
    return record ? pagesIn(record) : UNKNOWN;
  }
}

/** Reads the number of items of the loaded pages that are no longer in the list. */
export class RemovedItems implements QueryableNode<number, readonly unknown[]> {
  constructor(private readonly list: AnyCollection) {}

  /** @internal */
  read(reader: ReadContext, args: readonly unknown[]): Known<number> {
    const { kind } = this.list;
    const record = recordIn(this.list, reader, args);
    if (!record) return UNKNOWN;
    const listed = kind.contentOf(record['items'] as readonly unknown[]);
    const loaded = pagesIn(record).flatMap(({ items }) => items);
    return loaded.filter((item) => !listed.has(kind.keyOf(item))).length;
  }
}

/** Reads the item at the end at which pages are added, if a response contained it and it is still in the list. */
export class OutermostItem implements QueryableNode<unknown, readonly unknown[]> {
  constructor(
    private readonly list: AnyCollection,
    private readonly isReversed: boolean,
  ) {}

  /** @internal */
  read(reader: ReadContext, args: readonly unknown[]): unknown {
    const { kind } = this.list;
    const record = recordIn(this.list, reader, args);
    if (!record) return UNKNOWN;
    const listed = kind.contentOf(record['items'] as readonly unknown[]);
    const isListed = (item: unknown) => listed.has(kind.keyOf(item));
    const pages = pagesIn(record).map(({ items }) => items);
    for (const items of this.isReversed ? pages : pages.reverse()) {
      const inward = this.isReversed ? items : [...items].reverse();
      const found = inward.find(isListed);
      if (found !== undefined) return reader.items(kind.item, [found])[0];
    }
    return undefined;
  }
}

function recordIn(
  list: AnyCollection,
  reader: ReadContext,
  args: readonly unknown[],
): Fields | undefined {
  const row = reader.entity(list.rows, list.kind.pkOf(list.argsOf(args)));
  return row && recordOf(row);
}

/** Returns the pages with their items. If an item is on several pages, it is kept only on the last of these pages. */
function pagesOf(
  kind: ListKind,
  responses: readonly PageResponse[],
  collected: readonly (readonly unknown[])[],
): Page[] {
  const lastPage = new Map<unknown, number>();
  const added = collected.map((items, i) => {
    const { size } = lastPage;
    for (const item of items) lastPage.set(kind.keyOf(item), i);
    return lastPage.size - size;
  });
  return responses.map(({ key }, i) => {
    const items = collected[i].filter((item) => lastPage.get(kind.keyOf(item)) === i);
    return { key, size: collected[i].length, added: added[i], items: kind.distinct(items) };
  });
}
