import { checkDefined } from './misfit';
import type { Normalizer } from './normalizer';
import type { Denormalize, Denormalizer, SchemaFields, SchemaNode } from './schema';

/**
 * An object with a schema for each named field. `{ … }` is shorthand for `new schema.Object({ … })`. Other fields are
 * stored unchanged.
 *
 * @example
 * ```ts
 * new schema.Object({ results: new schema.All(User), total: 0 });
 * ```
 */
export class ObjectSchema<D extends SchemaFields> implements SchemaNode<Denormalize<D>> {
  /** @internal */
  fields: SchemaFields;

  /** @param definition the schemas of the fields; a literal, such as `0` in `total: 0`, is a default value */
  constructor(definition: D) {
    checkDefined('new schema.Object(…)', definition);
    this.fields = definition;
  }

  /** Adds fields to the definition. Use this method for schemas that reference each other. */
  define(definition: SchemaFields): void {
    this.fields = { ...this.fields, ...definition };
  }

  /** @internal */
  normalize(input: unknown, _parent: unknown, _key: string | undefined, walk: Normalizer): unknown {
    return walk.fields(this.fields, input);
  }

  denormalize(stored: unknown, read: Denormalizer, last?: unknown): Denormalize<D> {
    return read.value(this.fields, stored, last) as Denormalize<D>;
  }
}
