import { denormalizeFields } from '../denormalizer';
import type { Normalizer } from '../normalize/normalizer';
import { checkDefinition } from '../checks/undefined-schema';
import type { Denormalizer, Denormalize, SchemaFields, SchemaNode, SchemaShape } from '../schema';

/**
 * An object whose named fields have schemas; `{ … }` is short for it. Fields without a schema are
 * kept as they are.
 *
 * @example
 * ```ts
 * new schema.Object({ results: new schema.All(User), total: 0 });
 * ```
 */
export class ObjectSchema<D extends SchemaFields> implements SchemaNode<Denormalize<D>> {
  #fields: SchemaFields;

  /** @param definition the schemas of the fields; a literal is the value of a field that is missing, also in an object that is missing */
  constructor(definition: D) {
    checkDefinition('Object', definition);
    this.#fields = definition;
  }

  /** Merges more fields into the definition, for schemas that refer to each other. */
  define(definition: SchemaFields): void {
    this.#fields = { ...this.#fields, ...definition };
  }

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    return walk.fields(this.#fields, input);
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'object', parts: this.#fields };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): Denormalize<D> {
    return denormalizeFields(this.#fields, stored, read) as Denormalize<D>;
  }
}
