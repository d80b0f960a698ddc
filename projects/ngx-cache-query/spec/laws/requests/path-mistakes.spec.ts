import { RestEndpoint } from 'ngx-cache-query/rest';
import { thrownBy } from '../../support/error-log';
import { setUpRest } from '../../support/rest-users';

describe('F6 an invalid path', () => {
  const wrong: [path: string, ...parts: string[]][] = [
    ['https://api.example.com/users/:id', '"https://api.example.com"', 'urlPrefix'],
    ['http://localhost:3000/users', '"http://localhost:3000"', 'urlPrefix'],
    ['//cdn.example.com/users', '"//cdn.example.com"', 'urlPrefix'],
    ['/users?active=true', '"?active=true"', 'searchParams'],
    ['/users/:id?', '"{/:id}"', '"/:id?"'],
    ['/users/{id}', '"{id}"', '":id"'],
    ['/users{/:id{/edit}}', '"{/edit}"'],
    ['/users/:', 'Missing parameter name'],
    ['/users/{:id', 'Unexpected end'],
  ];
  for (const [path, ...parts] of wrong) {
    it(`is an error when the endpoint is created: ${path}`, () => {
      const error = thrownBy(() => new RestEndpoint({ path }));
      expect([error.code, error.source]).toEqual(['NCQ5004', `GET ${path}`]);
      for (const part of parts) expect(error.message).toContain(part);
    });
  }

  it('is an error in extend, too', () => {
    const users = new RestEndpoint({ path: '/users' });
    expect(thrownBy(() => users.extend({ path: '/users?a=b' })).code).toBe('NCQ5004');
  });

  it('has no false positives: optional parts, wildcards and escaped characters are valid', () => {
    const { cache, http } = setUpRest();
    for (const path of ['/users{/:id}', '/a/:b{.:c}', '/users\\?', '/c.d', '/a@b']) {
      cache.fetch(new RestEndpoint({ path }), { b: 1 }).subscribe();
    }
    expect(new RestEndpoint({ path: '/files/*path' }).name).toBe('GET /files/*path');
    expect(http.match(() => true).length).toBe(5);
  });
});
