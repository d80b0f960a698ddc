import { of } from 'rxjs';
import { Endpoint, retries, schema } from 'ngx-cache-query';
import { type ClassName, everyone, Person, pets, Team } from './classes';
import type { Item, Model } from './model';
import { type EndpointName, rules } from './rules';
import { load } from './server';
import { showPlain } from './show';

/** A mutation to which the server responds synchronously with the changed item. */
export const mutation = new Endpoint({
  sideEffect: true,
  load: (item: Item) => of(item),
  schema: Person,
});

function all(model: Model, own: readonly unknown[], names: ClassName[]): string {
  const keys = own.map((each) =>
    Array.isArray(each) ? (each as unknown as [ClassName, number]) : each,
  );
  const there = keys.filter(
    (each) => !Array.isArray(each) || model.has(...(each as [ClassName, number])),
  );
  const label = (each: unknown) => (Array.isArray(each) ? each.join(':') : undefined);
  const labels = new Set(there.map(label));
  const rest = (model.all(...names) ?? []).filter((each) => !labels.has(each.join(':')));
  const seenOnce = new Set<string>();
  const unique = there.filter((each) => {
    const text = label(each);
    if (text === undefined) return true;
    if (seenOnce.has(text)) return false;
    seenOnce.add(text);
    return true;
  });
  const seen = new Set<string>();
  return `[${[...unique, ...rest]
    .map((each) =>
      Array.isArray(each) ? model.show(...(each as [ClassName, number]), seen) : showPlain(each),
    )
    .join(' ')}]`;
}

/** Returns the options of the endpoint with the given name, except its schema. */
function optionsOf(
  name: EndpointName,
  toResponse: (items: readonly Item[]) => unknown = (items) => items,
) {
  const { retry, ...others } = rules[name];
  const options = { name, key: () => name, load: load(name, toResponse), ...others };
  return { ...options, retry: retry && retries(retry) };
}

/** Returns an endpoint that returns several people. */
function people(name: EndpointName) {
  return {
    endpoint: new Endpoint({ ...optionsOf(name), schema: [Person] }),
    write: (model: Model, items: readonly Item[], seq: number): unknown[] => {
      model.markKnown('Person');
      return items.map((item) => model.put('Person', item, seq));
    },
    show: (model: Model, items: readonly unknown[]) => {
      const seen = new Set<string>();
      const there = (items as number[]).filter((pk) => model.has('Person', pk));
      return `[${there.map((pk) => model.show('Person', pk, seen)).join(' ')}]`;
    },
  };
}

const kinds: Record<string, ClassName> = { cat: 'Cat', dog: 'Dog' };

/** Endpoints for each kind of list. Each defines how a response is written to the model and how it is shown. */
export const endpoints = {
  everyone: {
    endpoint: new Endpoint({ ...optionsOf('everyone'), schema: everyone }),
    write: (model: Model, items: readonly Item[], seq: number): unknown[] => {
      model.markKnown('Person');
      return items.map((item) => ['Person', model.put('Person', item, seq)]);
    },
    show: (model: Model, items: readonly unknown[]) => all(model, items, ['Person']),
  },
  some: people('some'),
  pets: {
    endpoint: new Endpoint({ ...optionsOf('pets', petsOf), schema: pets }),
    write: (model: Model, items: readonly Item[], seq: number): unknown[] => {
      model.markKnown('Cat');
      model.markKnown('Dog');
      return petsOf(items).map((item) => {
        const name = kinds[String(item['kind'])];
        return name === undefined ? item : [name, model.put(name, item, seq)];
      });
    },
    show: (model: Model, items: readonly unknown[]) => all(model, items, ['Cat', 'Dog']),
  },
  page: {
    endpoint: new Endpoint({
      ...optionsOf('page', pageOf),
      schema: { teams: new schema.Values(Team), total: 0 },
    }),
    write: (model: Model, items: readonly Item[], seq: number): unknown[] => {
      model.markKnown('Team');
      const last = new Map(sorted(items).map((item) => [item.id, item]));
      const pks = [...last.values()].map(({ id, friend }) =>
        model.put('Team', { id, lead: friend ?? null }, seq),
      );
      return [...pks, items.length];
    },
    show: (model: Model, items: readonly unknown[]) => {
      const seen = new Set<string>();
      const pks = items.slice(0, -1) as number[];
      const shown = pks
        .filter((pk) => model.has('Team', pk))
        .map((pk) => `k${pk}=${model.show('Team', pk, seen)}`);
      return `{teams={${shown.join(' ')}} total=${String(items.at(-1))}}`;
    },
  },
  polled: people('polled'),
  tough: people('tough'),
} as const;

/** Returns the endpoint with the given name. Its type is the type of one of the endpoints. */
export function endpointOf(name: EndpointName): typeof endpoints.some.endpoint {
  return endpoints[name].endpoint as typeof endpoints.some.endpoint;
}

function petsOf(items: readonly Item[]): Item[] {
  return items
    .map(({ id }) => ({ id, kind: ['cat', 'dog', 'ant'][id % 3], owner: id }))
    .map(dropOwner);
}

function pageOf(items: readonly Item[]): object {
  const entries = sorted(items).map(({ id, friend }) => [`k${id}`, { id, lead: friend ?? null }]);
  return { teams: Object.fromEntries(entries) as object, total: items.length };
}

function dropOwner(item: Item): Item {
  if (item['kind'] === 'cat') return item;
  const { owner: _, ...rest } = item;
  return rest as Item;
}

/** Sorts by key, because the order of the properties in an object has no meaning. */
function sorted(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => a.id - b.id);
}
