import { CacheError, Entity, RestEndpoint, schema } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { User } from '../../support/models';
import { getUser, getUsers, setUpRest } from '../../support/rest-users';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

describe('§5 in production', () => {
  const page = globalThis as { ngDevMode?: unknown };
  let before: unknown;
  beforeEach(() => {
    before = page.ngDevMode;
    page.ngDevMode = false;
  });
  afterEach(() => (page.ngDevMode = before));

  it('a failed request names the endpoint and the status', () => {
    const { cache, sent } = setUpRest();
    const seen = watch(cache.fetch(getUser, { id: 5 }));
    sent('/users/5').flush('down', { status: 500, statusText: 'no' });
    const [error] = seen.errors as Error[];
    expect(error.message).toBe('NCQ5003 GET /users/:id 500');
    expect(error.stack).toContain('NCQ5003 GET /users/:id 500');
  });

  it('every other error has its code, and its location if it is known', () => {
    const { cache, sent } = setUpRest();
    const seen = watch(cache.fetch(getUsers));
    sent('/users').flush([{ name: 'Ada' }]);
    expect((seen.errors[0] as Error).message).toBe('NCQ1004 GET /users');
    expect(thrownBy(() => cache.delete(User, '')).message).toBe('NCQ4003 delete(User)');
    expect(new CacheError('NCQ1006', false).message).toBe('NCQ1006');
  });

  it('an undefined schema and an invalid path are errors, too', () => {
    const { cache } = setUpRest();
    class Book extends Entity {
      readonly id: number = 0;
      static override readonly schema = { author: undefined };
    }
    expect(thrownBy(() => cache.set(Book, { id: 1 })).message).toBe('NCQ1009 Book');
    expect(thrownBy(() => new schema.All(undefined as never as typeof User)).code).toBe('NCQ1009');
    for (const path of ['https://x.dev/a', '/a?b=1', '/a/{b}', '/a/:']) {
      expect(thrownBy(() => new RestEndpoint({ path })).message).toBe(`NCQ5004 GET ${path}`);
    }
  });

  it('there are no warnings', () => {
    const warn = listenToWarnings();
    const { cache } = setUpRest();
    class Book extends Entity {
      readonly id: number = 0;
      static override readonly schema = { auhtor: User };
    }
    cache.set([Book], [{ id: 1 }]);
    expect(warn).not.toHaveBeenCalled();
  });
});
