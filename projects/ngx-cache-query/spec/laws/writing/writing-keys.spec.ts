import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { Served } from '../../support/served';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'then'];
/** Returns an object as a server would send it: `name` is an own field, even if it is `__proto__`. */
const json = (name: string, value: unknown, more = {}): object =>
  Object.defineProperty({ ...more }, name, { value, enumerable: true, writable: true });
const own = (object: object | undefined, name: string): unknown =>
  Object.getOwnPropertyDescriptor(object ?? {}, name)?.value;

describe('W8 keys are data', () => {
  let cache: CacheService;
  let before: (string | symbol)[];
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    before = Reflect.ownKeys(Object.prototype);
  });
  afterEach(() => {
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('as relations, which a row may lack', () => {
    class Odd extends Entity {
      readonly id: number = 0;
      static override readonly schema = Object.fromEntries(
        ['constructor', 'toString', 'valueOf'].map((name) => [name, User]),
      );
    }
    cache.set([Odd], [{ id: 1 }, json('toString', { id: 'a', name: 'A' }, { id: 2 })]);
    expect(cache.get(new schema.All(Odd))?.map(({ id }) => id)).toEqual([1, 2]);
    expect(cache.get(allUsers)?.map(({ name }) => name)).toEqual(['A']);
  });

  for (const name of odd) {
    it(`as a pk: ${name}`, () => {
      expect(cache.get(User, name)).toBeUndefined();
      cache.set(User, { id: 'a' });
      expect(cache.get(User, name)).toBeUndefined();
      const seen = watch(cache.select(User, name));
      cache.set(User, { id: name, name: 'odd' });
      cache.set(User, name, (user) => ({ name: `${user.name}!` }));
      expect(seen.values.map((user) => user?.name)).toEqual([undefined, 'odd', 'odd!']);
      expect(cache.get(allUsers)?.map(({ id }) => id)).toEqual(['a', name]);
      expect(cache.get(User, { id: name })).toBe(cache.get(User, name));
      cache.delete(User, name);
      expect(seen.last).toBeUndefined();
    });

    it(`as a field: ${name}`, () => {
      const value = { polluted: true };
      cache.set([User], [json(name, value, { id: 'a' })]);
      expect(own(cache.get(User, 'a'), name)).toEqual(value);
      expect(cache.get(User, 'a')).toBeInstanceOf(User);
      const seen = watch(cache.select(User, 'a'));
      cache.set([User], [json(name, value, { id: 'a' })]);
      expect(seen.values.length).toBe(1);
      cache.set([User], [json(name, 'changed', { id: 'a' })]);
      expect([own(seen.last, name), seen.values.length]).toEqual(['changed', 2]);
      expect(cache.get(User, 'a')?.id).toBe('a');
    });

    it(`as a field that comes later: ${name}`, () => {
      for (const value of [{}, null, 5]) {
        cache.set(User, { id: 'a', name: 'x' });
        cache.set([User], [json(name, value, { id: 'a' })]);
        expect(own(cache.get(User, 'a'), name) as unknown).toEqual(value);
        cache.delete(User, 'a');
      }
      const read = new Served(User);
      cache.fetch(read.endpoint).subscribe();
      cache.set(User, { id: 'a' });
      read.respond(json(name, {}, { id: 'a' }));
      expect(own(cache.get(User, 'a'), name)).toEqual({});
    });

    it(`in nested data, values, objects, joins and endpoint results: ${name}`, () => {
      const page = new Served({
        users: new schema.Values(User),
        [name === 'then' ? 'x' : name]: User,
      });
      cache.fetch(page.endpoint).subscribe();
      const users = json(name, { id: 'a', name: 'A' });
      page.respond({ users, data: json(name, { polluted: true }) });
      const result = cache.get(page.endpoint)!;
      expect(own(result.users, name)).toBe(cache.get(User, 'a'));
      expect(own((result as unknown as { data: object }).data, name)).toEqual({ polluted: true });
      cache.set(User, { id: 'a', name: 'B' });
      expect(own(cache.get(page.endpoint)!.users, name)).toBe(cache.get(User, 'a'));
      const join = json(name, allUsers) as Record<string, typeof allUsers>;
      expect(own(cache.get(join), name)).toBe(cache.get(allUsers));
      expect(own(cache.get(new Query(join, (members) => members)), name)).toBe(cache.get(allUsers));
    });

    it(`as arguments: ${name}`, () => {
      cache.set([User], []);
      const query = new Query(allUsers, (_, passed: object) => [own(passed, name)]);
      expect(cache.get(query, json(name, 1))).toEqual([1]);
      expect(cache.get(query, json(name, 2))).toEqual([2]);
      const served = new Served(User);
      cache.fetch(served.endpoint, name).subscribe();
      served.respond({ id: 'a' });
      expect(cache.get(served.endpoint, name)).toBe(cache.get(User, 'a'));
      expect(cache.get(served.endpoint, 'other')).toBeUndefined();
    });

    it(`as the target of relations: ${name}`, () => {
      class Team extends Entity {
        readonly id: string = '';
        readonly lead: User | null = null;
        readonly members: readonly User[] = [];
        static override readonly schema = { lead: User, members: [User] };
      }
      cache.set(Team, { id: 't', lead: name, members: [name] });
      expect(cache.get(Team, 't')?.lead).toBeNull();
      cache.set(User, { id: name });
      const user = cache.get(User, name)!;
      expect(cache.get(Team, 't')?.lead).toBe(user);
      expect(cache.get(Team, 't')?.members[0]).toBe(user);
    });
  }

  it('as the keys of tables', () => {
    for (const key of odd) {
      class Odd extends Entity {
        readonly id: string = '';
        static override readonly key: string = `${key}`;
      }
      expect(cache.get(new schema.All(Odd))).toBeUndefined();
      cache.set(Odd, { id: '1' });
      expect(cache.get(new schema.All(Odd))?.length).toBe(1);
    }
  });
});

