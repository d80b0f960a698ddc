import { writeRows } from 'ngx-cache-query/extensions';
import { Entity, schema } from 'ngx-cache-query';
import type { RowChange } from 'ngx-cache-query/extensions';
import { allUsers, Todo, User } from '../../support/models';
import { Served } from '../../support/served';
import { Member, setUpExtended } from '../../support/extended';
import { watch } from '../../support/watch';

let { cache, recorder } = {} as ReturnType<typeof setUpExtended>;
const setUp = () => ({ cache, recorder } = setUpExtended());

describe('CacheExtension commits', () => {
  beforeEach(setUp);

  it('contain each changed row once, with its stored fields before and after', () => {
    cache.set([Member], [{ id: 'a', name: 'A', joined: '2020-01-01' }]);
    cache.set(
      [Member],
      [
        { id: 'b', boss: { id: 'a', name: 'AA' } },
        { id: 'b', name: 'B' },
      ],
    );
    cache.delete(Member, 'a');
    const a = { id: 'a', name: 'A', joined: '2020-01-01' };
    const aa = { ...a, name: 'AA' };
    const b = { id: 'b', boss: 'a', name: 'B' };
    const change = (pk: string, before: object | undefined, after: object | undefined) =>
      ({ table: 'ExtensionMember', pk, before, after }) as RowChange;
    expect(recorder.commits.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(recorder.commits.map(({ changes }) => changes)).toEqual([
      [change('a', undefined, a)],
      jasmine.arrayWithExactContents([change('a', a, aa), change('b', undefined, b)]) as never,
      [change('a', aa, undefined)],
    ]);
  });

  it('contain a row that only moved, with identical fields before and after', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    const list = watch(cache.select(allUsers));
    cache.batch(() => {
      cache.delete(User, 'a');
      cache.set(User, { id: 'a' });
    });
    expect(list.last!.map(({ id }) => id)).toEqual(['b', 'a']);
    const [{ before, after, pk }] = recorder.commits[1].changes;
    expect([recorder.commits.length, recorder.commits[1].changes.length, pk]).toEqual([2, 1, 'a']);
    expect(before).toBe(after);
    cache.batch(() => {
      cache.delete(User, 'b');
      cache.set(User, { id: 'c' });
      cache.delete(User, 'c');
      cache.set(User, { id: 'b' });
    });
    expect(recorder.commits[2].changes.map((each) => each.pk)).toEqual(['b']);
  });

  it('name rows by their keys, also if these contain arguments of the request', () => {
    class Line extends Entity {
      readonly id: number = 0;
      override pk(_?: unknown, __?: string, args?: readonly unknown[]) {
        return `${(args?.[0] as { order: number } | undefined)?.order}:${this.id}`;
      }
    }
    const lines = new Served([Line]);
    for (const count of [1, 2]) {
      watch(cache.fetch(lines.endpoint, { order: 7 }));
      lines.respond([{ id: 1, count }]);
    }
    const named = recorder.commits.map(({ changes: [{ pk, temporaryPk }] }) => [pk, temporaryPk]);
    expect(named).toEqual([
      ['7:1', undefined],
      ['7:1', undefined],
    ]);
  });

  it('contain the place of a call only for extensions that ask for it', () => {
    cache.set(User, { id: 'a' });
    expect(recorder.commits[0].causes).toEqual([{ kind: 'write' }]);
  });

  it('contain the tables that became known, and those that reset made unknown', () => {
    cache.set([User], []);
    cache.set([User], [{ id: 'a' }]);
    cache.clear();
    expect(recorder.commits.map(({ knowledge }) => knowledge)).toEqual([
      [{ name: 'User', size: 0, known: true }],
      [],
      [{ name: 'User', size: 0, known: false }],
    ]);
  });

  it('are reported after subscribers were notified, and not when nothing changed', () => {
    const order: string[] = [];
    spyOn(recorder, 'onCommit').and.callFake(({ id }) => order.push(`commit ${id}`));
    cache.select(allUsers).subscribe((users) => order.push(`told ${users?.length}`));
    cache.set([User], []);
    cache.set(User, { id: 'a' });
    cache.set(User, { id: 'a' });
    const users = new Served([User]);
    cache.fetch(users.endpoint).subscribe();
    users.respond([{ id: 'a' }]);
    expect(order).toEqual([
      'told undefined',
      'told 0',
      'commit 1',
      'told 1',
      'commit 2',
      'commit 3', // The commit contains a new response, but its entity is unchanged.
    ]);
  });

  it('are one per batch, and none for a batch that throws', () => {
    cache.batch(() => {
      cache.set(User, { id: 'a' });
      cache.set(User, { id: 'x' });
      cache.set(Todo, { id: 1 });
      cache.delete(User, 'x');
    });
    expect(() =>
      cache.batch(() => {
        cache.set(User, { id: 'b' });
        throw new Error('no');
      }),
    ).toThrow();
    expect(recorder.commits.length).toBe(1);
    expect(recorder.commits[0].changes.map(({ table, pk }) => table + pk)).toEqual([
      'Usera',
      'Todo1',
    ]);
  });

  it('contain every row after a reset', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.clear();
    const { changes } = recorder.commits[1];
    expect(changes.map(({ pk, after }) => [pk, after])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
  });

  it('may trigger writes, which are commits of their own', () => {
    spyOn(recorder, 'onCommit').and.callFake((commit) => {
      recorder.commits.push(commit);
      if (recorder.commits.length === 1) cache.set(Todo, { id: 1 });
    });
    const seen = watch(cache.select({ users: allUsers, todos: new schema.All(Todo) }));
    cache.set(User, { id: 'a' });
    expect(recorder.commits.map(({ changes }) => changes[0].table)).toEqual(['User', 'Todo']);
    expect(seen.values.length).toBe(3);
  });

  it('restore the previous state when their rows are written back', () => {
    cache.set([Member], [{ id: 'a', name: 'A', boss: 'b' }, { id: 'b' }]);
    const seen = watch(cache.select(Member, 'a'));
    const before = JSON.stringify(recorder.cache.rows('ExtensionMember'));
    cache.set([Member], [{ id: 'a', name: 'changed', boss: 'c' }]);
    const [change] = recorder.commits[1].changes;
    writeRows(recorder.handle, [{ ...change, fields: change.before! }]);
    expect(JSON.stringify(recorder.cache.rows('ExtensionMember'))).toBe(before);
    expect(seen.values.map((each) => [each?.name, each?.boss?.id])).toEqual([
      ['A', 'b'],
      ['changed', undefined],
      ['A', 'b'],
    ]);
  });
});
