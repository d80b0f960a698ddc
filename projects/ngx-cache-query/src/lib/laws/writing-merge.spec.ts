import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import { CacheService, Entity, Query, schema } from '../../public-api';
import { allTodos, allUsers, Todo, User } from '../testing-support/models';
import { Served } from '../testing-support/served';
import { watch } from '../testing-support/watch';

class Doc extends Entity {
  readonly id: string = '';
  readonly title: string = '';
  readonly data: unknown = undefined;
  readonly at: Date = new Date(0);
}
const docs = new schema.All(Doc);

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const names = () => cache.get(allUsers)?.map(({ id, name }) => `${id}:${name}`);
/** Begins a read of the schema, to be answered later. */
const begin = <S extends ConstructorParameters<typeof Served>[0]>(shape: S) => {
  const served = new Served(shape);
  const seen = watch(cache.fetch(served.endpoint));
  return { served, seen, land: (response: unknown) => served.answer(response) };
};

describe('W7 merging', () => {
  beforeEach(setUp);

  it('is per field over what is cached', () => {
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
      expect(Object.is(cache.get(Doc, 'd')?.data, data)).withContext(`${data}`).toBeTrue();
    }
  });

  it('of an updater starts from what is there, and does nothing when nothing is', () => {
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

describe('W7 writing equal values is no change', () => {
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
    ['objects with a field less', { a: 1, b: 2 }, { a: 1 }],
    ['arrays of another length', [1], [1, 2]],
    ['an array and an object', [], {}],
    ['a Date and a string', new Date(5), new Date(5).toISOString()],
    ['Dates of other times', new Date(5), new Date(6)],
    ['two instances', new Map(), new Map()],
    ['deeply', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ];
  for (const [name, one, other] of different) {
    it(`but these are different: ${name}`, () => {
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

describe('W7 order in time', () => {
  beforeEach(setUp);

  it('an older read fills only fields that are missing', () => {
    const read = begin([User]);
    cache.set(User, { id: 'a', name: 'local' });
    read.land([
      { id: 'a', name: 'old', isAdmin: true },
      { id: 'b', name: 'B' },
    ]);
    expect(names()).toEqual(['a:local', 'b:B']);
    expect(cache.get(User, 'a')?.isAdmin).toBeTrue();
    expect(read.seen.last?.[0]).toBe(cache.get(User, 'a')!);
  });

  it('an older read that lands after a younger one changes nothing of it', () => {
    const one = begin(User);
    const two = begin(User);
    two.land({ id: 'a', name: 'young' });
    one.land({ id: 'a', name: 'old', isAdmin: true });
    expect([names(), cache.get(User, 'a')?.isAdmin]).toEqual([['a:young'], true]);
    cache.set(User, { id: 'a', name: 'youngest' });
    expect(names()).toEqual(['a:youngest']);
  });

  it('a write that changed nothing makes the row younger all the same', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const read = begin(User);
    cache.set(User, { id: 'a', name: 'A' });
    read.land({ id: 'a', name: 'old' });
    expect(names()).toEqual(['a:A']);
  });

  const younger: Record<string, (source: Subject<unknown>) => void> = {
    set: () => cache.set(User, { id: 'a', name: 'young' }),
    'set with an updater': () => cache.set(User, 'a', () => ({ name: 'young' })),
    connect: (source) => source.next({ id: 'a', name: 'young' }),
    'the answer of a mutation': () => {
      const mutation = new Served(User, { sideEffect: true });
      cache.fetch(mutation.endpoint).subscribe();
      mutation.answer({ id: 'a', name: 'young' });
    },
    'a batch': () => cache.batch(() => cache.set(User, { id: 'a', name: 'young' })),
  };
  for (const [name, write] of Object.entries(younger)) {
    it(`is that of the commit for ${name}`, () => {
      const source = new Subject<unknown>();
      cache.connect(source, User);
      cache.set(User, { id: 'a', name: 'first' });
      const read = begin([User]);
      write(source);
      read.land([{ id: 'a', name: 'old' }]);
      expect(names()).toEqual(['a:young']);
    });
  }

  it('is that of the commit for a mutation that was begun before the read', () => {
    const mutation = new Served(User, { sideEffect: true });
    cache.fetch(mutation.endpoint).subscribe();
    const read = begin(User);
    mutation.answer({ id: 'a', name: 'answer' });
    read.land({ id: 'a', name: 'old' });
    expect(names()).toEqual(['a:answer']);
  });

  it('is that of the commit for a batch in which the read begins', () => {
    const served = new Served(User);
    cache.batch(() => {
      cache.fetch(served.endpoint).subscribe();
      cache.set(User, { id: 'a', name: 'local' });
    });
    served.answer({ id: 'a', name: 'old' });
    expect(names()).toEqual(['a:local']);
  });

  const gone: Record<string, () => void> = {
    delete: () => cache.delete(User, 'a'),
    invalidate: () => cache.invalidate(User, 'a'),
    'invalidate of the type': () => cache.invalidate(User),
    'schema.Invalidate': () => cache.set(new schema.Invalidate(User), { id: 'a' }),
    'the answer of a mutation': () => {
      const mutation = new Served(new schema.Invalidate(User), { sideEffect: true });
      cache.fetch(mutation.endpoint, 'a').subscribe();
      mutation.answer(null);
    },
    'a batch': () => cache.batch(() => cache.delete(User, 'a')),
  };
  for (const [name, remove] of Object.entries(gone)) {
    it(`an older read resurrects nothing after ${name}`, () => {
      cache.set([User], [{ id: 'a' }, { id: 'b' }]);
      const read = begin([Todo]);
      const list = begin([User]);
      remove();
      read.land([{ id: 1, userId: { id: 'a', name: 'ghost' } }]);
      list.land([{ id: 'a' }, { id: 'b', name: 'B' }]);
      expect(cache.get(User, 'a')).toBeUndefined();
      expect(list.seen.last?.map(({ id }) => id)).not.toContain('a');
      expect(cache.get(Todo, 1)?.userId).toBe(User.fromJS());
      begin([User]).land([{ id: 'a', name: 'back' }]);
      expect(cache.get(User, 'a')?.name).toBe('back');
    });
  }

  it('an older read does not resurrect what was deleted before it was known here', () => {
    const read = begin([User]);
    cache.delete(User, 'a');
    read.land([{ id: 'a' }, { id: 'b' }]);
    expect(names()).toEqual(['b:']);
  });

  it('an older read is nothing but its own: a younger one may bring back what was deleted', () => {
    cache.set(User, { id: 'a' });
    const old = begin([User]);
    cache.delete(User, 'a');
    const young = begin(User);
    young.land({ id: 'a', name: 'young' });
    old.land([{ id: 'a', name: 'old' }]);
    expect(names()).toEqual(['a:young']);
  });

  it('a deletion that a read says of what is younger than itself changes nothing', () => {
    const read = begin({ gone: [new schema.Invalidate(User)] });
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    read.land({ gone: ['a'] });
    expect(names()).toEqual(['a:', 'b:']);
  });

  it("an endpoint's older response does not replace a younger one", () => {
    const users = new Served({ results: [User], page: 0 });
    const one = watch(cache.fetch(users.endpoint));
    cache.invalidate(users.endpoint);
    const two = watch(cache.fetch(users.endpoint));
    expect(users.requests.length).toBe(2);
    users.requests[1].answer({ results: [{ id: 'b' }], page: 2 });
    const shown = watch(cache.select(users.endpoint));
    users.requests[0].answer({ results: [{ id: 'a' }], page: 1 });
    expect(cache.get(users.endpoint)?.page).toBe(2);
    expect(shown.values.length).toBe(1);
    expect([one.last?.page, two.last?.page]).toEqual([1, 2]);
    expect(names()).toEqual(['b:', 'a:']);
  });

  it("an endpoint's response that was invalidated does not come back with an older read", () => {
    const users = new Served([User]);
    watch(cache.fetch(users.endpoint));
    cache.invalidate(users.endpoint);
    users.answer([{ id: 'a' }]);
    expect(cache.get(users.endpoint)).toBeUndefined();
  });
});

describe('W7 values given', () => {
  beforeEach(setUp);
  const given = () => ({
    id: 'd',
    title: 'x',
    data: { list: [{ deep: 1 }], at: new Date(5) },
    at: new Date(7),
  });

  it('are never changed', () => {
    const [row, response, sent] = [given(), [given()], given()];
    const todo = { id: 1, userId: { id: 'a', name: 'A' }, title: 'T' };
    const source = new Subject<unknown>();
    const read = begin([Doc]);
    cache.connect(source, Doc);
    cache.set(Doc, row);
    read.land(response);
    source.next(sent);
    cache.set(Todo, todo);
    cache.set(Doc, { id: 'd', title: 'y' });
    cache.get(docs);
    for (const each of [row, response[0], sent]) expect(each).toEqual(given());
    expect(todo).toEqual({ id: 1, userId: { id: 'a', name: 'A' }, title: 'T' });
    expect(Object.isFrozen(row.data) || Object.isFrozen(todo.userId)).toBeFalse();
  });

  const ways: Record<string, (value: ReturnType<typeof given>) => void> = {
    set: (value) => cache.set(Doc, value),
    'set over what is there': (value) => (cache.set(Doc, { id: 'd' }), cache.set(Doc, value)),
    'set with a schema': (value) => cache.set([Doc], [value]),
    'an updater': (value) => {
      cache.set(Doc, { id: 'd' });
      cache.set(Doc, 'd', () => value);
    },
    fetch: (value) => begin(Doc).land(value),
    'an older fetch': (value) => {
      const read = begin(Doc);
      cache.set(Doc, { id: 'd' });
      read.land(value);
    },
    'a batch': (value) => cache.batch(() => cache.set(Doc, value)),
    'while a commit is told': (value) => {
      const subscription = cache.select(User, 'go').subscribe((go) => {
        if (go === undefined) return;
        cache.set(Doc, value);
        value.data.list[0].deep = 2;
        value.title = 'changed at once';
      });
      cache.set(User, { id: 'go' });
      subscription.unsubscribe();
    },
  };
  for (const [name, write] of Object.entries(ways)) {
    it(`may change later and change nothing here: ${name}`, () => {
      const value = given();
      write(value);
      value.title = 'changed';
      value.data.list[0].deep = 3;
      value.data.list.push({ deep: 4 });
      value.data.at.setTime(99);
      value.at.setTime(99);
      const { title, data, at } = cache.get(Doc, 'd')!;
      expect({ id: 'd', title, data, at } as unknown).toEqual(given());
    });
  }

  it('in a response that is kept as it is may change later, too', () => {
    const read = begin({ user: User });
    const response = { user: { id: 'a' }, info: { tags: ['x'] } };
    read.land(response);
    response.info.tags.push('y');
    expect(cache.get(read.served.endpoint)).toEqual({
      user: cache.get(User, 'a'),
      info: { tags: ['x'] },
    } as never);
    expect(cache.get(allTodos)).toBeUndefined();
  });
});
