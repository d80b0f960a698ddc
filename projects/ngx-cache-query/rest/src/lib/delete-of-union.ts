import {
  type ɵAnyUnion as AnyUnion,
  type ɵEffect as Effect,
  type ɵEffectWriter as EffectWriter,
  type ɵEntityPlan as EntityPlan,
  type ɵNormalizer as Normalizer,
  type ɵPk as Pk,
  ɵpkOf as pkOf,
  ɵplanOf as planOf,
  schema,
  type SchemaNode,
  type ɵTransaction as Transaction,
  ɵTransactionWriter as TransactionWriter,
} from 'ngx-cache-query';

/** An entity that an id can refer to. */
interface Candidate {
  readonly plan: EntityPlan;
  readonly pk: Pk;
}

/**
 * The response schema of a `DELETE` request for an entity that belongs to one of several classes. It works like
 * `schema.Invalidate`, but the response and the parameters can contain an id without a type. For such an id, the
 * classes are tried in the order of the mapping, as in `schema.Union`. The first entity found in the cache is deleted.
 */
export class DeleteOfUnion implements SchemaNode<undefined> {
  readonly #union: AnyUnion;
  readonly #invalidate: schema.Invalidate<AnyUnion>;

  constructor(union: AnyUnion) {
    this.#union = union;
    this.#invalidate = new schema.Invalidate<AnyUnion>(union);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): undefined {
    const candidates = [input, walk.args[0]]
      .map((named) => this.#candidates(named))
      .find(({ length }) => length > 0);
    if (candidates === undefined) this.#invalidate.normalize(input, parent, key, walk);
    else if (candidates.length > 1) walk.batch.effects.push(new RemoveFirst(candidates));
    else walk.batch.remove(candidates[0].plan, candidates[0].pk);
  }

  /** @internal */
  shape(): ReturnType<SchemaNode<undefined>['shape']> {
    return this.#invalidate.shape();
  }

  /** @internal */
  denormalize(): undefined {
    return undefined;
  }

  #candidates(named: unknown): Candidate[] {
    return this.#union.typesOf(named).flatMap((type) => {
      const pk = pkOf(type, named);
      return pk === undefined ? [] : [{ plan: planOf(type), pk }];
    });
  }
}

/** Deletes the first candidate that is in the cache. */
class RemoveFirst implements Effect {
  constructor(private readonly candidates: readonly Candidate[]) {}

  apply(writer: EffectWriter): void {
    const found = this.candidates.find(({ plan, pk }) => writer.row(plan, pk) !== undefined);
    if (found !== undefined) writer.write(found.plan, found.pk, { remove: true });
  }

  /** @see Effect */
  commit(transaction: Transaction, order: number, isLocal: boolean): void {
    this.apply(new TransactionWriter(transaction, order, isLocal));
  }
}
