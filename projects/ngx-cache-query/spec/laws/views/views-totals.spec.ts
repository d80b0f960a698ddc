import { TestBed } from '@angular/core/testing';
import { inspect } from 'ngx-cache-query-internals';
import {
  averageOf,
  CacheService,
  countRows,
  Entity,
  maxOf,
  minOf,
  Query,
  schema,
  sumOf,
  view,
  where,
} from 'ngx-cache-query';
import { watch } from '../../support/watch';

class Reading extends Entity {
  readonly id: number = 0;
  readonly value: number | null = null;
  readonly text: string = '';
  readonly at: Date | null = null;
  static override readonly schema = { at: Date };
}
const readings = new schema.All(Reading);

const itself = (value: number) => value;
const sum = (...values: number[]) => view(sumOf(itself))(values);

let cache: CacheService;

describe('R8 a sum', () => {
  it('is rounded once, whatever the sizes of the numbers are', () => {
    expect(sum(0.5, 0.1, 0.0001)).toBe(0.6001);
    expect(sum(1e16, 0.5, 1e-300, -1e16)).toBe(0.5);
    expect(sum(1e-300, 0.5, 3)).toBe(3.5);
    expect(sum(2 ** 53, 1, 1)).toBe(2 ** 53 + 2);
    expect(sum(2 ** 53, 1, 2 ** -60)).toBe(2 ** 53 + 2);
    expect(sum(2 ** 53, 1)).toBe(2 ** 53);
    expect(sum(-0.1, -0.2, -0.3)).toBe(-0.6);
    expect(sum(0.1, -0.1)).toBe(0);
    expect(sum(5e-324, 5e-324, 5e-324)).toBe(1.5e-323);
    expect(sum(2.2250738585072014e-308, -5e-324)).toBe(2.225073858507201e-308);
  });

  it('can be greater on the way than the greatest number', () => {
    const { MAX_VALUE } = Number;
    expect(sum(MAX_VALUE, MAX_VALUE, -MAX_VALUE, 1.5, -1.5)).toBe(MAX_VALUE);
    expect(sum(MAX_VALUE, MAX_VALUE)).toBe(Infinity);
    expect(sum(-MAX_VALUE, -MAX_VALUE, 0.5)).toBe(-Infinity);
    expect(sum(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, -1)).toBe(2 ** 54 - 4);
  });

  it('is rounded to the nearest number if its parts are tiny and huge', () => {
    const ulp = 2 ** 971;
    // Exactly between two numbers, and a little more.
    expect(sum(2 ** 1023, ulp / 2)).toBe(2 ** 1023);
    expect(sum(2 ** 1023, ulp / 2, 5e-324)).toBe(2 ** 1023 + ulp);
    expect(sum(2 ** 1023, ulp / 2, 5e-324, -5e-324)).toBe(2 ** 1023);
    expect(sum(-(2 ** 1023), -ulp / 2, -5e-324)).toBe(-(2 ** 1023) - ulp);
  });

  it('is infinite or NaN as in arithmetic', () => {
    expect(sum(Infinity, 1, 0.1)).toBe(Infinity);
    expect(sum(-Infinity, 1, 0.1)).toBe(-Infinity);
    expect(sum(Infinity, -Infinity)).toBeNaN();
    expect(sum(NaN, Infinity)).toBeNaN();
    expect(sum(NaN, -Infinity, 1)).toBeNaN();
  });
});

describe('R8 totals in a view with subscribers', () => {
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  const values = (...given: (number | null)[]) =>
    cache.set(
      [Reading],
      given.map((value, i) => ({ id: i + 1, value })),
    );

  it('subtract exactly what they added', () => {
    values(0.1, 1e300, 2 ** 53);
    const total = watch(cache.select(new Query(readings, view(sumOf('value')))));
    const mean = watch(cache.select(new Query(readings, view(averageOf('value')))));
    cache.delete(Reading, 2);
    cache.delete(Reading, 3);
    expect([total.last, mean.last]).toEqual([0.1, 0.1]);
    for (const value of [NaN, Infinity, -Infinity, 0.2]) cache.set(Reading, { id: 4, value });
    expect(total.values.slice(-4)).toEqual([NaN, Infinity, -Infinity, 0.1 + 0.2]);
    cache.set(Reading, { id: 1, value: null });
    expect([total.last, mean.last]).toEqual([0.2, 0.2]);
    cache.set(Reading, { id: 4, value: null });
    expect([total.last, mean.last]).toEqual([0, undefined]);
  });

  it('divide by the number of values, not of items', () => {
    values(1, null, 4);
    const mean = watch(cache.select(new Query(readings, view(averageOf('value')))));
    cache.set(Reading, { id: 2, value: 10 });
    cache.set(Reading, { id: 1, value: 4 });
    cache.delete(Reading, 3);
    expect(mean.values).toEqual([2.5, 5, 6, 7]);
  });

  it('are the smallest and greatest value, and the next one if it leaves', () => {
    values(2, null, 1, 3);
    const least = watch(cache.select(new Query(readings, view(minOf('value')))));
    const most = watch(cache.select(new Query(readings, view(maxOf('value')))));
    cache.delete(Reading, 3);
    cache.set(Reading, { id: 4, value: 1.5 });
    cache.set(Reading, { id: 4, value: NaN });
    cache.delete(Reading, 1);
    cache.delete(Reading, 4);
    expect(least.values).toEqual([1, 2, 1.5, 2, NaN, undefined]);
    expect(most.values).toEqual([3, 2, NaN, undefined]);
  });

  it('compare texts and Dates, and keep the reference of an equal Date', () => {
    const at = (year: number) => `${year}-01-01T00:00:00.000Z`;
    cache.set(
      [Reading],
      [
        { id: 1, text: 'b', at: at(2002) },
        { id: 2, text: 'a', at: at(2001) },
        { id: 3, text: 'C', at: null },
      ],
    );
    expect(cache.get(new Query(readings, view(minOf('text'))))).toBe('C');
    expect(cache.get(new Query(readings, view(maxOf('text'))))).toBe('b');
    const last = watch(cache.select(new Query(readings, view(maxOf('at')))));
    cache.set(Reading, { id: 1, at: at(2000) });
    cache.set(Reading, { id: 3, at: at(2001) });
    cache.delete(Reading, 2);
    expect(last.values.map((date) => date?.getUTCFullYear())).toEqual([2002, 2001]);
  });

  it('receive the arguments of the Query', () => {
    values(1, 2);
    type Selected = (reading: Reading, factor: number) => number;
    const times: Selected = (reading, factor) => reading.value! * factor;
    const totals = [sumOf(times), averageOf(times), minOf(times), maxOf(times)];
    const read = (factor: number) =>
      totals.map((step) => watch(cache.select(new Query(readings, view(step)), factor)).last);
    expect(read(10)).toEqual([30, 15, 10, 20]);
    expect(read(-1)).toEqual([-3, -1.5, -2, -1]);
  });

  it('count what passes the tests, without an instance of each entity', () => {
    const inspection = inspect();
    values(1, 2, 3, null);
    const present = new Query(
      readings,
      view(
        where(({ value }) => value !== null),
        countRows(),
      ),
    );
    const before = inspection.instances(cache);
    const seen = watch(cache.select(present));
    expect(inspection.instances(cache)).toBe(before);
    cache.set(Reading, { id: 4, value: 4 });
    cache.set(Reading, { id: 1, value: 5 });
    cache.set(Reading, { id: 1, value: null });
    cache.delete(Reading, 2);
    expect(seen.values).toEqual([3, 4, 3, 2]);
  });
});
