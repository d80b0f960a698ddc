import { type EntityPlan, isEntityClass, planOf } from '../schema/entity/entity-plan';
import { canonicalPk, type Pk } from '../schema/entity/pk';
import type { EntityClass, EntityMapping, SchemaLike, SchemaNode } from '../schema/schema';
import type { Fields } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import { asText, type Fits } from './list-filter';

/** The static member by which the class of a Collection's rows says what its lists are. */
export const LIST: unique symbol = Symbol('list');

/** The plan of the lists that are rows of a class; `undefined` of any other class. */
export function listPlanOf({ type }: EntityPlan): ListPlan | undefined {
  return (type as { readonly [LIST]?: ListPlan })[LIST];
}

/** An entity in a list. */
export interface Member {
  readonly type: EntityClass;
  readonly pk: Pk;
}

/** The schema of a whole list that is not written as `[X]`. */
interface ListSchema extends SchemaNode<unknown> {
  readonly item: SchemaLike;
}

/** What the store knows of the lists of a Collection: whose entities they hold, and which fit in which. */
export class ListPlan {
  /**
   * @param content the schema of a whole list: `[Todo]`, an Array, or Values
   * @param fits says which entities fit in which list
   * @param names says which lists the arguments of a call name
   * @param isStrict whether an entity leaves a list as soon as it no longer fits
   */
  constructor(
    readonly content: SchemaLike,
    readonly fits: Fits,
    readonly names: Fits,
    readonly isStrict: boolean,
  ) {}

  /** Whether a list is an object with keys, and not an array. */
  get isMap(): boolean {
    const { content } = this;
    return !Array.isArray(content) && (content as ListSchema).shape().kind.startsWith('values');
  }

  /** The schema of an item. */
  get item(): SchemaLike {
    const { content } = this;
    return Array.isArray(content) ? (content[0] as SchemaLike) : (content as ListSchema).item;
  }

  /** The classes of its entities. */
  get types(): readonly EntityClass[] {
    const item = definitionOf(this.item);
    return isEntityClass(item) ? [item] : [...new Set(Object.values(item))];
  }

  /** The one of its classes that has the same rows as another class. */
  classOf(type: EntityClass): EntityClass | undefined {
    const { identity } = planOf(type);
    return this.types.find((own) => planOf(own).identity === identity);
  }

  /** The entity that a stored item stands for; `undefined` of an original that is no entity. */
  memberOf(stored: unknown): Member | undefined {
    const item = definitionOf(this.item);
    if (isEntityClass(item)) {
      const pk = canonicalPk(stored);
      return pk === undefined ? undefined : { type: item, pk };
    }
    const { type, pk } = stored as { readonly type?: string; readonly pk?: Pk };
    if (type === undefined || pk === undefined || !Object.hasOwn(item, type)) return undefined;
    return { type: item[type], pk };
  }

  /** The key of the list with these arguments: numbers and their texts are the same, as they are in a URL. */
  pkOf(args: Fields): string {
    const texts: Record<string, unknown> = {};
    for (const name of Object.keys(args)) {
      if (args[name] !== undefined) texts[name] = asText(args[name]);
    }
    return structuralKey(texts);
  }

  /** What is stored in a list for an entity of one of its classes. */
  store({ type, pk }: Member): unknown {
    const item = definitionOf(this.item);
    if (isEntityClass(item)) return pk;
    return { type: Object.keys(item).find((name) => item[name] === type), pk };
  }

  /** The same for equal items. */
  keyOf(stored: unknown): unknown {
    if (typeof stored !== 'object') return stored;
    const member = this.memberOf(stored);
    return member === undefined ? stored : `${this.types.indexOf(member.type)} ${member.pk}`;
  }
}

/** What an item is: an entity of one class, or of one of several. */
function definitionOf(item: SchemaLike): EntityClass | EntityMapping {
  return isEntityClass(item)
    ? item
    : ((item as SchemaNode<unknown>).shape().parts as EntityMapping);
}
