import type { HttpTestingController } from '@angular/common/http/testing';
import { type CacheService, type CacheSnapshot, toValues } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { User } from '../../support/models';
import { getUser, setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

type Args = [{ id: string }] | [null];

let cache: CacheService;
let http: HttpTestingController;
const brief = ({ status, value, isPrevious }: CacheSnapshot<User>) => [
  status,
  value?.name,
  isPrevious,
];
const answer = (id: string, name: string) => http.expectOne(`/users/${id}`).flush({ id, name });

describe('F1 watch with a stream of arguments', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  for (const keepPrevious of [false, true]) {
    it(`follows its arguments, and stays open after an error, keepPrevious: ${keepPrevious}`, () => {
      const args$ = new Subject<Args>();
      const seen = watch(cache.watch(getUser, args$, { keepPrevious }));
      expect(seen.values).toEqual([]);
      args$.next([{ id: 'a' }]);
      args$.next([{ id: 'a' }]);
      answer('a', 'Ada');
      args$.next([{ id: 'b' }]);
      answer('b', 'Bo');
      args$.next([{ id: '' }]);
      args$.next([null]);
      args$.next([{ id: 'a' }]);
      const kept = keepPrevious ? ['loading', 'Ada', true] : ['loading', undefined, false];
      expect(seen.values.map(brief)).toEqual([
        ['loading', undefined, false],
        ['resolved', 'Ada', false],
        kept,
        ['resolved', 'Bo', false],
        ['error', undefined, false],
        ['idle', undefined, false],
        ['resolved', 'Ada', false],
      ]);
      expect(seen.values[4].error?.code).toBe('NCQ5001');
      expect(seen.errors).toEqual([]);
    });
  }

  it('shows changes to the previous value, and nothing from before a reset', () => {
    const args$ = new Subject<Args>();
    const seen = watch(cache.watch(getUser, args$, { keepPrevious: true }));
    args$.next([{ id: 'a' }]);
    answer('a', 'Ada');
    args$.next([{ id: 'b' }]);
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(brief(seen.last!)).toEqual(['loading', 'Adele', true]);
    void cache.reset();
    expect(brief(seen.last!)).toEqual(['loading', undefined, false]);
  });
});

describe('F1 the values of watch with a stream of arguments', () => {
  beforeEach(() => ({ cache, http } = setUpRest()));

  it('follows its arguments', () => {
    const args$ = new Subject<Args>();
    const seen = watch(cache.watch(getUser, args$).pipe(toValues()));
    args$.next([{ id: 'a' }]);
    args$.next([{ id: 'a' }]);
    answer('a', 'Ada');
    args$.next([null]);
    args$.next([{ id: 'b' }]);
    answer('b', 'Bo');
    expect(seen.values.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  });
});
