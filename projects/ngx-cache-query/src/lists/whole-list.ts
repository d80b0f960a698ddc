import { recordOf, type Denormalizer, type SchemaLike, type SchemaNode } from '../schema/entity';
import type { Normalizer } from '../schema/normalizer';
import { planOf } from '../schema/plan';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type { Fields } from '../util/plain-data';
import type { AnyCollection } from './collection';
import type { ListKind } from './list-kind';
import type { Page, PageKey } from './list-pages';

/** A response that contains one page, and the key of that page. */
export interface PageResponse {
  readonly key: PageKey;
  readonly response: unknown;
}

/** A loaded page of a list. */
export interface LoadedPage {
  readonly key: PageKey;
  /** The number of items on the page. */
  readonly count: number;
  /**
   * The number of items in the response that contained the page. It does not change when items are added or removed
   * later.
   */
  readonly size: number;
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
   */
  constructor(
    private readonly list: AnyCollection,
    private readonly schema: SchemaLike,
    private readonly pageOf: (items: SchemaNode<unknown>) => SchemaLike,
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
    const pages = distinct(kind, responses, items.collected);
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

/** Reads the keys and sizes of the loaded pages of a list. */
export class LoadedPages implements QueryableNode<LoadedPage[], readonly unknown[]> {
  constructor(private readonly list: AnyCollection) {}

  /** @internal */
  read(reader: ReadContext, args: readonly unknown[]): Known<LoadedPage[]> {
    const { rows, kind } = this.list;
    const list = reader.entity(rows, kind.pkOf(this.list.argsOf(args)));
    if (list === undefined) return UNKNOWN;
    const {
      items = [],
      size,
      pages = [{ key: undefined, items, size }],
    } = recordOf(list) as ListRecord;
    return pages.map(({ key, items: { length: count }, size = count }) => ({ key, count, size }));
  }
}

interface ListRecord extends Fields {
  readonly items?: readonly unknown[];
  readonly size?: number;
  readonly pages?: readonly Page[];
}

/** Returns the pages with their items. If an item is on several pages, it is kept only on the last of these pages. */
function distinct(
  kind: ListKind,
  responses: readonly PageResponse[],
  collected: readonly (readonly unknown[])[],
): Page[] {
  const seen = new Set<unknown>();
  const isNew = (item: unknown) => seen.size !== seen.add(kind.keyOf(item)).size;
  const pages: Page[] = [];
  for (let i = responses.length - 1; i >= 0; i--) {
    const { length: size } = collected[i];
    pages.unshift({ key: responses[i].key, items: collected[i].filter(isNew), size });
  }
  return pages;
}
