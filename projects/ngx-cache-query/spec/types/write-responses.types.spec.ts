import { type CacheService, Collection, Endpoint } from 'ngx-cache-query';
import { of } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { User } from '../support/models';

declare const cache: CacheService;

describe('refetch', () => {
  const getUser = new Endpoint({ load: (id: string) => of({ id }), schema: User });

  it('takes an endpoint, with its arguments or without', () => {
    const promise = cache.refetch(getUser);
    type Result = Expect<Equal<typeof promise, Promise<void>>>;
    cache.refetch(getUser, 'a');
    // @ts-expect-error the argument has another type
    cache.refetch(getUser, 5);
    // @ts-expect-error there is no second argument
    cache.refetch(getUser, 'a', 'b');
  });

  it('takes a class, with a key, a test or without', () => {
    cache.refetch(User);
    cache.refetch(User, 'a');
    cache.refetch(User, (user) => user.isAdmin);
    // @ts-expect-error it is not a key
    cache.refetch(User, true);
  });

  it('takes a test of responses', () => {
    cache.refetch(({ key, endpoint }) => key === '' && endpoint.name === 'getUser');
    // @ts-expect-error it must return a boolean
    cache.refetch(({ key }) => key);
  });
});

describe('set of a list, and of a response', () => {
  const list = new Collection([User], { argsKey: ({ team }: { team: number }) => ({ team }) });
  const getUser = new Endpoint({
    load: ({ id }: { id: string }) => of({ id }),
    schema: User,
  });
  const getAll = new Endpoint({ load: () => of([]), schema: [User] });

  it('take the arguments before the value', () => {
    cache.set(list, { team: 1 }, [{ id: 'a' }]);
    // @ts-expect-error the argument has another type
    cache.set(list, { team: 'a' }, [{ id: 'a' }]);
    cache.set(getUser, [{ id: 'a' }], { id: 'a' });
    cache.set(getAll, [], []);
    // @ts-expect-error the argument is missing
    cache.set(getUser, [], { id: 'a' });
    // @ts-expect-error the argument has another type
    cache.set(getUser, [{ id: 5 }], {});
  });
});
