import { Invalidate } from '../schema/invalidate';
import type { SchemaNode } from '../schema/entity';
import type { Normalizer } from '../schema/normalizer';
import { pkOf } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { Union } from '../schema/union';
import type { EntityMapping } from '../schema/schema';

type AnyUnion = Union<EntityMapping>;

/**
 * The response schema of a `DELETE` request for an entity that belongs to one of several classes. It works like
 * `schema.Invalidate`, but the response and the parameters can contain an id without a type. For such an id, the
 * classes are tried in the order of the mapping, as in `schema.Union`. The first entity found in the cache is deleted.
 */
export class DeleteOfUnion implements SchemaNode<undefined> {
  /** @internal */
  readonly readsEmpty = true;
  readonly #invalidate: Invalidate<AnyUnion>;

  constructor(private readonly union: AnyUnion) {
    this.#invalidate = new Invalidate<AnyUnion>(union);
  }

  /** @internal The classes that a response may delete. */
  get item(): AnyUnion {
    return this.union;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): undefined {
    const candidates = [input, walk.args[0]]
      .map((named) =>
        this.union.typesOf(named).flatMap((type) => {
          const pk = pkOf(type, named);
          return pk === undefined ? [] : [{ plan: planOf(type), pk }];
        }),
      )
      .find(({ length }) => length > 0);
    if (!candidates) return this.#invalidate.normalize(input, parent, key, walk);
    const found =
      candidates.length === 1
        ? candidates[0]
        : candidates.find(({ plan, pk }) => walk.has?.(plan, pk));
    if (found) walk.put(found.plan, found.pk, undefined);
  }

  denormalize(): undefined {
    return undefined;
  }
}
