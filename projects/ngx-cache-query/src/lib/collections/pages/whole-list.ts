import type { Fields } from '../../util/plain-data';
import type { Collection } from '../collection';
import { denormalize } from '../../schema/denormalizer';
import { recordOf } from '../../schema/entity/entity';
import { planOf } from '../../schema/entity/entity-plan';
import type { Page, PageKey } from './list-pages';
import { type ListPlan, listPlanOf } from '../list-plan';
import type { Normalizer } from '../../schema/normalize/normalizer';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../../schema/queryable';
import type { Denormalizer, SchemaLike, SchemaNode, SchemaShape } from '../../schema/schema';

type AnyCollection = Collection<SchemaLike, readonly unknown[]>;

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
   * @param collection the Collection in the schema
   * @param schema the schema of a response that contains one page
   * @param pageOf returns the page schema with `items` instead of the Collection
   */
  constructor(
    private readonly collection: AnyCollection,
    private readonly schema: SchemaLike,
    private readonly pageOf: (items: SchemaNode<unknown>) => SchemaLike,
  ) {}

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    const { collection: list } = this;
    const { args, pk } = list.identify(walk.args);
    const items = new PageItems(list, pk);
    const page = this.pageOf(items);
    const responses = input as readonly PageResponse[];
    const stored = responses.map(({ response }, i) => {
      // An error path contains the index of the page only if there are several pages.
      if (responses.length > 1) walk.path[0] = i;
      return walk.visit(page, response);
    });
    walk.path.length = 0;
    const plan = planOf(list.rows);
    const pages = distinct(listPlanOf(plan)!, responses, items.collected);
    walk.batch.put(plan, pk, { args, items: pages.flatMap(({ items: onPage }) => onPage), pages });
    return stored.at(-1);
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'object', parts: { page: this.schema } };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): unknown {
    return denormalize(this.schema, stored, read);
  }
}

/**
 * The schema of the items on a page. The schema collects the items, and stores the key of the whole list in place of
 * the items.
 */
class PageItems implements SchemaNode<unknown> {
  /** The items of each page, in order. */
  readonly collected: (readonly unknown[])[] = [];

  constructor(
    private readonly collection: AnyCollection,
    private readonly pk: string,
  ) {}

  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): string {
    const stored = walk.visit(this.collection.content, input, parent, key);
    this.collected.push(stored as readonly unknown[]);
    return this.pk;
  }

  shape(): SchemaShape {
    return this.collection.shape();
  }

  denormalize(stored: unknown, read: Denormalizer): unknown {
    return this.collection.denormalize(stored, read);
  }
}

/** Reads the keys and sizes of the loaded pages of a list. */
export class LoadedPages implements QueryableNode<LoadedPage[], readonly unknown[]> {
  constructor(private readonly collection: AnyCollection) {}

  /** @internal */
  read(reader: ReadContext, args: readonly unknown[]): Known<LoadedPage[]> {
    const list = reader.entity(this.collection.rows, this.collection.pkOf(args));
    if (list === undefined) return UNKNOWN;
    const {
      items = [],
      size,
      pages = [{ key: undefined, items, size }],
    } = recordOf(list) as ListRow;
    return pages.map(({ key, items: { length: count }, size = count }) => ({ key, count, size }));
  }
}

interface ListRow extends Fields {
  readonly items?: readonly unknown[];
  readonly size?: number;
  readonly pages?: readonly Page[];
}

/** Returns the pages with their items. If an item is on several pages, it is kept only on the last of these pages. */
function distinct(
  list: ListPlan,
  responses: readonly PageResponse[],
  collected: readonly (readonly unknown[])[],
): Page[] {
  const seen = new Set<unknown>();
  const isNew = (item: unknown) => seen.size !== seen.add(list.keyOf(item)).size;
  const pages: Page[] = [];
  for (let i = responses.length - 1; i >= 0; i--) {
    const { length: size } = collected[i];
    pages.unshift({ key: responses[i].key, items: collected[i].filter(isNew), size });
  }
  return pages;
}
