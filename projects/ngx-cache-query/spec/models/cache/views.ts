import type { Observable } from 'rxjs';
import { type CacheService, schema } from 'ngx-cache-query';
import {
  Card,
  Cat,
  type ClassName,
  count,
  everyone,
  firstNamed,
  named,
  overview,
  Person,
  personName,
  pet,
  pets,
  Team,
  teams,
} from './classes';
import { endpoints } from './endpoints';
import type { Model } from './model';
import type { EndpointName } from './rules';

/** An active query: how to subscribe to it in the cache, and its expected value in the model. */
export interface View {
  readonly name: string;
  open(cache: CacheService): Observable<unknown>;
  expect(model: Model): string;
}

const cards = new schema.All(Card);

function list(model: Model, ...names: ClassName[]): string {
  const all = model.all(...names);
  return all === undefined ? 'undefined' : showAll(model, all);
}

function showAll(model: Model, keys: readonly (readonly [ClassName, number])[]): string {
  const seen = new Set<string>();
  return `[${keys.map(([name, pk]) => model.show(name, pk, seen)).join(' ')}]`;
}

function one(model: Model, name: ClassName, pk: number): string {
  return model.has(name, pk) ? model.show(name, pk) : 'undefined';
}

function namedFrom(model: Model, from: string): (readonly [ClassName, number])[] | undefined {
  return model.all('Person')?.filter(([, pk]) => String(model.field('Person', pk, 'name')) >= from);
}

function result(model: Model, name: EndpointName): string {
  const { items } = model.results.get(name) ?? {};
  if (items === undefined) return 'undefined';
  return endpoints[name].show(model, items);
}

const people = [1, 2, 3];

export const views: readonly View[] = [
  {
    name: 'All(Person)',
    open: (cache) => cache.select(everyone),
    expect: (model) => list(model, 'Person'),
  },
  {
    name: 'All(Card)',
    open: (cache) => cache.select(cards),
    expect: (model) => list(model, 'Card'),
  },
  {
    name: 'All(Team)',
    open: (cache) => cache.select(teams),
    expect: (model) => list(model, 'Team'),
  },
  {
    name: 'All(pets)',
    open: (cache) => cache.select(pets),
    expect: (model) => list(model, 'Cat', 'Dog'),
  },
  ...people.map((pk) => ({
    name: `Person ${pk}`,
    open: (cache: CacheService) => cache.select(Person, pk),
    expect: (model: Model) => one(model, 'Person', pk),
  })),
  {
    name: 'Team 1 by object',
    open: (cache) => cache.select(Team, { id: 1 }),
    expect: (model) => one(model, 'Team', 1),
  },
  {
    name: 'Union cat 1',
    open: (cache) => cache.select(pet, { id: 1, kind: 'cat' }),
    expect: (model) => one(model, 'Cat', 1),
  },
  {
    name: 'Union 2',
    open: (cache) => cache.select(pet, 2),
    expect: (model) => one(model, model.has('Cat', 2) ? 'Cat' : 'Dog', 2),
  },
  ...['b', 'd'].map((from) => ({
    name: `named from ${from}`,
    open: (cache: CacheService) => cache.select(named, { from }),
    expect: (model: Model) => {
      const keys = namedFrom(model, from);
      return keys === undefined ? 'undefined' : showAll(model, keys);
    },
  })),
  {
    name: 'count',
    open: (cache) => cache.select(count),
    expect: (model) => String(model.all('Person')?.length),
  },
  {
    name: 'first named (nested query)',
    open: (cache) => cache.select(firstNamed, { from: 'c' }),
    expect: (model) => {
      const first = namedFrom(model, 'c')?.[0];
      return first === undefined
        ? 'undefined'
        : JSON.stringify(model.field('Person', first[1], 'name'));
    },
  },
  {
    name: 'name of 2 (query over an entity)',
    open: (cache) => cache.select(personName, 2),
    expect: (model) =>
      model.has('Person', 2) ? JSON.stringify(model.field('Person', 2, 'name')) : 'undefined',
  },
  {
    name: 'overview (join)',
    open: (cache) => cache.select(overview),
    expect: (model) => {
      const all = {
        people: model.all('Person'),
        teams: model.all('Team'),
        pets: model.all('Cat', 'Dog'),
      };
      if (Object.values(all).every((each) => each === undefined)) return 'undefined';
      const titles = all.teams?.map(([, pk]) => model.field('Team', pk, 'title')).join();
      return `[${[all.people?.length, titles, all.pets?.length].map((x) => JSON.stringify(x) ?? 'undefined').join(' ')}]`;
    },
  },
  ...(Object.keys(endpoints) as EndpointName[]).map((name) => ({
    name: `endpoint ${name}`,
    open: (cache: CacheService) => cache.select(endpoints[name].endpoint),
    expect: (model: Model) => result(model, name),
  })),
  {
    name: 'Cat 1',
    open: (cache) => cache.select(Cat, 1),
    expect: (model) => one(model, 'Cat', 1),
  },
];
