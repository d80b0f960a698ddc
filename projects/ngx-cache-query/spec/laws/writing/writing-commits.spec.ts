import { of, retry } from 'rxjs';
import { Endpoint, Query } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { idsOf, setUpLogged, expectWorkingCache } from '../../support/logged';
import { allTodos, allUsers, Todo, User } from '../../support/models';
import { watch } from '../../support/watch';

let { cache } = {} as ReturnType<typeof setUpLogged>;
const setUp = () => ({ cache } = setUpLogged());
const ids = () => idsOf(cache.get(allUsers));

describe('W6 a commit is atomic', () => {
  beforeEach(setUp);

  it('applies all writes before it notifies', () => {
    cache.set(User, { id: 'a' });
    cache.set(Todo, { id: 1, userId: 'a' });
    const seen: string[] = [];
    cache.select(User, 'a').subscribe(() => {
      const todo = cache.get(Todo, 1)!;
      seen.push(`${cache.get(User, 'a')?.name}-${todo.userId.name}-${todo.title}`);
    });
    cache.set(
      { todo: Todo, user: User },
      { user: { id: 'a', name: 'A' }, todo: { id: 1, title: 'T' } },
    );
    expect(seen).toEqual(['--', 'A-A-T']);
  });

  it('stores nothing of a value with an error in its last part', () => {
    cache.set([User], [{ id: 'a' }]);
    const seen = watch(cache.select(allUsers));
    expect(() => cache.set([User], [{ id: 'b' }, { id: 'a', name: 'A' }, {}])).toThrow();
    expect([seen.values.length, ids()]).toEqual([1, 'a']);
    expect(cache.get(allTodos)).toBeUndefined();
    expect(() => cache.set({ t: [Todo], u: User }, { t: [], u: 5 })).toThrow();
    expect(cache.get(allTodos)).toBeUndefined();
  });

  it('notifies of the writes of a subscriber in the next round', () => {
    const order: (string | undefined)[] = [];
    cache.set([User], []);
    cache.select(allUsers).subscribe((users) => {
      if (idsOf(users) !== 'a') return;
      cache.set(User, { id: 'b' });
      order.push(ids());
      cache.delete(User, 'a');
      order.push(ids());
    });
    const first = watch(cache.select(allUsers));
    cache.set(User, { id: 'a' });
    expect(order).toEqual(['ab', 'b']);
    expect(first.values.map(idsOf)).toEqual(['', 'a', 'b']);
  });

  it('is seen by all views in the same order', () => {
    const [before, after]: [unknown[], unknown[]] = [[], []];
    const size = new Query(allUsers, (users) => users.length);
    cache.set([User], []);
    cache.select(size).subscribe((value) => before.push(value));
    cache.select(size).subscribe((value) => {
      if (value! > 0 && value! < 4) cache.set(User, { id: `u${value}` });
    });
    cache.select(allUsers).subscribe((users) => after.push(users?.length));
    cache.set(User, { id: 'x' });
    expect(before).toEqual([0, 1, 2, 3, 4]);
    expect(after).toEqual([0, 1, 2, 3, 4]);
  });

  it('runs a hundred rounds of writes in response to writes, and not one more', () => {
    let rounds = 100;
    cache.set(Todo, { id: 0 });
    cache.select(Todo, 0).subscribe((todo) => {
      const n = Number(todo!.title);
      if (n > 0 && n <= rounds) cache.set(Todo, { id: 0, title: `${n + 1}` });
    });
    expect(() => cache.set(Todo, { id: 0, title: '1' })).not.toThrow();
    expect(cache.get(Todo, 0)?.title).toBe('101');
    rounds = 101;
    expect(thrownBy(() => cache.set(Todo, { id: 0, title: '1' })).code).toBe('NCQ2001');
  });

  it('throws when commits follow each other endlessly, and the cache keeps working', () => {
    cache.set(Todo, { id: 0, title: '0' });
    const endless = cache.select(Todo, 0).subscribe((todo) => {
      if (todo!.title !== '0') cache.set(Todo, { id: 0, title: `${Number(todo!.title) + 1}` });
    });
    const error = thrownBy(() => cache.set(Todo, { id: 0, title: '1' }));
    expect([error.code, error.message.includes('100 consecutive commits')]).toEqual([
      'NCQ2001',
      true,
    ]);
    endless.unsubscribe();
    expectWorkingCache(cache);
  });

  it('notifies the same subscribers of later commits after commits followed each other endlessly', () => {
    cache.set(Todo, { id: 0, title: '0' });
    const seen = [watch(cache.select(Todo, 0)), watch(cache.select(allTodos))];
    const endless = cache.select(Todo, 0).subscribe((todo) => {
      if (todo!.title !== '0') cache.set(Todo, { id: 0, title: `${Number(todo!.title) + 1}` });
    });
    expect(thrownBy(() => cache.set(Todo, { id: 0, title: '1' })).code).toBe('NCQ2001');
    endless.unsubscribe();
    cache.set(Todo, { id: 0, title: 'later' });
    const todo = cache.get(Todo, 0)!;
    expect(todo.title).toBe('later');
    expect(seen.map(({ last }) => last as unknown)).toEqual([todo, [todo]]);
  });

  it('ends every fetch when commits follow each other endlessly', () => {
    const echo = new Endpoint({
      load: (n: number) => of({ id: 0, title: `${n}` }),
      schema: Todo,
      sideEffect: true,
    });
    let [started, ended] = [0, 0];
    cache.set(Todo, { id: 0, title: '0' });
    const endless = cache.select(Todo, 0).subscribe((todo) => {
      if (todo!.title === '0') return;
      started++;
      const end = () => ended++;
      const fetched = cache.fetch(echo, Number(todo!.title) + 1);
      fetched.pipe(retry(2)).subscribe({ error: end, complete: end });
    });
    expect(thrownBy(() => cache.set(Todo, { id: 0, title: '1' })).code).toBe('NCQ2001');
    endless.unsubscribe();
    expect(ended).toBe(started);
  });
});