describe('W8 methods and accessors of a class take precedence', () => {
  class Invoice extends Entity {
    readonly id: string = '';
    readonly cents: number = 0;
    get total(): string {
      return `${this.cents / 100}`;
    }
    label(): string {
      return `Invoice ${this.id}`;
    }
  }
  class Special extends Invoice {
    readonly rebate: number = 0;
  }

  it('over fields of that name, with one warning', () => {
    const warn = listenToWarnings();
    const cache = TestBed.inject(CacheService);
    const rows = [1, 2].map((id) => ({ id: `${id}`, total: 'x', label: 'y', cents: 500, pk: 'z' }));
    cache.set(new schema.Array(Invoice), rows);
    const [invoice, other] = cache.get(new schema.All(Invoice))!;
    for (const each of [invoice, other]) {
      expect([each.total, each.pk()]).toEqual(['5', each.id]);
      expect(each.label()).toBe(`Invoice ${each.id}`);
    }
    cache.set(new schema.Array(Invoice), [{ id: '1', label: 'changed', cents: 700 }]);
    expect(cache.get(Invoice, '1')?.total).toBe('7');
    const messages = warn.calls.allArgs().map(([text]) => text as string);
    expect(messages.length).toBe(3);
    for (const name of ['total', 'label', 'pk']) {
      expect(messages.filter((text) => text.includes(`"${name}"`)).length).toBe(1);
    }
    expect(messages[0]).toContain('Invoice');
  });

  it('even inherited ones, over relations, and in fromJS', () => {
    listenToWarnings();
    const cache = TestBed.inject(CacheService);
    class Owned extends Special {
      static override readonly schema = { label: User, total: (raw: string) => raw };
    }
    cache.set(new schema.Array(Owned), [{ id: '1', cents: 200, label: { id: 'u' }, total: 'x' }]);
    const owned = cache.get(Owned, '1')!;
    expect([owned.total, owned.label()]).toEqual(['2', 'Invoice 1']);
    const made = Special.fromJS({ id: '9', total: 'x', label: 'y' } as never);
    expect([made.total, made.label()]).toEqual(['0', 'Invoice 9']);
  });
});
