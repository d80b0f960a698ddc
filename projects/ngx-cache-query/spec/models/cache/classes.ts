import { Entity, Query, schema } from 'ngx-cache-query';
import { BRIEF } from './rules';

/**
 * References itself (friend) and a team that references it. It shares its table with {@link Card}. A person with the
 * name `e` expires soon.
 */
export class Person extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly friend: Person | undefined = undefined;
  readonly team: Team | undefined = undefined;
  static override readonly key: string = 'Person';
  static override get schema() {
    return { friend: Person, team: Team };
  }
  static override expiresAt({ name }: { name?: string }, { fetchedAt }: { fetchedAt: number }) {
    return name === 'e' ? fetchedAt + BRIEF : undefined;
  }
}

/** A summary of a person. It reads the same rows without relations. */
export class Card extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  static override readonly key: string = 'Person';
}

export class Team extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly lead: Person | null = null;
  readonly members: Person[] = [];
  static override get schema() {
    return { lead: Person, members: [Person] };
  }
}

export class Cat extends Entity {
  readonly id: number = 0;
  readonly kind: string = 'cat';
  readonly owner: Person = Person.fromJS({});
  static override readonly schema = { owner: Person };
}

export class Dog extends Entity {
  readonly id: number = 0;
  readonly kind: string = 'dog';
  readonly name: string = '';
}

export const classes = { Person, Card, Team, Cat, Dog };
export type ClassName = keyof typeof classes;

export const everyone = new schema.All(Person);
export const teams = new schema.All(Team);
export const pets = new schema.All({ cat: Cat, dog: Dog }, 'kind');
export const pet = new schema.Union({ cat: Cat, dog: Dog }, 'kind');

export const named = new Query(everyone, (people, { from }: { from: string }) =>
  people.filter((person) => person.name >= from),
);
export const count = new Query(everyone, (people) => people.length);
export const firstNamed = new Query(named, (people) => people[0]?.name);
export const personName = new Query(Person, (person) => person.name);
export const overview = new Query({ people: everyone, teams, pets }, (all) => [
  all.people?.length,
  all.teams?.map((team) => team.title).join(),
  all.pets?.length,
]);
