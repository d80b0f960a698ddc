import type { Denormalizer, SchemaLike, SchemaNode } from '../schema/schema';
import { misfit, show } from '../schema/misfit';
import type { Input } from '../schema/input';
import type { Normalizer } from '../schema/normalizer';
import { type Pk, pkOf } from '../schema/pk';
import { planOf } from '../schema/plan';
import { checkValues } from '../schema/values';
import type { KeyRenaming } from '../store/key-renaming';
import { isPlain } from '../util/plain-data';
import type { ListKind, ListMember } from './list-kind';

declare const ngDevMode: unknown;

/** What a mutation does to lists. */
export type ListOperation = 'push' | 'unshift' | 'assign' | 'remove' | 'move';

/** An effect of an input: entities that are added to lists or removed from lists. */
export class ListEffect {
  /**
   * @param kind the lists of the Collection that describes the input
   * @param members the entities, each with a key; only `assign` uses the keys
   * @param call the arguments of the call
   */
  constructor(
    readonly kind: ListKind,
    readonly operation: ListOperation,
    public members: readonly (readonly [key: string, member: ListMember])[],
    readonly call: readonly unknown[],
  ) {}

  /** Replaces the old key of an entity. */
  rename(renaming: KeyRenaming): void {
    this.members = this.members.map(([key, { type, pk }]) => {
      return [key, { type, pk: renaming.value(type, pk) as Pk }] as const;
    });
  }
}

/** The schema of entities that join or leave lists, such as `push` of a Collection. */
export class ListChange<Value> implements SchemaNode<Value> {
  /** @internal */
  constructor(
    private readonly kind: ListKind,
    private readonly operation: ListOperation,
  ) {}

  /** @internal The schema of one entity. */
  get item(): SchemaLike {
    return this.kind.item;
  }

  /** @internal */
  get one(): SchemaLike {
    return this.operation === 'assign' ? undefined : this.kind.item;
  }

  /** @internal Adds an effect without members: an unknown entity was added to the lists that the call matches. */
  skip({ args, effects }: Input): void {
    if (this.operation !== 'move')
      effects.push(new ListEffect(this.kind, this.operation, [], args));
  }

  /** @internal */
  get readsEmpty(): boolean {
    return this.operation === 'remove';
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const { kind, operation } = this;
    const isKeyed = operation === 'assign';
    if (isKeyed) checkValues(walk, input);
    if (operation === 'remove' && !isPlain(input)) return this.#removeNamed(walk);
    const isSeveral = isKeyed || Array.isArray(input);
    const stored = walk.visit(isSeveral ? this.#several : kind.item, input, parent, key);
    const members = Object.entries(isSeveral ? (stored as object) : [stored]).flatMap(
      ([name, item]): [string, ListMember][] => {
        const member = kind.memberOf(item);
        return member === undefined ? [] : [[name, member]];
      },
    );
    walk.effects.push(new ListEffect(kind, operation, members, walk.args));
    return stored;
  }

  denormalize(stored: unknown, read: Denormalizer): Value {
    const isSeveral = this.operation === 'assign' || Array.isArray(stored);
    return read.value(isSeveral ? this.#several : this.kind.item, stored) as Value;
  }

  /** Removes the entity that the arguments identify, because the response does not contain it. */
  #removeNamed(walk: Normalizer): undefined {
    const { kind, operation } = this;
    const [type] = kind.types;
    const pk = walk.args.map((argument) => pkOf(type, argument)).find((each) => each !== undefined);
    if (pk === undefined) {
      throw misfit(
        walk,
        'NCQ1004',
        (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
          `neither the response nor the path parameters contain the key of the ${planOf(type).name}: the parameters are ` +
            `${show(walk.args[0])}. Give the path parameter the same name as the key, or return the key from the process ` +
            `function of the endpoint: (body, response, params) => params.…`,
      );
    }
    walk.effects.push(new ListEffect(kind, operation, [['0', { type, pk }]], walk.args));
  }

  get #several(): SchemaLike {
    return this.operation === 'assign' ? this.kind.content : [this.kind.item];
  }
}
