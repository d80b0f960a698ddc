import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  type EntityClass,
  EntityMixin,
  Query,
  ref,
  schema,
  validateRequired,
} from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Team extends Entity {
  readonly id: number = 0;
  readonly owner: User = User.fromJS({});
  readonly members: readonly User[] = [];
  static override readonly schema = { owner: User, members: [User] };
}

describe('W9 a class that extends the class of EntityMixin', () => {
  class Model {
    readonly slug: string = '';
    readonly owner: User | null = null;
  }

  it('may have its own key, schema and pk', () => {
    const Mixed = EntityMixin(Model, { pk: 'slug', key: 'Mixed', schema: {} });
    class Own extends Mixed {
      static override readonly key: string = 'Own';
      static override readonly schema = { owner: User };
      override pk() {
        return `own ${this.slug}`;
      }
    }
    const cache = TestBed.inject(CacheService);
    cache.set(Mixed, { slug: 'a' });
    cache.set(Own, { slug: 'a', owner: { id: 5, name: 'Ada' } as never });
    expect(cache.get(Own, 'own a')?.owner).toBe(cache.get(User, 5)!);
    expect(cache.get(new schema.All(Own))?.length).toBe(1);
    expect(cache.get(Mixed, 'a')?.owner).toBeNull();
  });

  it('may set its own pk on its prototype', () => {
    const Mixed = EntityMixin(Model, { pk: 'slug' });
    Mixed.prototype.pk = () => 'always the same';
    const cache = TestBed.inject(CacheService);
    cache.set(Mixed, { slug: 'a' });
    expect(cache.get(Mixed, 'always the same')?.slug).toBe('a');
  });
});

describe('W9 a class with its own fromJS', () => {
  class Person extends User {
    readonly greeting: string = '';
    static override fromJS<E extends Entity>(this: new () => E, props?: Partial<E>): E {
      const person = super.fromJS(props as object) as unknown as Person;
      return Object.assign(person, {
        name: person.name.trim(),
        greeting: `Hi ${person.name}`,
      }) as never;
    }
  }
  class Card extends Entity {
    readonly id: number = 0;
    readonly person: Person | null = null;
    static override readonly schema = { person: Person };
  }

  it('makes the entities of the cache, which are references when they are written', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(Person, { id: 1, name: ' Ada ' });
    const old = cache.get(Person, 1)!;
    expect([old.name, old.greeting]).toEqual(['Ada', 'Hi  Ada ']);
    cache.set(Person, { id: 1, name: 'Eva' });
    cache.set(Card, { id: 1, person: old });
    expect(cache.get(Card, 1)?.person).toBe(cache.get(Person, 1)!);
    expect(cache.get(Person, 1)?.name).toBe('Eva');
  });
});

describe('R9 the key of a relation', () => {
  it('is known without the related entity, also for an entity that code has created', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(Team, { id: 1, owner: 5, members: [6, 7] });
    const team = cache.get(Team, 1)!;
    expect([ref(team, 'owner'), ref(team, 'members')]).toEqual(['5', ['6', '7']] as never);
    const [six, seven] = [6, 7].map((id) => User.fromJS({ id }));
    const members = [six, User.fromJS({ id: NaN, name: 'without a key' }), seven];
    const own = Team.fromJS({ owner: seven, members });
    expect([ref(own, 'owner'), ref(own, 'members')]).toEqual(['7', ['6', '7']] as never);
    expect(ref(Team.fromJS({ members: [] }), 'members')).toEqual([]);
  });
});

describe('R9 a default entity in a relation', () => {
  it('is no value: the relation stays', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(Team, { id: 1, owner: { id: 5, name: 'Ada' } });
    cache.set(Team, { id: 1, owner: User.fromJS({}) });
    expect(cache.get(Team, 1)?.owner.name).toBe('Ada');
  });
});

describe('W5 a class whose default instance could not be made', () => {
  it('is usable as soon as it can be made', () => {
    let isReady = false;
    const start = () => {
      if (!isReady) throw new Error('not ready');
      return 'ready';
    };
    class Late extends Entity {
      readonly id: number = 0;
      readonly state: string = start();
    }
    const read = () => Late.fromJS({});
    expect(read).toThrowError('not ready');
    isReady = true;
    expect(read().state).toBe('ready');
  });
});

describe('W9 validateRequired', () => {
  class Summary extends Entity {
    readonly id: number = 0;
    readonly title: string = '';
    static override readonly key: string = 'Validated';
  }
  class Article extends Summary {
    readonly text: string = '';
    readonly note: string = '';
    static override readonly key: string = 'Validated';
    static override validate(row: Readonly<Record<string, unknown>>) {
      return validateRequired(row, this as never as EntityClass, 'note');
    }
  }

  it('refuses an entity without a field of the class, and names the missing fields', () => {
    const cache = TestBed.inject(CacheService);
    const error = thrownBy(() => cache.set(Article, { id: 1, note: 'n' }));
    expect(error.code).toBe('NCQ1005');
    expect(error.message).toContain('rejected Validated 1: it lacks title, text');
    cache.set(Summary, { id: 1, title: 'a' });
    expect(thrownBy(() => cache.set(Article, { id: 1, text: 'b' })).message).toContain(
      'it lacks title',
    );
    cache.set(Article, { id: 1, title: 'a', text: '' });
    expect(cache.get(Article, 1)?.title).toBe('a');
  });
});

describe('R12 a result that is frozen in dev mode', () => {
  interface Tree {
    readonly children: Tree[];
    readonly parents: Tree[];
  }
  const results = (make: () => unknown) => {
    const cache = TestBed.inject(CacheService);
    cache.set(User, { id: 1 });
    return watch(cache.select(new Query(User, make), 1)).last;
  };

  it('may contain itself in many ways', () => {
    const nodes: Tree[] = Array.from({ length: 30 }, () => ({ children: [], parents: [] }));
    for (const { children, parents } of nodes) {
      children.push(...nodes);
      parents.push(...nodes);
    }
    const [root] = results(() => nodes) as readonly Tree[];
    expect(Object.isFrozen(root.children[5].parents)).toBeTrue();
  });

  it('may be a chain of 100,000 objects', () => {
    let chain: object = {};
    for (let i = 0; i < 100_000; i++) chain = { chain };
    expect(results(() => chain)).toBe(chain);
    expect(Object.isFrozen(chain)).toBeTrue();
  });
});
