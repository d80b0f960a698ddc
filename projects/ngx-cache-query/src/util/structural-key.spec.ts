import { structuralKey } from './structural-key';

class Point {
  constructor(readonly x: number) {}
}

describe('structuralKey', () => {
  const f = () => 1;
  const g = () => 1;
  const symbol = Symbol('a');
  const point = new Point(1);

  /** Values that are all different from one another. */
  const values: unknown[] = [
    undefined,
    null,
    true,
    false,
    'true',
    0,
    -0,
    1,
    -1,
    1.5,
    NaN,
    Infinity,
    -Infinity,
    1n,
    -1n,
    '',
    '1',
    '1n',
    'null',
    'undefined',
    'NaN',
    '-0',
    '"',
    '\\',
    '[]',
    '{}',
    'D0',
    '@1',
    '^1',
    'a,b',
    [],
    [undefined],
    [null],
    new Array(1),
    [''],
    [[]],
    [1, 2],
    [2, 1],
    ['1,2'],
    [[1], 2],
    [[1, 2]],
    [1, [2]],
    ['a', 'b'],
    ['a,b'],
    ['a","b'],
    {},
    { a: undefined },
    { a: null },
    { a: 1 },
    { a: '1' },
    { b: 1 },
    { a: 1, b: 2 },
    { a: { b: 1 } },
    { 'a:1': 1 },
    { '"a"': 1 },
    [{ a: 1 }],
    [{ a: 1 }, { b: 2 }],
    [{ a: 1, b: 2 }],
    new Date(0),
    new Date(1),
    new Date(NaN),
    new Map(),
    new Map([['a', 1]]),
    new Map([['a', 2]]),
    new Map([[1, 'a']]),
    new Map([[{ a: 1 }, 1]]),
    new Map([['a', new Map([['a', 1]])]]),
    new Set(),
    new Set(['a']),
    new Set(['a', 1]),
    new Set([['a', 1]]),
    new Set(['a,1']),
    f,
    g,
    symbol,
    Symbol('a'),
    point,
    new Point(1),
    /a/,
    new Uint8Array(1),
  ];

  it('is different for different values', () => {
    const seen = new Map<string, unknown>();
    for (const value of values) {
      const key = structuralKey(value);
      expect(seen.has(key))
        .withContext(`${key} for ${typeof value}`)
        .toBeFalse();
      seen.set(key, value);
    }
  });

  it('is different wherever the difference is nested', () => {
    const wraps: ((value: unknown) => unknown)[] = [
      (value) => [value],
      (value) => ({ x: value }),
      (value) => new Map([['x', value]]),
      (value) => new Map([[value, 'x']]),
      (value) => new Set([value]),
      (value) => [{ x: [value] }, value],
    ];
    for (const wrap of wraps) {
      // A Map converts the key -0 to 0, and a Set converts the item -0 to 0.
      const distinct = values.filter((value) => !Object.is(value, -0));
      const keys = distinct.map((value) => structuralKey(wrap(value)));
      expect(new Set(keys).size).toBe(distinct.length);
    }
  });

  it('is equal for equal values', () => {
    const pairs: [unknown, unknown][] = [
      [NaN, Number('x')],
      ['a', ['a'].join()],
      [
        { a: 1, b: { d: 2, c: 3 } },
        { b: { c: 3, d: 2 }, a: 1 },
      ],
      [
        [1, { a: [2] }],
        [1, { a: [2] }],
      ],
      [new Date(5), new Date(5)],
      [
        new Map([
          ['a', 1],
          ['b', 2],
        ]),
        new Map([
          ['b', 2],
          ['a', 1],
        ]),
      ],
      [new Set([1, 2]), new Set([2, 1])],
      [{ a: 1 }, Object.assign(Object.create(null) as object, { a: 1 })],
      [f, f],
      [[point], [point]],
      [symbol, symbol],
      [2n ** 70n, 2n ** 70n],
    ];
    for (const [one, other] of pairs) expect(structuralKey(one)).toBe(structuralKey(other));
  });

  it('treats keys that every object has as data', () => {
    const json = (text: string) => structuralKey(JSON.parse(text) as unknown);
    const texts = ['{"__proto__":1}', '{"__proto__":2}', '{"constructor":1}', '{}'];
    expect(new Set(texts.map(json)).size).toBe(4);
  });

  it('terminates for circular values, and distinguishes them', () => {
    const one: unknown[] = [];
    one.push(one);
    const two: unknown[] = [];
    two.push([two]);
    const object: Record<string, unknown> = {};
    object['self'] = object;
    const keys = [one, [one], two, object, [[]]].map(structuralKey);
    expect(new Set(keys).size).toBe(5);
  });

  it('is the same for an object that occurs twice and for two equal objects', () => {
    const shared = { a: 1 };
    expect(structuralKey([shared, shared])).toBe(structuralKey([{ a: 1 }, { a: 1 }]));
  });
});
