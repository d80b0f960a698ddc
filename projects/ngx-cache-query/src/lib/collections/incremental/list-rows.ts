import type { EntityType } from '../../graph/entity-type';
import type { Source } from '../../graph/source';
import type {
  RowSource,
  SourceSet,
  IncrementalReader,
} from '../../query/incremental/incremental-process';
import { isEntityClass, planOf } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { Queryable } from '../../schema/queryable';
import type { EntityClass, SchemaLike } from '../../schema/schema';
import type { Collection as AnyCollection } from '../collection';
import { listPlanOf, type ListPlan } from '../list-plan';
import { ListFeed } from './list-feed';

type Collection = AnyCollection<SchemaLike, readonly unknown[]>;

/** Provides the entities in a list of a Collection as rows for an incremental result. */
export class ListRows implements SourceSet {
  readonly #lists: EntityType;
  readonly #list: ListPlan;
  readonly #types: readonly EntityType[];
  #members: readonly ListFeed[] = [];

  /**
   * @param rows the Entity class whose rows are the lists
   * @param pk the key of the list
   */
  private constructor(
    reader: IncrementalReader,
    rows: EntityClass,
    private readonly pk: Pk,
  ) {
    this.#lists = reader.typeOf(rows);
    this.#list = listPlanOf(planOf(rows))!;
    this.#types = this.#list.types.map((type) => reader.typeOf(type));
  }

  /**
   * Returns the entities in a list if `queryable` is a Collection whose lists are arrays. Returns `undefined`
   * otherwise.
   */
  static of(
    reader: IncrementalReader,
    queryable: Queryable,
    args: readonly unknown[],
  ): ListRows | undefined {
    const { rows, pkOf } = queryable as unknown as Partial<Collection>;
    const list = isEntityClass(rows) ? listPlanOf(planOf(rows)) : undefined;
    if (list === undefined || list.isMap) return undefined;
    return new ListRows(reader, rows!, pkOf!.call(queryable, args));
  }

  get isKnown(): boolean {
    return this.#lists.has(this.pk);
  }

  get knowledge(): readonly Source[] {
    return [this.#lists.cell(this.pk)];
  }

  get sources(): readonly Source[] {
    return [...this.knowledge, ...this.#types];
  }

  begin(): readonly RowSource[] {
    this.end();
    this.#members = this.#types.map((type) => new ListFeed(this.#list, this.#lists, this.pk, type));
    return this.#types.map((type, i) => ({ type, changes: this.#members[i] }));
  }

  end(): void {
    for (const members of this.#members) members.end();
    this.#members = [];
  }
}
