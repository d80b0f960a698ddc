import { TestBed } from '@angular/core/testing';
import { BehaviorSubject, Subject } from 'rxjs';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { subjectOf } from 'ngx-cache-query-internals';
import { watch } from '../../support/watch';

class Cat extends Entity {
  readonly id: number = 0;
  readonly kind = 'cat' as const;
  readonly name: string = '';
}
class Dog extends Entity {
  readonly id: number = 0;
  readonly kind = 'dog' as const;
  readonly name: string = '';
}
const allCats = new schema.All(Cat);
const pets = new schema.All({ cat: Cat, dog: Dog }, 'kind');
const named = new Query(allCats, (cats, { name }: { readonly name: string }) =>
  cats.filter((cat) => cat.name === name),
);

describe('The cache as an RxJS data layer', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('holds a BehaviorSubject for each observed entity, entity type and result, while it has subscribers', () => {
    cache.set([Cat], [{ id: 1, name: 'Tom' }]);
    const reads = [
      [Cat, [1]],
      [allCats, []],
      [named, [{ name: 'Tom' }]],
    ] as const;
    for (const [queryable, args] of reads) {
      expect(subjectOf(cache, queryable, args)).toBeUndefined();
      const first = watch(cache.select(queryable as typeof Cat, ...(args as unknown as [1])));
      const second = watch(cache.select(queryable as typeof Cat, ...(args as unknown as [1])));
      const subject = subjectOf(cache, queryable, args)!;
      expect(subject).toBeInstanceOf(BehaviorSubject);
      expect(subject.value).toBe(first.last);
      first.subscription.unsubscribe();
      expect(subjectOf(cache, queryable, args)).toBe(subject);
      second.subscription.unsubscribe();
      expect(subjectOf(cache, queryable, args)).toBeUndefined();
      expect(subject.observed).toBeFalse();
    }
  });

  it('combines the streams of several entity types: one commit is one emission', () => {
    const seen = watch(cache.select(pets));
    expect(subjectOf(cache, new schema.All(Cat), [])).toBeUndefined();
    cache.batch(() => {
      cache.set(Cat, { id: 1 });
      cache.set(Dog, { id: 1 });
    });
    cache.set(pets, [
      { id: 2, kind: 'dog' },
      { id: 2, kind: 'cat' },
    ]);
    expect(seen.values.map((list) => list?.map(({ kind, id }) => `${kind} ${id}`))).toEqual([
      undefined,
      ['cat 1', 'dog 1'],
      ['cat 1', 'dog 1', 'dog 2', 'cat 2'],
    ]);
    expect(seen.last).toBe(cache.get(pets)!);
  });

  it('never shows a part of a commit in a combined list', () => {
    cache.set(Cat, { id: 1, name: 'a' });
    cache.set(Dog, { id: 1, name: 'a' });
    const seen: string[] = [];
    cache.select(pets).subscribe((list) => seen.push(list!.map(({ name }) => name).join('')));
    cache.batch(() => {
      cache.set(Dog, { id: 1, name: 'b' });
      cache.set(Cat, { id: 1, name: 'b' });
    });
    expect(seen).toEqual(['aa', 'bb']);
  });

  it('makes a Query with arguments from a stream a pipe: distinct by query.key, then switched', () => {
    cache.set([Cat], [{ id: 1, name: 'Tom' }]);
    let keys = 0;
    class Counted extends Query<typeof allCats, [{ readonly name: string }], readonly Cat[]> {
      override key(args: { readonly name: string }): string {
        keys++;
        return args.name.toLowerCase();
      }
    }
    const counted = new Counted(allCats, (cats, { name }) =>
      cats.filter((cat) => cat.name.toLowerCase() === name.toLowerCase()),
    );
    const args$ = new Subject<[{ readonly name: string }]>();
    const seen = watch(cache.select(counted, args$));
    expect(seen.values).toEqual([]);
    args$.next([{ name: 'Tom' }]);
    args$.next([{ name: 'TOM' }]);
    expect(seen.values.map((cats) => cats?.length)).toEqual([1]);
    args$.next([{ name: 'Max' }]);
    cache.set(Cat, { id: 1, name: 'Thomas' });
    expect(seen.values.map((cats) => cats?.length)).toEqual([1, 0]);
    expect(keys).toBeGreaterThan(0);
    expect(subjectOf(cache, counted, [{ name: 'Tom' }])).toBeUndefined();
  });

  it('uses the same key for a signal', () => {
    cache.set([Cat], [{ id: 1, name: 'Tom' }]);
    const name = { value: 'Tom' };
    const found = TestBed.runInInjectionContext(() =>
      cache.selectSignal(named, () => [{ name: name.value }]),
    );
    expect(found()).toBe(cache.get(named, { name: 'Tom' })!);
    const seen = watch(cache.select(named, { name: 'Tom' }));
    expect(seen.last).toBe(found()!);
  });
});
