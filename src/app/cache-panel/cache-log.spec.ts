import { TestBed } from '@angular/core/testing';
import { CacheService, Endpoint, provideCache, schema } from 'ngx-cache-query';
import { withExtension } from 'ngx-cache-query/extensions';
import { inject } from '@angular/core';
import { Subject, of } from 'rxjs';
import { Todo } from '../data/todo';
import { User } from '../data/user';
import { CacheLog } from './cache-log';

describe('CacheLog', () => {
  let cache: CacheService;
  let log: CacheLog;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideCache(withExtension(() => inject(CacheLog)))],
    });
    cache = TestBed.inject(CacheService);
    log = TestBed.inject(CacheLog);
  });

  it('starts with nothing', () => {
    expect(log.last()).toBeUndefined();
    expect(log.requests()).toEqual([]);
    expect(log.requestCount()).toBe(0);
    expect(log.rows('User')).toEqual([]);
  });

  it('knows the tables and their sizes', () => {
    cache.set(User, { id: 1, name: 'Ada' });
    cache.set(User, { id: 2, name: 'Bo' });
    expect(log.tables()).toContain(
      jasmine.objectContaining({ name: 'User', size: 2, known: true }),
    );
  });

  it('shows rows flat, those that changed last first, with what changed', () => {
    cache.set(Todo, { id: 1, userId: 7, title: 'One' });
    cache.set(Todo, { id: 2, userId: 7, title: 'Two' });
    cache.set(Todo, { id: 1, completed: true });
    const [first, second] = log.rows('Todo');
    expect(first.pk).toBe('1');
    expect(first.fields['userId']).toBe(7);
    expect(first.commit).toBe(log.last()!.id);
    expect([...first.changed]).toEqual(['completed']);
    expect(second.pk).toBe('2');
    expect(second.commit).toBeLessThan(first.commit);
  });

  it('drops deleted rows', () => {
    cache.set(User, { id: 1, name: 'Ada' });
    cache.delete(User, 1);
    expect(log.rows('User')).toEqual([]);
    expect(log.last()?.changes[0].after).toBeUndefined();
  });

  it('follows each request to its end', () => {
    const answer = new Subject<unknown>();
    const first = new Endpoint({ name: 'first', load: () => answer, schema: new schema.All(User) });
    cache.fetch(first).subscribe();
    expect(log.requests().map(({ state }) => state)).toEqual(['pending']);
    answer.next([]);
    expect(log.requests().map(({ state }) => state)).toEqual(['success']);
    cache.fetch(new Endpoint({ name: 'next', load: () => of(1) })).subscribe();
    expect(log.requests().map(({ endpoint }) => endpoint)).toEqual(['next', 'first']);
    expect(log.requestCount()).toBe(2);
  });

  it('sees that an empty answer makes a table known', () => {
    const none = new Endpoint({ load: () => of([]), schema: new schema.All(User) });
    cache.fetch(none).subscribe();
    expect(log.tables()).toContain(
      jasmine.objectContaining({ name: 'User', size: 0, known: true }),
    );
  });
});
