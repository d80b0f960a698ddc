import type { ClassName } from './classes';
import type { Model } from './model';

/** The entities and the lists of types that a stored result shows directly. */
export interface Shown {
  readonly entities: readonly (readonly [ClassName, number])[];
  readonly lists: readonly ClassName[];
}

/** The structure of the result of each endpoint. */
const shownBy: Record<string, (items: readonly unknown[]) => Shown> = {
  everyone: (items) => ({ entities: items as [ClassName, number][], lists: ['Person'] }),
  some: people,
  pets: (items) => ({
    entities: items.filter((item): item is [ClassName, number] => Array.isArray(item)),
    lists: ['Cat', 'Dog'],
  }),
  page: (items) => ({
    entities: (items.slice(0, -1) as number[]).map((pk) => ['Team', pk] as const),
    lists: [],
  }),
  polled: people,
  tough: people,
};

function people(items: readonly unknown[]): Shown {
  return { entities: (items as number[]).map((pk) => ['Person', pk] as const), lists: [] };
}

/**
 * Returns the endpoints whose results show an entity, directly or through relations. Without a key, any entity of the
 * table counts.
 */
export function endpointsThatMention(
  model: Model,
  type: ClassName,
  pk: number | undefined,
): string[] {
  const target = tableOf(type);
  const mentions = ({ entities, lists }: Shown): boolean => {
    const seen = new Set<string>();
    const shows = ([name, key]: readonly [ClassName, number]): boolean => {
      if (seen.has(`${name}:${key}`)) return false;
      seen.add(`${name}:${key}`);
      if (tableOf(name) === target && (pk === undefined || pk === key)) return true;
      return model.references(name, key).some(shows);
    };
    const isListed = (name: ClassName) =>
      tableOf(name) === target && (pk === undefined || model.has(name, pk));
    return (
      entities.some(shows) || lists.some((name) => isListed(name) || model.all(name)?.some(shows))
    );
  };
  return [...model.results]
    .filter(([name, { items }]) => mentions(shownBy[name](items)))
    .map(([name]) => name);
}

function tableOf(name: ClassName): ClassName {
  return name === 'Card' ? 'Person' : name;
}
