import { of, Subject } from 'rxjs';
import { Endpoint, Entity, optimistic, schema } from 'ngx-cache-query';
import { allUsers, feed, link, post, Todo, User } from '../../support/models';
import { arrive, setUpRetained } from '../../support/retained';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

const TIME = 100_000;

class Board extends Entity {
  readonly id: number = 0;
  readonly users: readonly User[] = [];
  static override readonly schema = { users: allUsers };
}
class Room extends Entity {
  readonly id: number = 0;
  readonly board: Board | undefined = undefined;
  static override readonly schema = { board: Board };
}
class Mixed extends Entity {
  readonly id: number = 0;
  readonly items: readonly object[] = [];
  static override readonly schema = { items: feed };
}
class Summary extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'RetainedArticle';
}
class Detail extends Summary {
  readonly author: User | undefined = undefined;
  static override readonly key: string = 'RetainedArticle';
  static override readonly schema = { author: User };
}

let { cache, clock, handle, held } = {} as ReturnType<typeof setUpRetained>;
const setUp = () => ({ cache, clock, handle, held } = setUpRetained({ time: TIME }));
/** Lets enough time pass to evict every unused row. One row stays in use. */
const longAfter = () => {
  for (let n = 0; n < 40; n++) {
    clock.pass(TIME / 4);
    arrive(cache, Todo, { id: 9, title: `${n}` });
  }
};

describe('K2 a row stays while it is referenced', () => {
  beforeEach(setUp);

  it('by the list of a type in the field of an entity', () => {
    arrive(cache, [User], [{ id: 'a' }, { id: 'b' }]);
    arrive(cache, Board, { id: 1, users: [] });
    watch(cache.select(Board, 1));
    longAfter();
    expect(held('User')).toEqual(['a', 'b']);
  });

  it('by a list of several types', () => {
    arrive(cache, feed, [link(1), post(1)]);
    arrive(cache, Mixed, { id: 1, items: [] });
    watch(cache.select(Mixed, 1));
    longAfter();
    expect([held('Link'), held('Post')]).toEqual([['1'], ['1']]);
  });

  it('by an object in the field of an entity, even if nothing has read it', () => {
    class Panel extends Entity {
      readonly id: number = 0;
      readonly shown: { readonly lead?: User } = {};
      static override readonly schema = { shown: { lead: User } };
    }
    arrive(cache, User, { id: 'a' });
    cache.set(Panel, { id: 1, shown: { lead: 'a' as never } });
    longAfter();
    expect(held('User')).toEqual(['a']);
  });

  it('by a relation that only one of two classes of a table declares', () => {
    cache.get(Summary, 1);
    arrive(cache, Detail, { id: 1, author: { id: 'a' } as never });
    watch(cache.select(Summary, 1));
    longAfter();
    expect([held('RetainedArticle'), held('User')]).toEqual([['1'], ['a']]);
  });

  it('by a relation to the second of two classes of a table, even if nothing has read it', () => {
    class Shelf extends Entity {
      readonly id: number = 0;
      readonly first: Detail | undefined = undefined;
      static override readonly schema = { first: Detail };
    }
    arrive(cache, [Summary], [{ id: 1 }, { id: 2 }]);
    cache.set(Shelf, { id: 1, first: 1 as never });
    longAfter();
    expect(held('RetainedArticle')).toEqual(['1']);
  });

  it('by a temporary key that the server replaced', () => {
    const created = new Subject<object>();
    const create = new Endpoint({
      load: () => created,
      schema: User,
      sideEffect: true,
      optimistic: () => optimistic({ name: 'Ada' }),
    });
    watch(cache.fetch(create));
    const [{ id }] = cache.get(allUsers)!;
    arrive(cache, Todo, { id: 1, userId: id });
    created.next({ id: 'a', name: 'Ada' });
    const todo = watch(cache.select(Todo, 1));
    longAfter();
    expect(held('User')).toEqual(['a']);
    expect(todo.last?.userId.name).toBe('Ada');
  });
});

