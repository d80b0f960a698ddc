import type { Entity } from '../schema/entity';
import type { EntityClass } from '../schema/schema';
import { checkDefined } from '../schema/misfit';
import { pkOf } from '../schema/pk';
import { type Query } from '../schema/query';
import {
  type ArgsOf,
  type JoinArgs,
  type Known,
  type Queryable,
  type QueryableNode,
  type ReadContext,
  type ResultOf,
  UNKNOWN,
} from '../schema/queryable';
import { LensList } from './lens-list';
import { LensSchema } from './lens-schema';
import { LensValues } from './lens-values';

/** The options of a {@link Scalar}. */
export interface ScalarOptions<E, Params extends object> {
  /** The names of the fields that depend on the lens. */
  readonly fields: readonly (keyof E & string)[];
  /**
   * Returns the lens for the first argument of the endpoint or the read. Without one, a read returns the entity itself,
   * and a response is rejected with NCQ1013.
   */
  readonly lens: (params: Params) => string | number | undefined;
}

/** The argument of a read: the fields of the key and of the lens. */
export type LensParams<E, Params> = Params & {
  readonly [K in keyof E]?: E[K] extends string | number ? string | number : E[K];
};

/**
 * The schema of an entity with fields that depend on an argument of the endpoint, such as a portfolio or a locale: the
 * lens. Use it in place of the Entity class.
 *
 * @example
 * ```ts
 * const companyIn = new Scalar(Company, {
 *   lens: ({ portfolio }: { portfolio: string }) => portfolio,
 *   fields: ['share', 'count'],
 * });
 * const getColumns = new RestEndpoint({
 *   path: '/portfolios/:portfolio/columns',
 *   schema: [companyIn.columns],
 * });
 * cache.select(companyIn, { id: 'acme', portfolio: 'growth' }); // Observable<Company | undefined>
 * ```
 */
export class Scalar<E extends Entity, Params extends object>
  extends LensSchema<E>
  implements QueryableNode<E, [params: LensParams<E, Params>]>
{
  /** @throws CacheError NCQ1009 if `type` is undefined */
  constructor(type: EntityClass<E>, { fields, lens }: ScalarOptions<E, Params>) {
    checkDefined('new Scalar(…)', type);
    super(new LensValues(type, fields), lens as (params: object) => string | number | undefined);
  }

  /**
   * Returns the schema for one lens, where no arguments define it, as in `set` and `connect`.
   *
   * @example
   * ```ts
   * cache.connect(prices$, [companyIn.at({ portfolio: 'growth' }).columns]);
   * ```
   */
  at(params: Params): LensSchema<E> {
    return new LensSchema<E>(this.values, () => this.lens(params));
  }

  /**
   * Returns a Query that reads a list of entities with their values for the lens.
   *
   * @param list a queryable whose result is a list of these entities
   *
   * @example
   * ```ts
   * const companiesIn = companyIn.of(new schema.All(Company));
   * cache.select(companiesIn, { portfolio: 'growth' }); // Observable<Company[] | undefined>
   * ```
   */
  of<Q extends Queryable>(
    list: Q & (ResultOf<Q> extends readonly E[] ? unknown : never),
  ): Query<QueryableNode<E[], JoinArgs<[params: Params] | ArgsOf<Q>>>> {
    return new LensList<E, JoinArgs<[params: Params] | ArgsOf<Q>>>(this, list);
  }

  read(reader: ReadContext, [params]: [params: LensParams<E, Params>]): Known<E> {
    const of = this.values;
    const pk = pkOf(of.type, params);
    if (pk === undefined) return UNKNOWN;
    const lens = this.lens(params);
    const view = lens === undefined ? lens : this.denormalize(of.keyOf(pk, lens), reader);
    return view ?? (reader.entity(of.type, pk) as E | undefined) ?? UNKNOWN;
  }
}
