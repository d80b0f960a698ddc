import { CacheError, CacheErrorCode } from '../../util/cache-error';
import { copyData, isPlainObject } from '../../util/plain-data';
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
  SchemaShape,
} from '../schema';

declare const ngDevMode: unknown;

/** What is stored for an item of one of several types, or for one that has no type here. */
type Stored = { readonly type: string; readonly pk: Pk } | { readonly original: unknown };

/** Tells several entity types apart by an attribute of the item. */
export class Polymorphic {
  constructor(
    /** Entity classes by the value of the attribute. */
    public mapping: EntityMapping,
    readonly attribute: SchemaAttribute,
  ) {
    checkMapping(mapping);
  }

  readonly kind = 'several';

  /** The entity classes, each once. */
  get types(): readonly EntityClass[] {
    return [...new Set(Object.values(this.mapping))];
  }

  /** The values of the attribute, for errors. */
  get names(): string {
    return Object.keys(this.mapping).join(' or ');
  }

  /** Adds to the mapping. */
  define(more: EntityMapping): void {
    checkMapping(more);
    this.mapping = { ...this.mapping, ...more };
  }

  /** What is stored of an item. */
  shape(): SchemaShape {
    return { kind: this.kind, parts: this.mapping };
  }

  /** Normalizes one item by the type that its attribute names; without such a type it stays what it is. */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): Stored {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw noTypeError(walk, this.names, input);
    }
    const type = this.typeOf(input, parent, key);
    if (!this.knows(type, walk)) return { original: copyData(input) };
    return { type, pk: walk.entity(this.mapping[type], input, parent, key) as Pk };
  }

  /** The value of what {@link normalize} stored. */
  denormalize(stored: unknown, read: Denormalizer): unknown {
    if (!isPlainObject(stored)) return undefined;
    if ('original' in stored) return stored['original'];
    const { type, pk } = stored as { type: string; pk: Pk };
    return Object.hasOwn(this.mapping, type) ? read.entity(this.mapping[type], pk) : undefined;
  }

  /** The value of the attribute of an item. */
  typeOf(input: object, parent: unknown, key: string | undefined): string {
    const { attribute } = this;
    return typeof attribute === 'function'
      ? attribute(input as never, parent, key)
      : String((input as Record<string, unknown>)[attribute]);
  }

  /** Whether the mapping has a type; warns when it does not. */
  knows(type: string, { source }: Normalizer): boolean {
    const known = Object.hasOwn(this.mapping, type);
    if (!known && (typeof ngDevMode === 'undefined' || ngDevMode)) this.#warn(type, source);
    return known;
  }

  /** The types that an item with this key may have, in the order in which they are tried. */
  typesOf(key: unknown): readonly EntityClass[] {
    const { mapping, types } = this;
    if (typeof key !== 'object' || key === null) return types;
    let isSaid = false;
    const named = this.#attempt(
      new Proxy(key, {
        get(_, name): unknown {
          isSaid ||= Object.hasOwn(key, name);
          return Reflect.get(key, name);
        },
        has(_, name) {
          isSaid ||= Object.hasOwn(key, name);
          return Reflect.has(key, name);
        },
      }),
    );
    if (named === undefined) return types;
    const type = Object.hasOwn(mapping, named) ? [mapping[named]] : [];
    // What a function gives when the key has nothing that it looks at is a default, and says nothing of the item.
    return isSaid ? type : [...type, ...types];
  }

  /** A function that was made for whole items may throw for a part of one. */
  #attempt(item: object): string | undefined {
    try {
      return this.typeOf(item, undefined, undefined);
    } catch {
      return undefined;
    }
  }

  /** Notes that a list of every mapped type was described. */
  list(walk: Normalizer): void {
    for (const type of this.types) walk.batch.markListed(planOf(type));
  }

  #warn(type: string, source: string): void {
    const by =
      typeof this.attribute === 'string' ? `attribute "${this.attribute}"` : 'attribute function';
    warnOnce(
      `${source}: the schema's ${by} names the unknown type "${type}", expected one of ` +
        `${Object.keys(this.mapping).join(', ')}. The item is left unchanged, and no entity is created or deleted. ` +
        `If it is an entity, add its type to the schema.`,
    );
  }
}

/** The {@link Polymorphic} of a definition, or `undefined` when it is a single schema. */
export function polymorphic(
  definition: unknown,
  attribute: SchemaAttribute | undefined,
): Polymorphic | undefined {
  return attribute === undefined || isEntityClass(definition)
    ? undefined
    : new Polymorphic(definition as EntityMapping, attribute);
}

/** Error NCQ1006. */
export function missingAttributeError(name: string): CacheError {
  return new CacheError(
    CacheErrorCode.MissingAttribute,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new schema.${name}({ … }) maps several types and needs a second argument: the name of the ` +
        `attribute that distinguishes them, or a function that returns a key of the mapping.`,
  );
}
