import { Injector, type Signal, signal } from '@angular/core';
import { type CacheService, type EndpointState, Query, schema } from 'ngx-cache-query';
import { RestEndpoint } from 'ngx-cache-query/rest';
import type { Equal, Expect } from '../support/expect-type';
import { User } from '../support/models';

declare const cache: CacheService;

describe('stateSignal and stateSignalWith', () => {
  const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
  const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });
  const id = signal<string | undefined>(undefined);

  it('have the types of state, and are never undefined', () => {
    const user = cache.stateSignal(getUser, { id: 5 });
    const users = cache.stateSignal(getUsers);
    const followed = cache.stateSignalWith(getUser, () => [{ id: 5 }]);
    type Results = [
      Expect<Equal<typeof user, Signal<EndpointState<User>>>>,
      Expect<Equal<typeof users, Signal<EndpointState<User[]>>>>,
      Expect<Equal<typeof followed, Signal<EndpointState<User>>>>,
    ];
    // @ts-expect-error the argument is missing
    cache.stateSignal(getUser);
    // @ts-expect-error the parameter has another name
    cache.stateSignal(getUser, { pk: 5 });
    // @ts-expect-error a Query makes no request
    cache.stateSignal(new Query(new schema.All(User)));
  });

  it('may be disabled, and take an injector', () => {
    cache.stateSignal(getUser, null);
    cache.stateSignalWith(getUser, () => {
      const userId = id();
      return userId === undefined ? [null] : [{ id: userId }];
    });
    cache.stateSignalWith(getUsers, () => [], { injector: Injector.NULL });
  });

  it('take the arguments as a tuple', () => {
    // @ts-expect-error it is not a tuple
    cache.stateSignalWith(getUser, () => ({ id: 5 }));
    // @ts-expect-error the argument is missing
    cache.stateSignalWith(getUser, () => []);
    // @ts-expect-error the parameter has another name
    cache.stateSignalWith(getUser, () => [{ pk: 5 }]);
  });

  it('distinguish the states', () => {
    const state = cache.stateSignal(getUser, { id: 5 })();
    if (state.status === 'success') {
      type Data = Expect<Equal<typeof state.data, User>>;
    }
    // @ts-expect-error there may be no data
    return state.data.name;
  });
});
