import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, Entity, ref, schema } from 'ngx-cache-query';
import { allTodos, allUsers, Todo, User } from '../../support/models';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const names = () => cache.get(allUsers)?.map(({ id, name }) => `${id}:${name}`);

describe('W5 items', () => {
  beforeEach(setUp);

  it('that are null or undefined are skipped, in every list', () => {
    const holes = [null, { id: 'a' }, undefined, { id: 'b' }, null];
    const endpoint = new Endpoint({
      load: () =>
        of({ list: holes, all: holes, values: { x: null, y: { id: 'c' }, z: undefined } }),
      schema: { list: [User], all: new schema.All(User), values: new schema.Values(User) },
    });
    const { last } = watch(cache.fetch(endpoint));
    expect(last?.list.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(last?.all.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(Object.keys(last!.values)).toEqual(['y']);
  });

  it('with the same pk are merged in order', () => {
    cache.set(
      [User],
      [
        { id: 'a', name: 'one', isAdmin: true },
        { id: 'b', name: 'B' },
        { id: 'a', name: 'two' },
      ],
    );
    expect(names()).toEqual(['a:two', 'b:B']);
    expect(cache.get(User, 'a')?.isAdmin).toBeTrue();
  });

  it('of an array keep the order, the length and the duplicates of the response', () => {
    const endpoint = new Endpoint({
      load: () => of([{ id: 'b' }, { id: 'a' }, { id: 'b' }]),
      schema: [User],
    });
    cache.fetch(endpoint).subscribe();
    cache.set(User, { id: 'c' });
    const list = cache.get(endpoint)!;
    expect(list.map(({ id }) => id)).toEqual(['b', 'a', 'b']);
    expect(list[0]).toBe(list[2]);
  });

  it('inside the field of an entity may be keys', () => {
    class Team extends Entity {
      readonly id: string = '';
      readonly lead: User | null = null;
      readonly members: readonly User[] = [];
      readonly byRole: Readonly<Record<string, User>> = {};
      readonly deep: { readonly list: readonly User[] } = { list: [] };
      static override readonly schema = {
        lead: User,
        members: [User],
        byRole: new schema.Values(User),
        deep: { list: new schema.Array(User) },
      };
    }
    cache.set(
      [Team],
      [
        {
          id: 't',
          lead: 'a',
          members: ['b', { id: 7, name: 'nested' }, 'b', 3],
          byRole: { chief: 3n },
          deep: { list: [7, 'b'] },
        },
      ],
    );
    cache.set([User], [{ id: 'a' }, { id: 'b' }, { id: '3' }]);
    const team = cache.get(Team, 't')!;
    expect(team.lead).toBe(cache.get(User, 'a')!);
    expect(team.members.map(({ id }) => id as unknown)).toEqual(['b', 7, 'b', '3']);
    expect(team.byRole['chief']).toBe(cache.get(User, 3)!);
    expect(team.deep.list).toEqual([cache.get(User, '7')!, cache.get(User, 'b')!]);
    expect(ref(team, 'members')).toEqual(['b', '7', 'b', '3']);
  });

  it('may be entities: those of the cache are treated as keys, new instances as data', () => {
    cache.set(User, { id: 'a', name: 'old' });
    const old = cache.get(User, 'a')!;
    cache.set(User, { id: 'a', name: 'new' });
    cache.set(Todo, { id: 1, userId: old });
    cache.set(Todo, { id: 2, userId: User.fromJS({ id: 'b', name: 'by hand' }) });
    expect(names()).toEqual(['a:new', 'b:by hand']);
    expect(cache.get(Todo, 1)?.userId).toBe(cache.get(User, 'a')!);
    expect(cache.get(Todo, 2)?.userId.name).toBe('by hand');
  });

  it('may be the default of a class, which is stored as no reference', () => {
    class Book extends Entity {
      readonly id: number = 0;
    }
    class Chapter extends Entity {
      readonly id: number = 0;
      readonly book: Book = Book.fromJS({});
      static override readonly schema = { book: Book };
    }
    cache.set(Chapter, { id: 1, book: Book.fromJS({}) });
    cache.set(Chapter, { ...cache.get(Chapter, 1)!, id: 2 });
    cache.set(Book, { id: 0 });
    for (const id of [1, 2]) {
      expect(ref(cache.get(Chapter, id)!, 'book')).toBeUndefined();
      expect(cache.get(Chapter, id)?.book).toBe(Book.fromJS());
    }
  });

  it('may be circular objects', () => {
    interface Node {
      id: string;
      next?: Node;
    }
    class Item extends Entity {
      readonly id: string = '';
      readonly next?: Item;
      static override readonly schema: Record<string, never> = {};
    }
    Object.assign(Item.schema, { next: Item });
    const a: Node = { id: 'a' };
    a.next = { id: 'b', next: a };
    const self: Node = { id: 'self' };
    self.next = self;
    cache.set([Item], [a, self]);
    expect(cache.get(Item, 'a')?.next?.next).toBe(cache.get(Item, 'a')!);
    expect(cache.get(Item, 'self')?.next).toBe(cache.get(Item, 'self')!);
  });
});

describe('W5 primary keys', () => {
  beforeEach(setUp);

  it('that are numbers and strings are interchangeable', () => {
    cache.set([Todo], [{ id: 5, title: 'number' }]);
    expect(cache.get(Todo, '5')).toBe(cache.get(Todo, 5));
    cache.set([Todo], [{ id: '5', completed: true }]);
    expect(cache.get(allTodos)?.length).toBe(1);
    expect(cache.get(Todo, { id: 5 })?.title).toBe('number');
    cache.delete(Todo, '5');
    expect(cache.get(allTodos)).toEqual([]);
  });

  it('that only look similar are different', () => {
    const pks = ['1', '01', '1.0', ' 1', '1 ', '+1', '-1', '0', '-0', '1e0', '0x1', 'one'];
    cache.set(
      [User],
      pks.map((id) => ({ id })),
    );
    expect(cache.get(allUsers)?.map(({ id }) => id)).toEqual(pks);
    for (const id of pks) expect(cache.get(User, id)?.id).toBe(id);
  });

  it('may be 0, negative, fractional, and beyond the safe integers', () => {
    const big = '123456789012345678901234567890';
    cache.set([Todo], [{ id: 0 }, { id: -3 }, { id: 1.5 }, { id: big }, { id: 2n ** 70n }]);
    expect(cache.get(allTodos)?.length).toBe(5);
    for (const id of ['0', '-3', '1.5', big, `${2n ** 70n}`]) {
      expect(cache.get(Todo, id)).withContext(id).toBeDefined();
    }
    expect(cache.get(Todo, 0)).toBe(cache.get(Todo, '0'));
    expect(cache.get(Todo, -0)).toBe(cache.get(Todo, 0));
    expect(cache.get(Todo, '123456789012345678901234567891')).toBeUndefined();
  });

  it('are computed with the processed row as this: its own fields, without the defaults of the class', () => {
    const seen: unknown[] = [];
    class Seat extends Entity {
      readonly row: string = 'default';
      readonly place: number = 99;
      readonly full: string = '';
      override pk(parent?: unknown, key?: string, args?: readonly unknown[]) {
        seen.push({ ...this }, parent, key, args);
        return `${this.row}:${this.place}`;
      }
      static override process(input: { at?: string }) {
        const [row, place] = (input.at ?? '').split('-');
        return place === undefined ? input : { row, place: Number(place) };
      }
    }
    const rows = [{ at: 'A-1' }];
    const endpoint = new Endpoint({
      load: (_n: number) => of({ seats: rows }),
      schema: { seats: [Seat] },
    });
    cache.fetch(endpoint, 7).subscribe();
    expect(seen).toEqual([{ row: 'A', place: 1 }, { seats: rows }, 'seats', [7]]);
    expect(cache.get(Seat, 'A:1')?.place).toBe(1);
    expect(cache.get(Seat, { row: 'A', place: 1 })).toBe(cache.get(Seat, 'A:1'));
  });

  it('that are missing identify nothing on reads', () => {
    cache.set(User, { id: 'a' });
    for (const key of ['', 'undefined', 'null', 'NaN', NaN, {}, undefined]) {
      expect(cache.get(User, key as never))
        .withContext(typeof key)
        .toBeUndefined();
    }
  });

  it('do not collide between classes', () => {
    cache.set(User, { id: '1' });
    cache.set(Todo, { id: 1 });
    expect(cache.get(User, 1)).toBeInstanceOf(User);
    expect(cache.get(Todo, '1')).toBeInstanceOf(Todo);
    cache.delete(User, '1');
    expect(cache.get(Todo, '1')).toBeDefined();
  });
});

describe('W5 an entity of the cache, written again', () => {
  beforeEach(setUp);

  it('keeps relations to entities that are not cached', () => {
    cache.set(Todo, { id: 1, userId: 'a' });
    cache.set(Todo, cache.get(Todo, 1)!);
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(cache.get(Todo, 1)?.userId.name).toBe('Ada');
  });

  it('as another class is data as any other: what it shows, which the class processes', () => {
    class Guest extends Entity {
      readonly id: string = '';
      readonly name: string = '';
      static override process(input: User) {
        return { ...input, name: `${input.name}, a guest` };
      }
    }
    cache.set(User, { id: 'a', name: 'Ada' });
    cache.set(Guest, cache.get(User, 'a') as never);
    expect(cache.get(Guest, 'a')?.name).toBe('Ada, a guest');
  });

  it('may be a copy that another library created', () => {
    cache.set(User, { id: 'a', name: 'Ada' });
    const user = cache.get(User, 'a')!;
    const prototype = Object.getPrototypeOf(user) as object;
    cache.set(User, Object.assign(Object.create(prototype) as User, user, { name: 'Adele' }));
    expect(cache.get(User, 'a')?.name).toBe('Adele');
  });
});
