import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  Entity,
  limit,
  orderBy,
  Query,
  view,
  where,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

/** Longer than a list that may simply be walked. */
const MANY = 60;

class Song extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly stars: number = 0;
  static override readonly key: string = 'sore-song';
}
const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('L4 a view of a Collection', () => {
  beforeEach(setUp);
  const charts = new Collection([Song], { argsKey: (year: number) => ({ year }) });
  const good = where<Song, []>((song) => song.stars > 2);
  const best = new Query(charts, view(good));
  const top = new Query(charts, view(good, orderBy('stars', 'desc'), limit(3)));
  const rows = () => ids(MANY).map((id) => ({ id, title: `s${id}`, stars: id % 6 }));
  const year = (songsOfYear: readonly object[]) => cache.set(charts, 2000, songsOfYear as never);

  it('keeps its reference when an item that it does not show moves', () => {
    year([
      { id: 1, stars: 0 },
      { id: 2, stars: 5 },
      { id: 3, stars: 4 },
    ]);
    const seen = watch(cache.select(best, 2000));
    year([
      { id: 2, stars: 5 },
      { id: 1, stars: 0 },
      { id: 3, stars: 4 },
    ]);
    year([
      { id: 2, stars: 5 },
      { id: 3, stars: 4 },
    ]);
    expect(seen.values.length).toBe(1);
  });

  it('equals its definition after edits, deletions, moves and new items', () => {
    year(rows());
    const shown = [best, top].map((query) => watch(cache.select(query, 2000)));
    const check = () => {
      const all = cache.get(charts, 2000)!.filter(({ stars }) => stars > 2);
      const sorted = [...all].sort((a, b) => b.stars - a.stars);
      expect(shown[0].last).toEqual(all);
      expect(shown[1].last).toEqual(sorted.slice(0, 3));
    };
    check();
    cache.set(Song, { id: 6, stars: 5 });
    check();
    cache.delete(Song, 5);
    check();
    year([{ id: 900, stars: 5 }, ...rows().reverse()]);
    check();
    cache.batch(() => {
      cache.set(Song, { id: 900, stars: 0 });
      cache.set(Song, { id: 901, stars: 5 });
      year([{ id: 901 }, ...rows()]);
    });
    check();
  });
});
