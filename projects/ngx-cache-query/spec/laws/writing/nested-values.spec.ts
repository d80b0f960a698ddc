import { TestBed } from '@angular/core/testing';
import { CacheService, Entity } from 'ngx-cache-query';
import { fetchOnce } from '../../support/served';
import { watch } from '../../support/watch';

let runs = 0;
class Trip extends Entity {
  readonly id: number = 0;
  readonly start: Date | null = null;
  readonly legs: { readonly at?: Date | null; readonly mode?: unknown } = {};
  static override readonly schema = {
    start: (iso: string) => (runs++, new Date(iso)),
    legs: { at: Date, mode: 'walk' },
  };
}
/** Decides itself how rows are merged. */
class Merged extends Trip {
  static override merge(existing: object, incoming: object) {
    return { ...existing, ...incoming };
  }
}

describe('W3 a nested value', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('that is null stays null, and is not deserialized', () => {
    cache.set(Trip, { id: 1, start: null, legs: { at: null } as never });
    expect(cache.get(Trip, 1)!.legs.at).toBeNull();
    const { value } = fetchOnce(cache, { from: Date, to: Date }, { from: null, to: '2026-01-01' });
    expect([value.from, value.to] as unknown).toEqual([null, new Date('2026-01-01')]);
  });

  it('of another shape than its literal stays as it is', () => {
    const mode = { fast: true };
    cache.set(Trip, { id: 1, legs: { mode } as never });
    expect(cache.get(Trip, 1)!.legs.mode).toEqual(mode);
    const { value } = fetchOnce(cache, { mode: 'walk', total: 0 }, { mode, total: { of: 5 } });
    expect(value as unknown).toEqual({ mode, total: { of: 5 } });
  });
});

describe('W9 a deserializer', () => {
  for (const type of [Trip, Merged]) {
    it(`runs once for each value that arrives, in the class ${type.name}`, () => {
      const cache = TestBed.inject(CacheService);
      runs = 0;
      const seen = watch(cache.select(type, 1));
      cache.set(type, { id: 1, start: '2026-01-01' });
      cache.set(type, { id: 1, start: '2026-01-02' });
      cache.set(type, { id: 1, start: '2026-01-02', legs: { mode: 'bus' } });
      expect([seen.values.length, runs]).toEqual([4, 2]);
      expect(seen.values[3]!.start).toBe(seen.values[2]!.start);
    });
  }
});
