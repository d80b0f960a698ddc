import { isPlainObject } from '../../util/plain-data';
import { denormalize, pkOf } from '../../schema/denormalizer';
import { planOf } from '../../schema/entity/entity-plan';
import type { ListVerb } from './list-edit';
import { EditEffect } from './list-effects';
import type { ListPlan, Member } from '../list-plan';
import { unnamedError, wrongShapeError } from '../../schema/normalize/normalize-errors';
import type { Normalizer } from '../../schema/normalize/normalizer';
import type { Denormalizer, SchemaLike, SchemaNode, SchemaShape } from '../../schema/schema';

/**
 * Describes an answer whose entities are put into lists, or taken out: what the properties of a
 * Collection are. The answer is an entity, or an array of them; for `assign` an object of them.
 */
export class ListChange<Value> implements SchemaNode<Value> {
  readonly #list: ListPlan;
  readonly #verb: ListVerb;

  /** @internal */
  constructor(list: ListPlan, verb: ListVerb) {
    this.#list = list;
    this.#verb = verb;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const [list, verb] = [this.#list, this.#verb];
    const isKeyed = verb === 'assign';
    if (isKeyed && !isPlainObject(input)) throw wrongShapeError(walk, 'an object of values', input);
    if (verb === 'remove' && !isPlainObject(input)) return this.#removeNamed(walk);
    const schema = isKeyed || Array.isArray(input) ? this.#several : list.item;
    const stored = walk.visit(schema, input, parent, key);
    const members = Object.entries(schema === list.item ? [stored] : (stored as object)).flatMap(
      ([name, each]): [string, Member][] => {
        const member = list.memberOf(each);
        return member === undefined ? [] : [[name, member]];
      },
    );
    walk.batch.effects.push(new EditEffect(list, verb, members, walk.args));
    return stored;
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: this.#verb, parts: { item: this.#list.item } };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): Value {
    const isSeveral = this.#verb === 'assign' || Array.isArray(stored);
    return denormalize(isSeveral ? this.#several : this.#list.item, stored, read) as Value;
  }

  /** An empty answer takes out the entity that the arguments name. */
  #removeNamed(walk: Normalizer): undefined {
    const [list, verb] = [this.#list, this.#verb];
    const [type] = list.types;
    const pk = walk.args.map((argument) => pkOf(type, argument)).find((each) => each !== undefined);
    if (pk === undefined) throw unnamedError(walk, planOf(type).name, walk.args[0]);
    walk.batch.effects.push(new EditEffect(list, verb, [['0', { type, pk }]], walk.args));
  }

  get #several(): SchemaLike {
    return this.#verb === 'assign' ? this.#list.content : [this.#list.item];
  }
}
