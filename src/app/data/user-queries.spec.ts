import { TestBed } from '@angular/core/testing';
import { CacheService, schema } from 'ngx-cache-query';
import { Todo } from './todo';
import { filteredTodos } from './todo-queries';
import { User } from './user';
import { countUsers, sortedUsers, userProfile } from './user-queries';

describe('the queries', () => {
  let cache: CacheService;

  beforeEach(() => {
    cache = TestBed.inject(CacheService);
  });

  const loadUsers = () =>
    cache.set(new schema.All(User), [
      { id: 1, name: 'Mina', isAdmin: true },
      { id: 2, name: 'Abel', isAdmin: false },
      { id: 3, name: 'Zoë', isAdmin: true },
    ]);
  const loadTodos = () =>
    cache.set(new schema.All(Todo), [
      { id: 1, userId: 3, title: 'Water the ferns', completed: false },
      { id: 2, userId: 9, title: 'Fix the tap', completed: true },
    ]);
  const names = (users: readonly User[] | undefined) => users?.map(({ name }) => name);
  const titles = (todos: readonly Todo[] | undefined) => todos?.map(({ title }) => title);

  it('know nothing before anything is loaded', () => {
    expect(cache.get(sortedUsers)).toBeUndefined();
    expect(cache.get(countUsers, { isAdmin: true })).toBeUndefined();
    expect(cache.get(filteredTodos)).toBeUndefined();
    expect(cache.get(userProfile, { id: 1 })).toBeUndefined();
  });

  it('sort users both ways, and filter them', () => {
    loadUsers();
    expect(names(cache.get(sortedUsers))).toEqual(['Zoë', 'Mina', 'Abel']);
    expect(names(cache.get(sortedUsers, { asc: true }))).toEqual(['Abel', 'Mina', 'Zoë']);
    expect(names(cache.get(sortedUsers, { asc: true, isAdmin: true }))).toEqual(['Mina', 'Zoë']);
    expect(names(cache.get(sortedUsers, { asc: true, name: 'B' }))).toEqual(['Abel']);
  });

  it('count all users and some of them', () => {
    loadUsers();
    expect(cache.get(countUsers)).toBe(3);
    expect(cache.get(countUsers, { isAdmin: true })).toBe(2);
    expect(cache.get(countUsers, { isAdmin: false })).toBe(1);
  });

  for (const order of [
    [loadUsers, loadTodos],
    [loadTodos, loadUsers],
  ]) {
    it(`join todos with their owners after ${order.map(({ name }) => name).join(' and ')}`, () => {
      for (const load of order) load();
      expect(cache.get(filteredTodos)?.map(({ userId }) => userId.name)).toEqual(['Zoë', '']);
      expect(titles(cache.get(filteredTodos, { owner: 'zo' }))).toEqual(['Water the ferns']);
      expect(titles(cache.get(filteredTodos, { ownedByAdmin: true }))).toEqual(['Water the ferns']);
      expect(titles(cache.get(filteredTodos, { completed: true }))).toEqual(['Fix the tap']);
    });
  }

  it('read a user with the todos of that user', () => {
    loadUsers();
    expect(cache.get(userProfile, { id: 3 })?.todos).toBeUndefined();
    loadTodos();
    const profile = cache.get(userProfile, { id: 3 });
    expect(profile?.user.name).toBe('Zoë');
    expect(titles(profile?.todos)).toEqual(['Water the ferns']);
    expect(cache.get(userProfile, { id: 9 })).toBeUndefined();
  });
});
