import { TestBed } from '@angular/core/testing';
import { CacheService, Endpoint, Entity, schema } from 'ngx-cache-query';
import { of } from 'rxjs';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly role: string = '';
}
class Robot extends Entity {
  readonly id: number = 0;
  readonly role: string = '';
}

describe('W1 a class with two names in schema.All', () => {
  it('has each entity once in the list', () => {
    const cache = TestBed.inject(CacheService);
    const all = new schema.All({ admin: User, guest: User, robot: Robot }, 'role');
    const seen = watch(cache.select(all));
    cache.set(all, [
      { id: 1, role: 'admin' },
      { id: 2, role: 'guest' },
      { id: 1, role: 'robot' },
    ]);
    expect(seen.last).toEqual([cache.get(User, 1)!, cache.get(User, 2)!, cache.get(Robot, 1)!]);
    expect(cache.get(new schema.All({ admin: User, guest: User }, 'role'))?.length).toBe(2);
  });
});

describe('W5 schema.Invalidate with several types', () => {
  it('takes the type and the key from the arguments if the response has neither', () => {
    const cache = TestBed.inject(CacheService);
    const gone = new schema.Invalidate({ user: User, robot: Robot }, 'role');
    cache.set([User], [{ id: 1 }, { id: 2 }]);
    cache.set([Robot], [{ id: 1 }]);
    const remove = new Endpoint({
      load: ({ id }: { readonly role: string; readonly id: number }) => of({ deleted: id }),
      schema: gone,
      sideEffect: true,
    });
    const seen = watch(cache.fetch(remove, { role: 'user', id: 1 }));
    expect(seen.errors).toEqual([]);
    expect(cache.get(User, 1)).toBeUndefined();
    expect(cache.get(new schema.All(User))?.length).toBe(1);
    expect(cache.get(Robot, 1)).toBeDefined();
  });
});

describe('W3 schema.All that is completed after it was read', () => {
  it('contains the entities of the added classes', () => {
    const cache = TestBed.inject(CacheService);
    const all = new schema.All({ user: User }, 'role');
    expect(cache.get(all)).toBeUndefined();
    all.define({ robot: Robot });
    cache.set(all, [
      { id: 1, role: 'user' },
      { id: 1, role: 'robot' },
    ]);
    const both: readonly Entity[] = [cache.get(User, 1)!, cache.get(Robot, 1)!];
    expect(cache.get(all) as readonly Entity[]).toEqual(both);
    expect(watch(cache.select(all)).last as readonly Entity[]).toEqual(both);
  });
});

describe('W10 three classes with the same key', () => {
  class Card extends Entity {
    static override readonly key: string = 'Card';
    readonly id: number = 0;
    readonly title: string = '';
  }
  class Tile extends Card {
    static override readonly key = 'Card';
  }
  class Row extends Card {
    static override readonly key = 'Card';
  }

  it('show each write, whichever of them writes', () => {
    const cache = TestBed.inject(CacheService);
    const classes = [Card, Tile, Row];
    const seen = classes.map((type) => watch(cache.select(type, 1)));
    for (const type of classes) {
      cache.set(type, { id: 1, title: type.name });
      expect(seen.map(({ last }) => last?.title)).toEqual(classes.map(() => type.name));
    }
    cache.delete(Tile, 1);
    expect(seen.map(({ last }) => last)).toEqual([undefined, undefined, undefined]);
  });
});
