import { isPlainObject } from '../../util/plain-data';
import { denormalize, pkOf } from '../../schema/denormalizer';
import { planOf } from '../../schema/entity/entity-plan';
import type { ListOperation } from './list-edit';
import { EditEffect } from './list-effects';
import type { ListPlan, Member } from '../list-plan';
import { unnamedError, wrongShapeError } from '../../schema/normalize/normalize-errors';
import type { Normalizer } from '../../schema/normalize/normalizer';
import type { Denormalizer, SchemaLike, SchemaNode, SchemaShape } from '../../schema/schema';

/**
 * The schema of a response whose entities are added to lists or removed from lists. You get such a schema from a
 * property of a Collection, such as `push`. The response is an entity or an array of entities. For `assign`, the
 * response is an object that maps keys to entities.
 */
export class ListChange<Value> implements SchemaNode<Value> {
  readonly #list: ListPlan;
  readonly #operation: ListOperation;

  /** @internal */
  constructor(list: ListPlan, operation: ListOperation) {
    this.#list = list;
    this.#operation = operation;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const [list, operation] = [this.#list, this.#operation];
    const isKeyed = operation === 'assign';
    if (isKeyed && !isPlainObject(input)) throw wrongShapeError(walk, 'an object of values', input);
    if (operation === 'remove' && !isPlainObject(input)) return this.#removeNamed(walk);
    const schema = isKeyed || Array.isArray(input) ? this.#several : list.item;
    const stored = walk.visit(schema, input, parent, key);
    const members = Object.entries(schema === list.item ? [stored] : (stored as object)).flatMap(
      ([name, item]): [string, Member][] => {
        const member = list.memberOf(item);
        return member === undefined ? [] : [[name, member]];
      },
    );
    walk.batch.effects.push(new EditEffect(list, operation, members, walk.args));
    return stored;
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: this.#operation, parts: { item: this.#list.item } };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): Value {
    const isSeveral = this.#operation === 'assign' || Array.isArray(stored);
    return denormalize(isSeveral ? this.#several : this.#list.item, stored, read) as Value;
  }

  /** Removes the entity identified by the arguments. Used when the response does not contain the entity. */
  #removeNamed(walk: Normalizer): undefined {
    const [list, operation] = [this.#list, this.#operation];
    const [type] = list.types;
    const pk = walk.args.map((argument) => pkOf(type, argument)).find((key) => key !== undefined);
    if (pk === undefined) throw unnamedError(walk, planOf(type).name, walk.args[0]);
    walk.batch.effects.push(new EditEffect(list, operation, [['0', { type, pk }]], walk.args));
  }

  get #several(): SchemaLike {
    return this.#operation === 'assign' ? this.#list.content : [this.#list.item];
  }
}
