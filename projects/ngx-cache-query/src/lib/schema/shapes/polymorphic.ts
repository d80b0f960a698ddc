import { CacheError } from '../../util/cache-error';
import { copyData, isPlainObject, isRow } from '../../util/plain-data';
import { warnOnce } from '../../util/warn';
import { isEntityClass, planOf } from '../entity/entity-plan';
import type { Normalizer } from '../normalize/normalizer';
import { noTypeError } from '../normalize/normalize-errors';
import type { Pk } from '../entity/pk';
import { checkMapping } from '../checks/undefined-schema';
import type {
  Denormalizer,
  EntityClass,
  EntityMapping,
  SchemaAttribute,
  SchemaFields,
  SchemaLike,
  SchemaNode,
  SchemaShape,
} from '../schema';

declare const ngDevMode: unknown;

/**
 * The stored value of an item. If the mapping contains the type of the item, the value consists of this type and the
 * key of the item. Otherwise, the value is the item itself.
 */
type Stored = { readonly type: string; readonly pk: Pk } | { readonly original: unknown };

/** Selects one of several Entity classes by an attribute of the item. */
export class Polymorphic implements SchemaNode<unknown> {
  constructor(
    /** Maps each value of the attribute to an Entity class. */
    public mapping: EntityMapping,
    readonly attribute: SchemaAttribute,
  ) {
    checkMapping(mapping);
  }

  readonly kind = 'several';

  /** The Entity classes in the mapping, without duplicates. */
  get types(): readonly EntityClass[] {
    return [...new Set(Object.values(this.mapping))];
  }

  /** The possible values of the attribute, for error messages. */
  get names(): string {
    return Object.keys(this.mapping).join(' or ');
  }

  /** Adds classes to the mapping. */
  define(more: EntityMapping): void {
    checkMapping(more);
    this.mapping = { ...this.mapping, ...more };
  }

  /** Describes the form in which this schema stores values, so that two schemas can be compared. */
  shape(): SchemaShape {
    return { kind: this.kind, parts: this.mapping };
  }

  /** Normalizes an item with the class that its attribute selects. An item of an unknown type is stored unchanged. */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): Stored {
    if (!isRow(input)) throw noTypeError(walk, this.names, input);
    const type = this.typeOf(input, parent, key);
    if (!this.knows(type, walk)) return { original: copyData(input) };
    return { type, pk: walk.entity(this.mapping[type], input, parent, key) as Pk };
  }

  /** Converts the result of {@link normalize} into an entity or the original item. */
  denormalize(stored: unknown, read: Denormalizer): unknown {
    if (!isPlainObject(stored)) return undefined;
    if ('original' in stored) return stored['original'];
    const { type, pk } = stored as { type: string; pk: Pk };
    return Object.hasOwn(this.mapping, type) ? read.entity(this.mapping[type], pk) : undefined;
  }

  /** Returns the type of an item: the value of the attribute that the schema names, or the result of the function. */
  typeOf(input: object, parent: unknown, key: string | undefined): string {
    const { attribute } = this;
    return typeof attribute === 'function'
      ? attribute(input as never, parent, key)
      : String((input as Record<string, unknown>)[attribute]);
  }

  /** Whether the mapping contains `type`. If not, logs a warning. */
  knows(type: string, { source }: Normalizer): boolean {
    const known = Object.hasOwn(this.mapping, type);
    if (!known && (typeof ngDevMode === 'undefined' || ngDevMode))
      warnOfUnknownType(this, type, source);
    return known;
  }

  /** Returns the possible classes of an item with the given key, in the order in which to try them. */
  typesOf(key: unknown): readonly EntityClass[] {
    const { mapping, types } = this;
    if (typeof key !== 'object' || key === null) return types;
    let hasReadKey = false;
    const name = this.#tryTypeOf(
      new Proxy(key, {
        get(_, field): unknown {
          hasReadKey ||= Object.hasOwn(key, field);
          return Reflect.get(key, field);
        },
        has(_, field) {
          hasReadKey ||= Object.hasOwn(key, field);
          return Reflect.has(key, field);
        },
      }),
    );
    if (name === undefined) return types;
    const type = Object.hasOwn(mapping, name) ? [mapping[name]] : [];
    // If an attribute function reads no field that the key contains, it returns a default. Therefore the other classes
    // are possible too.
    return hasReadKey ? type : [...type, ...types];
  }

  /**
   * Returns the type of an item. Returns `undefined` if the attribute function throws. The function may throw if it
   * expects a complete item, but `item` contains only the key.
   */
  #tryTypeOf(item: object): string | undefined {
    try {
      return this.typeOf(item, undefined, undefined);
    } catch {
      return undefined;
    }
  }

  /** Records, for each class in the mapping, that the input contains a list of entities of that class. */
  markListed(walk: Normalizer): void {
    for (const type of this.types) walk.batch.markListed(planOf(type));
  }
}

/**
 * Returns the {@link Polymorphic} for a mapping or a `schema.Union`. Returns `undefined` for a single schema, and for a
 * mapping without an attribute.
 */
export function polymorphic(
  definition: unknown,
  attribute: SchemaAttribute | undefined,
): Polymorphic | undefined {
  if (definition instanceof Polymorphic) return definition;
  return attribute === undefined || isEntityClass(definition)
    ? undefined
    : new Polymorphic(definition as EntityMapping, attribute);
}

/**
 * Returns the schema of each item. For a mapping, this schema is a {@link Polymorphic}. Otherwise, the definition
 * itself is the schema.
 */
export function itemSchema(
  definition: unknown,
  attribute: SchemaAttribute | undefined,
): SchemaLike {
  return polymorphic(definition, attribute) ?? (definition as SchemaLike);
}

/**
 * Adds classes to the mapping of an item schema, and returns the schema. If the schema has no mapping, or if the
 * definition is not a mapping, returns the definition.
 */
export function redefined(item: SchemaLike, definition: SchemaLike | EntityMapping): SchemaLike {
  if (!(item instanceof Polymorphic) || isEntityClass(definition)) return definition;
  item.define(definition as EntityMapping);
  return item;
}

/** Returns the `parts` of a schema, given the schema of its items. See {@link SchemaShape}. */
export function partsOf(item: SchemaLike): SchemaFields {
  return item instanceof Polymorphic ? item.mapping : { item };
}

/** Creates error NCQ1006, which reports that a mapping has no attribute. */
export function missingAttributeError(name: string): CacheError {
  return new CacheError(
    'NCQ1006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new schema.${name}({ … }) maps several types and needs a second argument: the name of the ` +
        `attribute that distinguishes them, or a function that returns a key of the mapping.`,
  );
}

function warnOfUnknownType(
  { attribute, mapping }: Polymorphic,
  type: string,
  source: string,
): void {
  const by = typeof attribute === 'string' ? `attribute "${attribute}"` : 'attribute function';
  warnOnce(
    `${source}: according to the schema's ${by}, an item has the unknown type "${type}". The known types are ` +
      `${Object.keys(mapping).join(', ')}. The item is left unchanged, and no entity is created or deleted. ` +
      `If the item is an entity, add its type to the schema.`,
  );
}
