import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  Query,
  schema,
  type SchemaLike,
  view,
  whereEquals,
} from 'ngx-cache-query';
import {
  beginSweep,
  bucketOf,
  countDependents,
  inspect,
  sizes,
  sweep,
  sweepAll,
} from 'ngx-cache-query-internals';
import { User as Person } from '../../support/models';
import { beginRead, fetchOnce } from '../../support/served';
import { watch } from '../../support/watch';

/** Evaluates the module of a class, as each hot reload does. */
function evaluate() {
  return class Note extends Entity {
    static override readonly key: string = 'Note';
    static override readonly schema = { changedAt: Date };
    readonly id: number = 0;
    readonly changedAt: Date | null = null;
  };
}

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  static override readonly key: string = 'User';
  static override readonly indexes = ['name'];
}
class Member extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'User';
}
class Post extends Entity {
  readonly id: number = 0;
  readonly owner: User | null = null;
  static override readonly schema = { owner: User };
}

describe('R8 a sweep', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));
  const sweepTwice = () => {
    sweep(cache); // The first sweep keeps what was read before it.
    sweep(cache);
  };

  it('makes rows that nothing uses records again, which can be written, listed and read', () => {
    const Note = evaluate();
    const all = new schema.All(Note);
    const rows = [1, 2, 3].map((id) => ({ id, changedAt: '2026-01-01' }));
    cache.set([Note], rows);
    const list = cache.select(all).subscribe();
    const note = cache.select(Note, 2).subscribe();
    sweepTwice();
    expect(sizes(cache).rows).toBe(3);
    list.unsubscribe();
    sweepTwice();
    expect(sizes(cache).rows).toBe(1);
    note.unsubscribe();
    sweepTwice();
    expect(sizes(cache).rows).toBe(0);
    cache.set(Note, { id: 3, changedAt: '2026-01-02' });
    cache.delete(Note, 1);
    expect(cache.get(all)!.map(({ id, changedAt }) => [id, changedAt!.getUTCDate()])).toEqual([
      [2, 1],
      [3, 2],
    ]);
  });

  it('loses no write between its steps', () => {
    class Employee extends Entity {
      readonly id: number = 0;
      readonly name: string = '';
      readonly boss: Employee | null = null;
      static override readonly schema: Record<string, SchemaLike> = {};
    }
    Object.assign(Employee.schema, { boss: Employee });
    for (let count = 1; count < 10; count++) {
      // A row that is swept with the one that shows it comes again, at its own place.
      cache.set(
        [Employee],
        [
          { id: 1, boss: 2 as never },
          { id: 2, name: 'old' },
        ],
      );
      cache.get(Employee, 1);
      sweep(cache);
      const end = beginSweep(cache, count);
      cache.set(Employee, { id: 2, name: 'new' });
      end();
      expect(cache.get(Employee, 1)?.boss?.name).withContext(`after step ${count}`).toBe('new');
    }
  });

  for (const length of [3, 100]) {
    it(`makes the ${length} entities in a list records again when nothing shows the list any more`, () => {
      class Item extends Entity {
        readonly id: number = 0;
      }
      class Folder extends Entity {
        readonly id: number = 0;
        readonly items: readonly Item[] = [];
        static override readonly schema = { items: [Item] };
      }
      const items = Array.from({ length }, (_, id) => ({ id }));
      const ends = {
        'it is deleted': () => cache.delete(Folder, 1),
        'its list is replaced': () => cache.set(Folder, { id: 1, items: [] }),
        'nothing happens to it': () => undefined,
      };
      for (const [name, end] of Object.entries(ends)) {
        cache.set([Folder], [{ id: 1, items }]);
        expect(cache.get(Folder, 1)!.items.length).toBe(length);
        expect(sizes(cache).rows).toBe(length + 1);
        end();
        for (let i = 0; i < 3; i++) sweep(cache); // The table of the items may be swept before that of the folder.
        expect(sizes(cache).rows).withContext(name).toBe(0);
      }
    });
  }

  it('keeps the age of a row, so that an older response adds only missing fields (W7)', () => {
    cache.set(Person, { id: 'a', name: 'first' });
    cache.get(Person, 'a');
    const read = beginRead(cache, Person);
    cache.set(Person, { id: 'a', name: 'young' });
    sweepTwice();
    read.respond({ id: 'a', name: 'old', isAdmin: true });
    const { name, isAdmin } = cache.get(Person, 'a')!;
    expect([name, isAdmin]).toEqual(['young', true]);
  });

  it('keeps the rows of classes that share a table', () => {
    const [One, Other] = [evaluate(), evaluate()];
    cache.set(One, { id: 1, changedAt: '2026-01-01' });
    const types = [One, Other];
    const days = () => types.map((type) => cache.get(type, 1)?.changedAt?.getUTCDate());
    expect(days()).toEqual([1, 1]);
    sweepTwice();
    expect(days()).toEqual([1, 1]);
    sweepTwice();
    cache.set(Other, { id: 1, changedAt: '2026-01-02' });
    expect(days()).toEqual([2, 2]);
  });

  it('drops the tables of classes that a hot reload replaced', () => {
    for (let reload = 0; reload < 10; reload++) {
      const Note = evaluate();
      cache.set(Note, { id: reload, changedAt: '2026-01-01' });
      const all = cache.select(new schema.All(Note)).subscribe();
      expect(cache.get(Note, 0)).toBeInstanceOf(Note);
      sweepTwice();
      all.unsubscribe();
    }
    sweepTwice();
    expect(sizes(cache).tables).toBe(1);
    expect(cache.get(new schema.All(evaluate()))!.length).toBe(10);
  });

  it('keeps an entity that is read between two of its steps', () => {
    cache.set([User], [{ id: 1 }, { id: 2 }, { id: 3 }]);
    for (const id of [1, 2, 3]) cache.get(User, id);
    sweep(cache);
    const end = beginSweep(cache);
    const user = cache.get(User, 3)!;
    end();
    expect(cache.get(User, 3)).toBe(user);
  });

  it('keeps a result that is read between two of its steps', () => {
    const first = new Query(User, ({ name }) => ({ name }));
    const second = new Query(User, () => ({ stamp: {} }));
    cache.set(User, { id: 1 });
    cache.get(first, 1);
    cache.get(second, 1);
    sweep(cache);
    cache.get(first, 1);
    const end = beginSweep(cache);
    const result = cache.get(second, 1)!;
    end();
    expect(cache.get(second, 1)).toBe(result);
  });

  it('keeps a result that was read or left since the last one', () => {
    const made = new Query(User, ({ name }) => ({ name }));
    cache.set(User, { id: 1 });
    sweep(cache);
    const result = cache.get(made, 1)!;
    sweep(cache);
    const seen = watch(cache.select(made, 1));
    sweepTwice();
    seen.subscription.unsubscribe();
    sweep(cache);
    expect(seen.values).toEqual([result]);
    expect(cache.get(made, 1)).toBe(result);
    sweepTwice();
    expect(cache.get(made, 1)).not.toBe(result);
  });

  it('says that there is more to drop until nothing is', () => {
    cache.set(Post, { id: 1, owner: { id: 1 } });
    cache.get(Post, 1);
    sweepAll(cache);
    expect(sizes(cache)).toEqual(jasmine.objectContaining({ keys: 2, rows: 0 }));
  });

  it('forgets a deleted row after the row that referenced it is deleted', () => {
    cache.set(Post, { id: 1, owner: { id: 1 } });
    cache.get(Post, 1);
    cache.delete(User, 1);
    cache.delete(Post, 1);
    sweepTwice();
    sweepTwice();
    expect(sizes(cache).keys).toBe(0);
  });

  it('forgets a deleted row in the tables of all classes that share it', () => {
    cache.set(User, { id: 1 });
    cache.get(Member, 1);
    cache.get(User, 1);
    cache.delete(User, 1);
    sweepTwice();
    sweepTwice();
    expect(sizes(cache)).toEqual({ tables: 1, keys: 0, rows: 0 });
  });

  it('that another one has overtaken drops no table twice', () => {
    cache.set(User, { id: 1 });
    cache.get(Member, 1);
    cache.set(Post, { id: 1 });
    sweep(cache);
    const end = beginSweep(cache);
    sweepTwice();
    end();
    cache.clear();
    expect(cache.get(Post, 1)).toBeUndefined();
  });

  const users = Array.from({ length: 50 }, (_, id) => ({ id, name: 'a' }));

  it('leaves no list behind when a long list of schema.Lazy changes', () => {
    cache.set([User], users);
    const ids = users.map(({ id }) => id);
    const list = watch(cache.select(new schema.Lazy(() => [User]), ids));
    for (let time = 0; time < 20; time++) cache.set(User, { id: 3, name: `a${time}` });
    expect(list.values.length).toBe(21);
    expect(countDependents(cache, User, 7)).toBe(1);
    list.subscription.unsubscribe();
    sweepTwice();
    sweepTwice();
    expect(sizes(cache).rows).toBe(0);
  });

  it('drops the lists in the responses of mutations', () => {
    for (let time = 0; time < 10; time++) fetchOnce(cache, [User], users, { sideEffect: true });
    sweepTwice();
    sweepTwice();
    expect(countDependents(cache, User, 7)).toBe(0);
    expect(sizes(cache).rows).toBe(0);
  });

  it('drops the part of an index that no row has any more, unless something reads it', () => {
    cache.set(User, { id: 1, name: 'a' });
    const read = watch(cache.select(User, { name: 'read' }));
    const [bucketRead, bucketA] = ['read', 'a'].map((name) => bucketOf(cache, User, { name }));
    cache.set(User, { id: 1, name: 'b' });
    sweepTwice();
    expect(bucketOf(cache, User, { name: 'a' })).not.toBe(bucketA);
    expect(bucketOf(cache, User, { name: 'read' })).toBe(bucketRead);
    cache.set(User, { id: 1, name: 'read' });
    expect(read.values.map((user) => user?.id)).toEqual([undefined, 1]);
  });

  for (const count of [1, 2, 40]) {
    it(`keeps an entity that ${count} others contain, for which it goes on changing`, () => {
      const posts = Array.from({ length: count }, (_, id) => ({ id, owner: { id: 1, name: 'a' } }));
      cache.set([Post], posts);
      const seen = posts.map(({ id }) => watch(cache.select(Post, id)));
      sweepTwice();
      cache.set(User, { id: 1, name: 'b' });
      for (const { values } of seen) {
        expect(values.map((post) => post?.owner?.name)).toEqual(['a', 'b']);
      }
      for (const { subscription } of seen) subscription.unsubscribe();
      sweepAll(cache);
      expect(sizes(cache).rows).toBe(0);
    });
  }

  for (const count of [2, 3, 40]) {
    it(`frees an entity after the last of ${count} others that contain it, and not before`, () => {
      const posts = Array.from({ length: count }, (_, id) => ({ id, owner: { id: 1, name: 'a' } }));
      cache.set([Post], posts);
      const last = watch(cache.select(Post, count - 1));
      const others = posts.slice(1).map(({ id }) => watch(cache.select(Post, id)));
      for (const { id } of posts.slice(1)) cache.set(Post, { id: id - 1, owner: null });
      for (const { subscription } of others) subscription.unsubscribe();
      sweepAll(cache);
      expect(countDependents(cache, User, 1)).toBe(1);
      cache.set(User, { id: 1, name: 'b' });
      expect(last.last?.owner?.name).toBe('b');
      cache.set(Post, { id: count - 1, owner: null });
      sweepAll(cache);
      expect(sizes(cache).rows).toBe(1);
    });
  }

  it('keeps the other parts of an index of which one is in use, and ends an index that is not', () => {
    cache.set(
      [User],
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
    );
    const read = watch(cache.select(User, { name: 'a' }));
    sweepTwice();
    expect(cache.get(User, { name: 'b' })?.id).toBe(2);
    cache.set(User, { id: 1, name: 'b' });
    expect([read.last, cache.get(User, { name: 'b' })?.id]).toEqual([undefined, 1]);
    read.subscription.unsubscribe();
    sweepAll(cache);
    expect(inspect().counts(cache).feeds).toBe(0);
    expect(cache.get(User, { name: 'b' })?.id).toBe(1);
  });

  it('does not forget a deletion while an older response is in flight (W7)', () => {
    cache.set(User, { id: 1 });
    cache.get(User, 1);
    const read = beginRead(cache, [User]);
    cache.delete(User, 1);
    for (let time = 0; time < 3; time++) sweep(cache);
    read.respond([{ id: 1, name: 'stale' }]);
    expect(cache.get(User, 1)).toBeUndefined();
    sweepAll(cache);
    expect(sizes(cache).keys).toBe(1); // The response.
  });

  it('keeps a result that an observed result contains', () => {
    const inner = new Query(User, ({ name }) => ({ name }));
    const outer = new Query(new schema.All(User), () => ({ inner: cache.get(inner, 1) }));
    cache.set(User, { id: 1, name: 'a' });
    const seen = watch(cache.select(outer));
    sweepAll(cache);
    expect(cache.get(inner, 1)).toBe(seen.last!.inner!);
    cache.set(User, { id: 1, name: 'b' });
    expect(seen.last!.inner).toEqual({ name: 'b' });
    expect(cache.get(inner, 1)).toBe(seen.last!.inner!);
    seen.subscription.unsubscribe();
    sweepAll(cache);
    expect(inspect().counts(cache).results).toBe(0);
  });

  it('frees what a view without subscribers has read', () => {
    const named = new Query(new schema.All(User), view(whereEquals({ name: 'a' })));
    cache.set(User, { id: 1, name: 'a' });
    expect(cache.get(named)?.length).toBe(1);
    watch(cache.select(named)).subscription.unsubscribe();
    expect(cache.get(named)?.length).toBe(1);
    sweepAll(cache);
    expect(inspect().counts(cache)).toEqual({ instances: 0, results: 0, feeds: 0 });
  });

  it('frees what a view has read for a signal', () => {
    const named = new Query(new schema.All(User), view(whereEquals({ name: 'a' })));
    cache.set(User, { id: 1, name: 'a' });
    const page = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const shown = page.runInContext(() => cache.selectSignal(named));
    expect(shown()?.length).toBe(1);
    page.destroy();
    sweepAll(cache);
    expect(inspect().counts(cache)).toEqual({ instances: 0, results: 0, feeds: 0 });
  });

  it('leaves nothing of a read that found nothing', () => {
    const seen = watch(cache.select(User, ''));
    for (const key of [5, 'x']) expect(cache.get(User, key as number)).toBeUndefined();
    expect([seen.values, sizes(cache).keys]).toEqual([[undefined], 0]);
  });
});
