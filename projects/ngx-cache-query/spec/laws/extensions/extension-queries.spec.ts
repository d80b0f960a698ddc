import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, provideCache, Query, toValues } from 'ngx-cache-query';
import { type QueryInfo, withExtension } from 'ngx-cache-query/extensions';
import { allUsers, User } from '../../support/models';
import { Recorder } from '../../support/recorder';
import { watch } from '../../support/watch';

const named = new Query(allUsers, (users, { name }: { name: string }) =>
  users.filter((user) => user.name === name),
);

let cache: CacheService;
let recorder: Recorder;
const setUp = () => {
  recorder = new Recorder();
  TestBed.configureTestingModule({ providers: [provideCache(withExtension(() => recorder))] });
  cache = TestBed.inject(CacheService);
  cache.set([User], [{ id: 'a', name: 'Ada' }]);
};
const infoOf = (queryable: unknown): QueryInfo[] =>
  recorder.cache.queries().filter((each) => each.queryable === queryable);

describe('CacheInspection.queries', () => {
  beforeEach(setUp);

  it('lists what each result reads, its arguments and its number of subscribers', () => {
    const first = watch(cache.select(named, { name: 'Ada' }));
    const second = watch(cache.select(named, { name: 'Ada' }));
    const other = watch(cache.select(named, { name: 'Bo' }));
    expect(infoOf(named).map(({ args, subscribers }) => [args, subscribers])).toEqual([
      [[{ name: 'Ada' }], 2],
      [[{ name: 'Bo' }], 1],
    ]);
    expect(infoOf(named)[0].key).toBe(named.key({ name: 'Ada' }));
    for (const { subscription } of [first, second, other]) subscription.unsubscribe();
    expect(infoOf(named).map(({ subscribers }) => subscribers)).toEqual([0, 0]);
    recorder.cache.sweep();
    recorder.cache.sweep();
    expect(infoOf(named)).toEqual([]);
  });

  it('counts a signal that was read as a subscriber', () => {
    const ada = TestBed.runInInjectionContext(() => cache.selectSignal(named, { name: 'Ada' }));
    expect(infoOf(named)).toEqual([]);
    ada();
    expect(infoOf(named)[0].subscribers).toBe(1);
  });

  it('names the endpoint of an active query, with the key of the request', () => {
    const getUsers = new Endpoint({ load: () => of([{ id: 'b' }]), schema: [User] });
    watch(cache.watch(getUsers).pipe(toValues()));
    watch(cache.watch(getUsers));
    expect(infoOf(getUsers).map(({ key, subscribers }) => [key, subscribers])).toEqual([
      [getUsers.key(), 2],
    ]);
  });

  it('counts the runs of process and their duration', () => {
    const slow = new Query(allUsers, (users) => {
      const began = performance.now();
      while (performance.now() < began + 1);
      return users.length;
    });
    watch(cache.select(slow));
    watch(cache.select(slow));
    const [first] = infoOf(slow);
    expect([first.runs, first.ms >= 1]).toEqual([1, true]);
    cache.set(User, { id: 'b' });
    const [second] = infoOf(slow);
    expect([second.runs, second.ms >= first.ms + 1]).toEqual([2, true]);
  });
});

describe('R6 a result without subscribers', () => {
  beforeEach(setUp);

  it('holds no subscriptions, and is up to date at the next read', () => {
    const { subjects } = recorder.cache.stats();
    const before = cache.get(named, { name: 'Ada' });
    expect(recorder.cache.stats().subjects).toBe(subjects);
    expect(cache.get(named, { name: 'Ada' })).toBe(before!);
    expect(infoOf(named)[0].runs).toBe(1);
    cache.set(User, { id: 'b', name: 'Ada' });
    expect(cache.get(named, { name: 'Ada' })?.length).toBe(2);
    cache.delete(User, 'b');
    cache.get(named, { name: 'Ada' });
    expect(infoOf(named)[0].runs).toBe(3);
  });

  it('keeps its identity through a sweep if it was read since the previous one', () => {
    const [ada] = cache.get(named, { name: 'Ada' })!;
    recorder.cache.sweep();
    cache.get(named, { name: 'Ada' });
    recorder.cache.sweep();
    expect(cache.get(User, 'a')).toBe(ada);
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(cache.get(named, { name: 'Ada' })).toEqual([]);
  });

  it('is maintained from its first subscription on', () => {
    cache.get(named, { name: 'Bo' });
    cache.set(User, { id: 'b', name: 'Bo' });
    const seen = watch(cache.select(named, { name: 'Bo' }));
    cache.set(User, { id: 'c', name: 'Bo' });
    expect(seen.values.map((users) => users?.length)).toEqual([1, 2]);
  });
});
