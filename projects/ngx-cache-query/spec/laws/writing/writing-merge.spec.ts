import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { allTodos, allUsers, Todo, User } from '../../support/models';
import { thrownBy } from '../../support/error-log';
import { beginRead } from '../../support/served';
import { watch } from '../../support/watch';

class Doc extends Entity {
  readonly id: string = '';
  readonly title: string = '';
  readonly data: unknown = undefined;
  readonly at: Date = new Date(0);
}
const docs = new schema.All(Doc);

/** Rows of this class are copied during normalization. */
class Signed extends Doc {
  readonly by: User = User.fromJS({});
  static override readonly schema = { by: User };
}

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('W7 merging', () => {
  beforeEach(setUp);

  it('applies field by field over the cached row', () => {
    cache.set(User, { id: 'a', name: 'Ada', isAdmin: true });
    cache.set(User, { id: 'a', name: 'Adele' });
    const { id, name, isAdmin } = cache.get(User, 'a')!;
    expect([id, name, isAdmin]).toEqual(['a', 'Adele', true]);
    cache.set(Doc, { id: 'd', data: { a: 1, b: 2 } });
    cache.set(Doc, { id: 'd', data: { a: 3 } });
    expect(cache.get(Doc, 'd')?.data).toEqual({ a: 3 });
  });

  it('sets null, false, 0 and the empty string', () => {
    cache.set(Doc, { id: 'd', title: 'x', data: 'y' });
    for (const data of [null, false, 0, '', -0, NaN]) {
      cache.set(Doc, { id: 'd', data });
      expect(Object.is(cache.get(Doc, 'd')?.data, data))
        .withContext(`${data}`)
        .toBeTrue();
    }
  });

  it('with an updater starts from the cached row, and does nothing without one', () => {
    const updater = jasmine.createSpy('updater', (user: User) => ({ name: `${user.name}!` }));
    cache.set(User, 'a', updater.and.callThrough());
    expect([updater.calls.count(), cache.get(allUsers)]).toEqual([0, undefined]);
    cache.set(User, { id: 'a', name: 'Ada' });
    const before = cache.get(User, 'a')!;
    cache.set(User, { id: 'a' }, updater);
    expect(updater).toHaveBeenCalledOnceWith(before);
    expect(cache.get(User, 'a')?.name).toBe('Ada!');
  });
});

describe('W6 an updater that returns another key', () => {
  beforeEach(setUp);

  it('is error NCQ2004, and nothing is stored', () => {
    cache.set(User, { id: 'a', name: 'Ada' });
    const all = watch(cache.select(allUsers));
    const error = thrownBy(() => cache.set(User, 'a', () => ({ id: 'b', name: 'Bea' })));
    expect(error.code).toBe('NCQ2004');
    expect([cache.get(User, 'a')?.name, cache.get(User, 'b')]).toEqual(['Ada', undefined]);
    expect(all.values.length).toBe(1);
  });
});

