import fc from 'fast-check';
import { compareBy } from './compare';
import { Order, Row } from './row';
import { sortRows } from './sort-rows';

const numbers = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(-0, 0.5, Infinity));
const texts = fc.string({ maxLength: 2 });
const anything = fc.oneof(numbers, texts, fc.constantFrom(NaN, null, undefined, true));

describe('sortRows', () => {
  const sorted = (
    keys: readonly unknown[],
    how: 'asc' | 'desc',
    arrivals = keys.map((_, i) => i),
  ) => {
    const rows = keys.map((key, i) => new Row(i, arrivals[i], key));
    const order = new Order([compareBy(how)]);
    const expected = [...rows].sort((a, b) => order.compare(a, b));
    return { actual: sortRows(rows, order), expected };
  };

  for (const how of ['asc', 'desc'] as const) {
    for (const [name, key] of Object.entries({ numbers, texts, anything })) {
      it(`orders ${name} ${how} like the comparator`, () => {
        fc.assert(
          fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
            const { actual, expected } = sorted(keys, how);
            expect(actual).toEqual(expected);
          }),
        );
      });
    }
  }

  it('orders equal keys by insertion, even if the rows are passed in another order', () => {
    const { actual, expected } = sorted([1, 1, 0], 'asc', [3, 1, 2]);
    expect(actual).toEqual(expected);
    expect(actual.map(({ position }) => position)).toEqual([2, 1, 3]);
  });

  it('orders an empty list', () => {
    expect(sorted([], 'asc').actual).toEqual([]);
  });
});
