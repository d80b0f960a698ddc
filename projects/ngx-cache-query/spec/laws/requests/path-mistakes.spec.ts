import { RestEndpoint, restEndpoints, withRest } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { User } from '../../support/models';
import { setUpRest } from '../../support/rest-users';
import { listenToWarnings } from '../../support/warnings';

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
    ['/users/:""', 'Missing parameter name'],
    ['/files/*""', 'Missing parameter name'],
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

describe('F6 a prefix that the path repeats', () => {
  const warnings = (urlPrefix: string, path: string) => {
    const { cache, http } = setUpRest(withRest({ urlPrefix }));
    const warn = listenToWarnings();
    cache.fetch(new RestEndpoint({ path })).subscribe();
    http.expectOne(`${urlPrefix}${path}`);
    return warn.calls.allArgs().flat().join();
  };

  it('is a warning with the URL', () => {
    expect(warnings('/api', '/api/users')).toContain('GET /api/users: the URL is /api/api/users');
  });

  it('is a warning if the prefix has a host', () => {
    const text = warnings('https://example.com/v1', '/v1/users');
    expect(text).toContain('both contain /v1. Remove it from the path');
  });

  it('is no warning if only the beginning of a name is the same', () => {
    expect(warnings('/api', '/apis/users')).toBe('');
  });

  it('is no warning if the prefix is only a host', () => {
    expect(warnings('https://example.com', '/users')).toBe('');
  });

  it('is suspected by restEndpoints if the path identifies no single entity', () => {
    const warnings = listenToWarnings();
    restEndpoints({ path: '/users/:id', schema: User });
    expect(warnings).not.toHaveBeenCalled();
    restEndpoints({ path: '/users', schema: User });
    expect(warnings).toHaveBeenCalledOnceWith(jasmine.stringContaining("'/users/:id'"));
  });
});
