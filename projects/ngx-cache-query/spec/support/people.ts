import { Entity } from 'ngx-cache-query';

/** A person with friends. Friends can reference each other. */
export class Person extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  readonly friend: Person | null = null;
  readonly boss?: Person;
  readonly friends: readonly Person[] = [];
  static override readonly schema: Record<string, never> = {};
}
Object.assign(Person.schema, { friend: Person, boss: Person, friends: [Person] });
