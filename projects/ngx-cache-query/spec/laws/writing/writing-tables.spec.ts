import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, Entity, schema } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { User } from '../../support/models';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('W10 tables', () => {
  beforeEach(setUp);

  it('a class without its own static key has its own table, whatever its name', () => {
    const make = () =>
      class Same extends Entity {
        readonly id: string = '';
      };
    const [One, Other] = [make(), make()];
    cache.set(One, { id: 'a' });
    expect(One.name).toBe(Other.name);
    expect(cache.get(Other, 'a')).toBeUndefined();
    expect(cache.get(new schema.All(Other))).toBeUndefined();
  });

  it('an inherited key is not its own', () => {
    class Base extends Entity {
      readonly id: string = '';
      static override readonly key: string = 'tables-base';
    }
    class Sub extends Base {}
    cache.set(Base, { id: 'a' });
    cache.set(Sub, { id: 'b' });
    expect([cache.get(Sub, 'a'), cache.get(Base, 'b')]).toEqual([undefined, undefined]);
  });

  it('All of a class does not include subclasses', () => {
    class Animal extends Entity {
      readonly id: string = '';
    }
    class Dog extends Animal {}
    cache.set([Dog], [{ id: 'rex' }]);
    expect(cache.get(new schema.All(Animal))).toBeUndefined();
    cache.set([Animal], [{ id: 'a' }]);
    expect(cache.get(new schema.All(Animal))?.map(({ id }) => id)).toEqual(['a']);
    expect(cache.get(Animal, 'rex')).toBeUndefined();
  });
});

describe('W10 two classes with one static key', () => {
  beforeEach(setUp);
  class Summary extends Entity {
    readonly id: string = '';
    readonly title: string = '';
    static override readonly key: string = 'tables-article';
  }
  class Detail extends Entity {
    readonly id: string = '';
    readonly title: string = '';
    readonly body: string = '';
    readonly author: User = User.fromJS({});
    static override readonly key: string = 'tables-article';
    static override readonly schema = { author: User };
  }

  it('share one row, with an instance per class', () => {
    const seen = [watch(cache.select(Summary, '1')), watch(cache.select(Detail, '1'))];
    cache.set(Detail, { id: '1', title: 'T', body: 'B', author: { id: 'a', name: 'Ada' } });
    cache.set(Summary, { id: '1', title: 'U' });
    expect(seen.map((each) => each.values.length)).toEqual([3, 3]);
    expect([cache.get(Detail, '1')?.title, cache.get(Detail, '1')?.body]).toEqual(['U', 'B']);
    expect(cache.get(Summary, '1')).toBeInstanceOf(Summary);
    expect(cache.get(Detail, '1')).toBeInstanceOf(Detail);
    expect(cache.get(Detail, '1')?.author.name).toBe('Ada');
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(seen.map((each) => each.values.length)).toEqual([3, 4]);
    cache.delete(Summary, '1');
    expect(cache.get(Detail, '1')).toBeUndefined();
  });

  it('share what is known, the lists and their order', () => {
    const lists = [new schema.All(Summary), new schema.All(Detail)] as const;
    cache.set([Summary], []);
    expect(cache.get(lists[1])).toEqual([]);
    cache.set([Detail], [{ id: '2' }]);
    cache.set([Summary], [{ id: '1' }]);
    for (const list of lists) expect(cache.get(list)?.map(({ id }) => id)).toEqual(['2', '1']);
    cache.clear();
    for (const list of lists) expect(cache.get(list)).toBeUndefined();
  });

  it('are each shown once per class in a polymorphic All', () => {
    const both = new schema.All({ s: Summary, d: Detail }, 'kind');
    cache.set(both, [{ id: '1', kind: 's' }]);
    expect(cache.get(both)?.map((each) => each.constructor)).toEqual([Summary, Detail]);
  });

  const Tag = class extends Entity {
    readonly id: string = '';
  };
  const conflicts: [string, object, object, boolean][] = [
    ['one class', { x: User }, { x: User }, true],
    ['another class', { x: User }, { x: Tag }, false],
    ['a list of one class', { x: [User] }, { x: [User] }, true],
    ['one of them in a list', { x: User }, { x: [User] }, false],
    ['lists of other classes', { x: [User] }, { x: [Tag] }, false],
    ['[X] and schema.Array', { x: [User] }, { x: new schema.Array(User) }, true],
    [
      'schema.Arrays of other classes',
      { x: new schema.Array(User) },
      { x: new schema.Array(Tag) },
      false,
    ],
    [
      'schema.Values of other classes',
      { x: new schema.Values(User) },
      { x: new schema.Values(Tag) },
      false,
    ],
    [
      'unions of other classes',
      { x: new schema.Union({ a: User }, 't') },
      { x: new schema.Union({ a: Tag }, 't') },
      false,
    ],
    [
      'equal unions',
      { x: new schema.Union({ a: User }, 't') },
      { x: new schema.Union({ a: User }, 't') },
      true,
    ],
    ['objects with other fields', { x: { a: User } }, { x: { a: User, b: User } }, false],
    ['equal objects', { x: { a: User } }, { x: { a: User } }, true],
    ['other classes of one key', { x: Summary }, { x: Detail }, true],
    ['relations of other names', { x: User }, { y: Tag }, true],
    ['a relation and a function', { x: User }, { x: (raw: string) => raw }, false],
  ];
  conflicts.forEach(([name, one, other, agree], i) => {
    it(`${agree ? 'agree' : 'are an error'}: ${name}`, () => {
      const make = (fields: object) =>
        class extends Entity {
          readonly id: string = '';
          readonly x: unknown = undefined;
          readonly y: unknown = undefined;
          static override readonly key: string = `tables-conflict-${i}`;
          static override readonly schema = fields as Record<string, never>;
        };
      const [One, Other] = [make(one), make(other)];
      cache.set(One, { id: 'a' });
      if (agree) {
        cache.set(Other, { id: 'b' });
        expect(cache.get(new schema.All(One))?.length).toBe(2);
        return;
      }
      for (const run of [() => cache.set(Other, { id: 'b' }), () => cache.get(Other, 'a')]) {
        const error = thrownBy(run);
        expect(error.code).toBe('NCQ2003');
        for (const part of [`tables-conflict-${i}`, '"x"']) expect(error.message).toContain(part);
      }
      const endpoint = new Endpoint({
        load: () => of({ user: { id: 'u' }, other: { id: 'b' } }),
        schema: { user: User, other: Other },
      });
      expect(watch(cache.fetch(endpoint)).errors.length).toBe(1);
      expect(cache.get(User, 'u')).toBeUndefined();
      cache.set(One, { id: 'c' });
      expect(cache.get(new schema.All(One))?.map(({ id }) => id)).toEqual(['a', 'c']);
    });
  });
});
