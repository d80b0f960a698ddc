import { CacheError } from '../util/cache-error';
import { type Params, RestPath } from './rest-path';

const fill = (template: string, params: Params = {}) =>
  new RestPath(template, 'GET it').fill(params);
const failure = (template: string, params: Params): CacheError => {
  try {
    fill(template, params);
  } catch (error) {
    if (error instanceof CacheError) return error;
    throw error;
  }
  throw new Error(`nothing was thrown for ${template} with ${JSON.stringify(params)}`);
};

describe('RestPath', () => {
  it('fills parameters, groups and wildcards', () => {
    expect(fill('/users')).toBe('/users');
    expect(fill('/users/:id', { id: 5 })).toBe('/users/5');
    expect(fill('/:a/x/:b', { a: 'A', b: 'B' })).toBe('/A/x/B');
    expect(fill('/users{/:id}', { id: 5 })).toBe('/users/5');
    expect(fill('/users{/:id}')).toBe('/users');
    expect(fill('/users{/:id}', { id: undefined })).toBe('/users');
    expect(fill('/users{/:id}', { id: null })).toBe('/users');
    expect(fill('/users{/:id{/:part}}', { id: 5 })).toBe('/users/5');
    expect(fill('/files/*path', { path: ['a', 'b'] })).toBe('/files/a/b');
    expect(fill('/:name.json', { name: 'x' })).toBe('/x.json');
    expect(fill('/:"odd name"', { 'odd name': 1 })).toBe('/1');
  });

  it('encodes each value, and each part of a wildcard', () => {
    expect(fill('/users/:id', { id: 'a/b?c#d e%' })).toBe('/users/a%2Fb%3Fc%23d%20e%25');
    expect(fill('/files/*path', { path: ['a/b', 'ü'] })).toBe('/files/a%2Fb/%C3%BC');
    expect(fill('/users/:id', { id: '%2e%2e' })).toBe('/users/%252e%252e');
    expect(fill('/users/:id', { id: '..\\x' })).toBe('/users/..%5Cx');
  });

  it('accepts 0, false and bigints as values', () => {
    expect(fill('/:a/:b/:c', { a: 0, b: false, c: 12n })).toBe('/0/false/12');
  });

  it('knows the names of its parameters', () => {
    const path = new RestPath('/a/:b{/:c}/*d');
    expect(['a', 'b', 'c', 'd', 'e', 'toString'].map((name) => path.names.has(name))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([path.names.size, new RestPath('/a').names.size]).toEqual([3, 0]);
  });

  const missing: [string, Params, string][] = [
    ['/users/:id', {}, 'id'],
    ['/users/:id', { id: undefined }, 'id'],
    ['/users/:id', { id: null }, 'id'],
    ['/users/:id', { id: '' }, 'id'],
    ['/users/:id', { id: NaN }, 'id'],
    ['/:a/:b', { a: 1 }, 'b'],
    ['/files/*path', {}, 'path'],
    ['/files/*path', { path: [] }, 'path'],
    ['/files/*path', { path: [''] }, 'path'],
    ['/files/*path', { path: ['a', undefined] }, 'path'],
    ['/users{/:id}', { id: '' }, 'id'],
    ['/users{/:id}', { id: NaN }, 'id'],
    ['/users{/:id{/:part}}', { id: 5, part: '' }, 'part'],
    ['/files{/*path}', { path: [] }, 'path'],
    ['/files{/*path}', { path: ['a', ''] }, 'path'],
    ['/x/:constructor', {}, 'constructor'],
    ['/x/:toString', {}, 'toString'],
  ];
  for (const [template, params, name] of missing) {
    it(`NCQ5001 ${template} without ${name}: ${name in params ? String(params[name]) : 'nothing'}`, () => {
      const error = failure(template, params);
      expect([error.code, error.path, error.source]).toEqual(['NCQ5001', name, 'GET it']);
      expect(error.message).toContain(`"${name}"`);
    });
  }

  const unsafe: [string, Params][] = [
    ['/users/:id', { id: '.' }],
    ['/users/:id', { id: '..' }],
    ['/users{/:id}', { id: '..' }],
    ['/files/*path', { path: ['a', '..', 'b'] }],
    ['/files/*path', { path: ['.'] }],
    ['/a/.:name', { name: '.' }],
  ];
  for (const [template, params] of unsafe) {
    it(`NCQ5002 ${template} with ${JSON.stringify(params)}`, () => {
      expect(failure(template, params).code).toBe('NCQ5002');
    });
  }

  it('accepts segments that only contain dots', () => {
    expect(fill('/users/:id', { id: '...' })).toBe('/users/...');
    expect(fill('/users/:id', { id: '.a' })).toBe('/users/.a');
    expect(fill('/users/:id', { id: 'a..b' })).toBe('/users/a..b');
  });
});
