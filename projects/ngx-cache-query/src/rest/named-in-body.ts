import { pure } from '../reactive/node';
import type { SchemaLike } from '../schema/entity';
import { Normalizer } from '../schema/normalizer';
import { planOf } from '../schema/plan';
import { classesIn } from '../schema/schema-shape';
import type { Named } from '../store/followers';
import { type Described, requestOf } from './rest-request';

/**
 * Returns the entities in the array that a mutation sends, without those inside them. Items that the schema cannot read,
 * such as an entity that is to be created, are left out.
 */
export function namedInBody(
  endpoint: Described & { readonly schema: SchemaLike },
  args: readonly unknown[],
): Named[] {
  const { body } = requestOf(endpoint, args);
  const { name, schema } = endpoint;
  const plans = classesIn(schema).map(planOf);
  return (Array.isArray(body) ? body : []).flatMap((item: unknown): Named[] => {
    const input = new Normalizer(name, args);
    try {
      pure(() => input.begin(schema, [item]));
    } catch {
      return [];
    }
    const { last } = input; // The entity comes after those inside it.
    return last && plans.includes(last.plan) ? [last] : [];
  });
}
