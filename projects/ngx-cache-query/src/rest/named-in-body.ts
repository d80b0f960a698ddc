import { pure } from '../reactive/node';
import type { SchemaLike } from '../schema/entity';
import { Normalizer } from '../schema/normalizer';
import type { Named } from '../store/followers';
import { type Described, requestOf } from './rest-request';

/**
 * Returns the entities in the array that a mutation sends. Items that the schema cannot read, such as an entity that is
 * to be created, are left out.
 */
export function namedInBody(
  endpoint: Described & { readonly schema: SchemaLike },
  args: readonly unknown[],
): Named[] {
  const { body } = requestOf(endpoint, args);
  return (Array.isArray(body) ? body : []).flatMap((item: unknown) => {
    const input = new Normalizer(endpoint.name, args);
    try {
      pure(() => input.begin(endpoint.schema, [item]));
    } catch {
      return [];
    }
    return input.last ?? []; // The entity comes after those inside it.
  });
}
