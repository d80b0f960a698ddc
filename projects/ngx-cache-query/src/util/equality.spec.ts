import { recycle, sameData, sameFields } from './equality';

const date = new Date(5);
const instance = new Map([['a', 1]]);
const noPrototype = (fields: object) => Object.assign(Object.create(null) as object, fields);

describe('sameData', () => {
  const same: [string, unknown, unknown][] = [
    ['primitives', 'a', 'a'],
    ['NaN', NaN, NaN],
    ['plain objects in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['objects with and without prototype', { a: 1 }, noPrototype({ a: 1 })],
    ['deep data', { a: [{ b: [1, null, undefined] }] }, { a: [{ b: [1, null, undefined] }] }],
    ['Dates of one time', date, new Date(5)],
    ['invalid Dates', new Date(NaN), new Date(NaN)],
    ['one instance', instance, instance],
    ['a hole and undefined', new Array(1), [undefined]],
    ['empty ones', { a: {}, b: [] }, { a: {}, b: [] }],
  ];
  for (const [name, one, other] of same) {
    it(`is true for ${name}`, () => {
      expect([sameData(one, other), sameData(other, one)]).toEqual([true, true]);
    });
  }

  const different: [string, unknown, unknown][] = [
    ['0 and -0', 0, -0],
    ['null and undefined', null, undefined],
    ['null and an object', null, {}],
    ['a number and a string', 1, '1'],
    ['an undefined field and none', { a: undefined }, {}],
    ['other fields of the same count', { a: undefined }, { b: undefined }],
    ['fewer fields', { a: 1, b: 2 }, { a: 1 }],
    ['an array and an object', [], {}],
    ['an array and an array-like object', [1], { 0: 1, length: 1 }],
    ['arrays of another length', [1, 2], [1]],
    ['a Date and its time', date, 5],
    ['a Date and an object', date, {}],
    ['Dates of other times', date, new Date(6)],
    ['an instance and an equal one', instance, new Map([['a', 1]])],
    ['an instance and its fields', new (class A {})(), {}],
    ['deep differences', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
    ['a nested -0', [0], [-0]],
    ['functions', () => 1, () => 1],
    ['an inherited name and none', { toString: 1 }, {}],
    ['an own __proto__ and none', JSON.parse('{"__proto__":{}}'), {}],
    ['an own __proto__ and Object.prototype', Object.prototype, JSON.parse('{"__proto__":{}}')],
  ];
  for (const [name, one, other] of different) {
    it(`is false for ${name}`, () => {
      expect([sameData(one, other), sameData(other, one)]).toEqual([false, false]);
    });
  }

  it('compares the fields of records alike', () => {
    expect(sameFields({ a: [1], b: date }, { b: new Date(5), a: [1] })).toBeTrue();
    expect(sameFields({ a: 1 }, { a: 1, b: undefined })).toBeFalse();
  });
});

describe('recycle', () => {
  it('returns the previous value if the next one is shallowly equal', () => {
    const item = { deep: 1 };
    const pairs: [unknown, unknown][] = [
      [
        [item, 1, NaN],
        [item, 1, NaN],
      ],
      [
        { a: item, b: 2 },
        { b: 2, a: item },
      ],
      [[], []],
      [{}, {}],
      [new Date(5), new Date(5)],
    ];
    for (const [last, next] of pairs) expect(recycle(last, next)).toBe(last);
  });

  it('returns the next value if anything differs', () => {
    const pairs: [unknown, unknown][] = [
      [[{}], [{}]],
      [[1, 2], [1]],
      [[1], [1, undefined]],
      [{ a: {} }, { a: {} }],
      [{ a: 1 }, { b: 1 }],
      [{ a: undefined }, { b: undefined }],
      [[], {}],
      [[0], [-0]],
      [new Map(), new Map()],
      [new Date(5), new Date(6)],
      [undefined, []],
      [null, {}],
    ];
    for (const [last, next] of pairs) expect(recycle(last, next)).toBe(next);
  });
});