describe('K1 a deserializer that throws', () => {
  beforeEach(setUp);

  it('does not stop the eviction of other rows', () => {
    const broken = (): never => {
      throw new Error('no date');
    };
    const load = () => of({ at: 'x' });
    const served = new Endpoint({ load, schema: { at: broken } });
    expect(watch(cache.fetch(served)).errors.length).toBe(1);
    arrive(cache, User, { id: 'a' });
    longAfter();
    expect(held('User')).toEqual([]);
  });
});

describe('K3 a created entity that was evicted', () => {
  beforeEach(setUp);

  it('is new when it returns, under the id of the server alone', () => {
    const create = new Endpoint({
      load: () => of({ id: 'a', name: 'Ada' }),
      schema: User,
      sideEffect: true,
      optimistic: () => optimistic({ name: 'Ada' }),
    });
    const warn = listenToWarnings();
    const keptFor = () => handle.uses('User', 'a').keptFor;
    watch(cache.fetch(create));
    clock.pass(TIME / 2);
    expect([held('User'), keptFor()]).toEqual([['a'], TIME / 2]);
    longAfter();
    expect(held('User')).toEqual([]);
    expect(cache.get(User, 'a')).toBeUndefined();
    expect(warn.calls.allArgs().join()).toContain('retention evicted the User "a"');
    arrive(cache, User, { id: 'a' });
    expect([held('User'), cache.get(User, 'a')?.name]).toEqual([['a'], '']);
  });
});

describe('K5 a limit of rows, and an entity with the list of a type', () => {
  class Member extends Entity {
    readonly id: number = 0;
    readonly user: User | undefined = undefined;
    static override readonly schema = { user: User };
  }
  class Club extends Entity {
    readonly id: number = 0;
    readonly members: readonly Member[] = [];
    static override readonly schema = { members: new schema.All(Member) };
  }
  /** Lets two newer entities arrive, so that only one of the others can stay. */
  const exceed = () => {
    arrive(cache, [Todo], [{ id: 1 }, { id: 2 }]);
    clock.pass(5_000);
    expect(held('Todo')).toEqual(['1', '2']);
  };
  beforeEach(() => ({ cache, clock, held } = setUpRetained({ time: 100 * TIME, maxRows: 3 })));

  it('evicts it if there is no room for every row of the type', () => {
    arrive(cache, [User], [{ id: 'a' }, { id: 'b' }]);
    arrive(cache, Board, { id: 1 });
    exceed();
    expect([held('Board'), held('User')]).toEqual([[], ['b']]);
  });

  it('evicts it together with a row of the type', () => {
    arrive(cache, User, { id: 'a' });
    arrive(cache, Club, { id: 1 });
    arrive(cache, Member, { id: 1, user: 'a' });
    exceed();
    expect([held('Club'), held('Member'), held('User')]).toEqual([[], [], ['a']]);
  });

  it('keeps it if there are no rows of the type', () => {
    arrive(cache, [Board], [{ id: 1 }, { id: 2 }]);
    exceed();
    expect(held('Board')).toEqual(['2']);
  });
});

describe('K4 the end of a collection cycle', () => {
  const COUNT = 6_000;
  const users = (id: number) => ({ id: `${id}` });
  const many = <T>(of: (n: number) => T) => Array.from({ length: COUNT }, (_, n) => of(n));
  beforeEach(setUp);

  /** Lets every row be evicted, and runs the check in each frame. */
  const look = (table: string, check: () => void) => {
    clock.pass(TIME - 1);
    for (let n = 0; n < 500 && held(table).length > 0; n++) {
      check();
      clock.pass(16);
    }
    expect(held(table)).toEqual([]);
  };

  it('evicts a row together with the one that only it references', () => {
    arrive(cache, [User], many(users));
    arrive(
      cache,
      [Todo],
      many((id) => ({ id, userId: `${id}` })),
    );
    look('User', () => {
      const there = new Set(held('User'));
      expect(held('Todo').filter((id) => !there.has(id))).toEqual([]);
    });
  });

  it('evicts rows that show the list of a type together with every row of that type', () => {
    arrive(cache, [User], many(users));
    arrive(cache, [Board], [{ id: 1 }, { id: 2 }]);
    arrive(cache, Room, { id: 1, board: 2 });
    look('User', () => {
      if (held('Board').length > 0) expect(held('User').length).toBe(COUNT);
    });
  });
});
