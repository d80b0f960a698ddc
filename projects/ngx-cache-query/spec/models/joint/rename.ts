import { checkShown } from './checks';
import type { Scene } from './operation';
import { mutations, type Todo } from './todos';

/** Two of three mutations are optimistic. */
export const isOptimistic = (n: number) => n % 3 !== 0;
export const sentBy = (n: number) => (isOptimistic(n) ? mutations.optimistic : mutations.quiet);

/** Renames a row on the server. A batch can do this, too. */
export function rename({ client, numbers: [, b], world }: Scene, { id }: Todo): void {
  const title = `renamed ${world.unique()}`;
  client.mutate(client.cache.fetch(sentBy(b).rename, { id }, { title }), title);
  if (isOptimistic(b)) checkShown(client, title);
}
