import { structuralKey } from '../util/structural-key';
import { searchParamsOf } from './search-params';
import type { Params } from './rest-path';

const paramsOf = (params: Params) => searchParamsOf(params, 'GET /users');
const text = (params: Params) => paramsOf(params).toString();

describe('searchParamsOf', () => {
  it('sorts by name, whatever the order of the properties', () => {
    expect(text({ b: 2, a: 1, c: 3 })).toBe('a=1&b=2&c=3');
  });

  it('omits undefined and null, even inside arrays, and empty arrays', () => {
    expect(text({ a: undefined, b: null, c: [undefined, 1, null], d: [] })).toBe('c=1');
    expect(text({})).toBe('');
  });

  it('keeps 0, false and the empty string', () => {
    expect(text({ a: 0, b: false, c: '' })).toBe('a=0&b=false&c=');
  });

  it('sends one parameter per item of an array, in order', () => {
    expect(text({ tag: ['y', 'x'], page: 1 })).toBe('page=1&tag=y&tag=x');
  });

  it('sends Dates as ISO strings, bigints as digits, objects as JSON', () => {
    expect(text({ at: new Date(0) })).toBe('at=1970-01-01T00:00:00.000Z');
    expect(text({ n: 12n })).toBe('n=12');
    const search = paramsOf({ filter: { a: [1] } });
    expect(search.get('filter')).toBe('{"a":[1]}');
  });

  it('refuses values that a URL cannot represent, and names the parameter', () => {
    const wrong = [new Date(NaN), NaN, new Map([[1, 2]]), new Set([1]), () => 1];
    for (const since of wrong) {
      expect(() => text({ since }))
        .withContext(structuralKey(since))
        .toThrowError(/NCQ5005: GET \/users: the search parameter "since" is /);
      expect(() => text({ since: [1, since] })).toThrowError(/NCQ5005/);
    }
  });

  it('encodes names and values, so that the server reads the original text', () => {
    const original = 'a&b=c+d e#f%é/?;,:@$';
    const sent = new URLSearchParams(text({ 'odd name&': original, q: original }));
    expect([sent.get('q'), sent.get('odd name&')]).toEqual([original, original]);
  });

  it('treats names that every object has as data', () => {
    const params = JSON.parse('{"__proto__":"x","constructor":"y"}') as Params;
    expect(text(params)).toBe('__proto__=x&constructor=y');
  });
});