describe('W7 a write of equal values', () => {
  beforeEach(setUp);
  const shared = new Map([[1, 2]]);
  const equal: [string, () => unknown][] = [
    ['a string', () => 'x'],
    ['NaN', () => NaN],
    ['null', () => null],
    ['an object', () => ({ a: 1, b: { c: [1, { d: null }] } })],
    ['an object without prototype', () => Object.assign(Object.create(null), { a: 1 })],
    ['an array', () => [1, [2, { a: 3 }], undefined]],
    ['a Date', () => new Date(5)],
    ['an invalid Date', () => new Date(NaN)],
    ['an instance by identity', () => shared],
    ['nested Dates', () => ({ list: [new Date(5)] })],
  ];
  for (const [name, make] of equal) {
    it(`keeps references and emits nothing: ${name}`, () => {
      cache.set(Doc, { id: 'd', data: make() });
      const seen = [watch(cache.select(Doc, 'd')), watch(cache.select(docs))];
      const before = cache.get(Doc, 'd')!;
      cache.set(Doc, { id: 'd', data: make() });
      cache.set(docs, [{ data: make(), id: 'd' }]);
      expect(cache.get(Doc, 'd')).toBe(before);
      expect(Object.is(cache.get(Doc, 'd')?.data, before.data)).toBeTrue();
      expect(seen.map((each) => each.values.length)).toEqual([1, 1]);
    });
  }

  const different: [string, unknown, unknown][] = [
    ['0 and -0', 0, -0],
    ['null and undefined', null, undefined],
    ['1 and "1"', 1, '1'],
    ['objects with another field', { a: 1 }, { a: 1, b: undefined }],
    ['objects with a missing field', { a: 1, b: 2 }, { a: 1 }],
    ['arrays of another length', [1], [1, 2]],
    ['an array and an object', [], {}],
    ['a Date and a string', new Date(5), new Date(5).toISOString()],
    ['Dates of other times', new Date(5), new Date(6)],
    ['two instances', new Map(), new Map()],
    ['deeply', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ];
  for (const [name, one, other] of different) {
    it(`is distinct from a write of different values: ${name}`, () => {
      cache.set(Doc, { id: 'd', data: one });
      const seen = watch(cache.select(Doc, 'd'));
      cache.set(Doc, { id: 'd', data: other });
      expect(seen.values.length).toBe(2);
      expect(seen.last?.data as never).toEqual(other as never);
    });
  }

  it('keeps the equal parts of a row that changed', () => {
    cache.set(Doc, { id: 'd', title: 'x', data: { a: [1] } });
    const { data } = cache.get(Doc, 'd')!;
    cache.set(Doc, { id: 'd', title: 'y', data: { a: [1] } });
    expect(cache.get(Doc, 'd')?.data).toBe(data);
    cache.batch(() => {
      cache.set(Doc, { id: 'd', data: { a: [2] } });
      cache.set(Doc, { id: 'd', data: { a: [1] } });
    });
    cache.set(Doc, { id: 'd', title: 'z' });
    expect(cache.get(Doc, 'd')?.data).toBe(data);
  });

  it('runs no process again', () => {
    let calls = 0;
    const query = new Query(docs, (list) => (calls++, list.length));
    cache.set(Doc, { id: 'd', data: [1] });
    watch(cache.select(query));
    cache.set(Doc, { id: 'd', data: [1] });
    cache.batch(() => {
      cache.set(Doc, { id: 'd', data: [2] });
      cache.set(Doc, { id: 'd', data: [1] });
    });
    expect(calls).toBe(1);
  });
});

describe('W7 values passed to the cache', () => {
  beforeEach(setUp);
  const makeFields = () => ({
    id: 'd',
    title: 'x',
    data: { list: [{ deep: 1 }], at: new Date(5) },
    at: new Date(7),
  });

  it('are never changed', () => {
    const [row, response, sent] = [makeFields(), [makeFields()], makeFields()];
    const todo = { id: 1, userId: { id: 'a', name: 'A' }, title: 'T' };
    const source = new Subject<unknown>();
    const read = beginRead(cache, [Doc]);
    cache.connect(source, Doc);
    cache.set(Doc, row);
    read.respond(response);
    source.next(sent);
    cache.set(Todo, todo);
    cache.set(Doc, { id: 'd', title: 'y' });
    cache.get(docs);
    for (const each of [row, response[0], sent]) expect(each).toEqual(makeFields());
    expect(todo).toEqual({ id: 1, userId: { id: 'a', name: 'A' }, title: 'T' });
    expect(Object.isFrozen(row.data) || Object.isFrozen(todo.userId)).toBeFalse();
  });

  const ways: Record<string, (type: typeof Doc, value: ReturnType<typeof makeFields>) => void> = {
    set: (type, value) => cache.set(type, value),
    'set over an existing row': (type, value) => (
      cache.set(type, { id: 'd' }),
      cache.set(type, value)
    ),
    'set with a schema': (type, value) => cache.set([type], [value]),
    'an updater': (type, value) => {
      cache.set(type, { id: 'd' });
      cache.set(type, 'd', () => value);
    },
    fetch: (type, value) => beginRead(cache, type).respond(value),
    'an older fetch': (type, value) => {
      const read = beginRead(cache, type);
      cache.set(type, { id: 'd' });
      read.respond(value);
    },
    'a batch': (type, value) => cache.batch(() => cache.set(type, value)),
    'a fetch whose response arrives during a notification': (type, value) => {
      const read = beginRead(cache, type);
      const subscription = cache.select(User, 'go').subscribe((go) => {
        if (go === undefined) return;
        read.respond(value);
        value.data.list[0].deep = 2;
      });
      cache.set(User, { id: 'go' });
      subscription.unsubscribe();
    },
    'during a notification': (type, value) => {
      const subscription = cache.select(User, 'go').subscribe((go) => {
        if (go === undefined) return;
        cache.set(type, value);
        value.data.list[0].deep = 2;
        value.title = 'changed at once';
      });
      cache.set(User, { id: 'go' });
      subscription.unsubscribe();
    },
  };
  const written = Object.entries(ways).flatMap(([name, write]) =>
    [Doc, Signed].map((type) => [`${name}, ${type.name}`, type, write] as const),
  );
  for (const [name, type, write] of written) {
    it(`may change later without an effect: ${name}`, () => {
      const value = makeFields();
      write(type, value);
      value.title = 'changed';
      value.data.list[0].deep = 3;
      value.data.list.push({ deep: 4 });
      value.data.at.setTime(99);
      value.at.setTime(99);
      const { title, data, at } = cache.get(type, 'd')!;
      expect({ id: 'd', title, data, at } as unknown).toEqual(makeFields());
    });
  }

  it('may change later in parts of a response without a schema, too', () => {
    const read = beginRead(cache, { user: User });
    const response = { user: { id: 'a' }, info: { tags: ['x'] } };
    read.respond(response);
    response.info.tags.push('y');
    expect(cache.get(read.served.endpoint)).toEqual({
      user: cache.get(User, 'a'),
      info: { tags: ['x'] },
    } as never);
    expect(cache.get(allTodos)).toBeUndefined();
  });
});
