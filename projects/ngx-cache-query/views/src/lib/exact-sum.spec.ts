import { ExactSum } from './exact-sum';

/** Returns a number that consists of random bits, so that every number is possible. */
function anyNumber(): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, Math.random() * 2 ** 32);
  view.setUint32(4, Math.random() * 2 ** 32);
  return view.getFloat64(0);
}

const sumOf = (...values: number[]): number => {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum.value;
};

describe('ExactSum', () => {
  it('is 0 without summands', () => {
    expect(Object.is(new ExactSum().value, 0)).toBe(true);
  });

  it('rounds once', () => {
    expect(sumOf(0.1, 0.2, 0.3)).toBe(0.6);
    expect(sumOf(1e308, 1e308, -1e308, -1e308)).toBe(0);
    expect(sumOf(1e100, 1, -1e100)).toBe(1);
    expect(sumOf(2 ** 53, 1, 1)).toBe(2 ** 53 + 2);
    expect(sumOf(2 ** 53, 1)).toBe(2 ** 53);
    expect(sumOf(2 ** 53, 1, 5e-324)).toBe(2 ** 53 + 2);
    expect(sumOf(Number.MAX_VALUE, Number.MAX_VALUE)).toBe(Infinity);
    expect(sumOf(Number.MAX_VALUE, 1, -Number.MAX_VALUE)).toBe(1);
    expect(sumOf(Number.MAX_VALUE, 5e-324)).toBe(Number.MAX_VALUE);
    expect(sumOf(5e-324, 5e-324, -5e-324)).toBe(5e-324);
  });

  it('is never -0', () => {
    expect(Object.is(sumOf(-0, -0), 0)).toBe(true);
    expect(Object.is(sumOf(0.5, -0.5), 0)).toBe(true);
    expect(Object.is(sumOf(3, -3), 0)).toBe(true);
  });

  it('reports NaN and Infinity until they are removed', () => {
    const sum = new ExactSum();
    sum.add(1.5);
    sum.add(Infinity);
    expect(sum.value).toBe(Infinity);
    sum.add(-Infinity);
    expect(sum.value).toBeNaN();
    sum.subtract(Infinity);
    expect(sum.value).toBe(-Infinity);
    sum.subtract(-Infinity);
    sum.add(NaN);
    expect(sum.value).toBeNaN();
    sum.subtract(NaN);
    expect(sum.value).toBe(1.5);
  });

  it('depends neither on the order nor on removed summands', () => {
    for (let round = 0; round < 200; round++) {
      const values = Array.from({ length: 20 }, anyNumber).filter(Number.isFinite);
      const others = Array.from({ length: 20 }, anyNumber);
      const sum = new ExactSum();
      for (const value of [...values, ...others]) sum.add(value);
      for (const other of others) sum.subtract(other);
      expect(sum.value).toBe(sumOf(...values.reverse()));
    }
  });

  it('of two numbers equals their sum by +', () => {
    for (let round = 0; round < 1_000; round++) {
      const [a, b] = [anyNumber(), anyNumber()];
      expect(Object.is(sumOf(a, b), a + b)).toBe(true);
    }
  });
});
