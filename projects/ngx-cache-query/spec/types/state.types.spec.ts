import { Injector, type Resource, type Signal, signal } from '@angular/core';
import {
  type CacheError,
  type CacheResource,
  type CacheService,
  type CacheSnapshot,
  Collection,
  Endpoint,
  type PathValue,
  Query,
  RestEndpoint,
  schema,
  toValues,
} from 'ngx-cache-query';
import { map, type Observable, of } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { User } from '../support/models';

declare const cache: CacheService;
declare const ids$: Observable<string>;

const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const getUsers = new RestEndpoint({
  path: '/users',
  searchParams: {} as { sort?: 'name' | 'age' },
  schema: new schema.All(User),
});
const id = signal<string | undefined>(undefined);

describe('resource', () => {
  it('has the value of the endpoint, or undefined', () => {
    const user = cache.resource(getUser, () => [{ id: 5 }]);
    const users = cache.resource(getUsers);
    type Results = [
      Expect<Equal<typeof user, CacheResource<User | undefined>>>,
      Expect<Equal<typeof users, CacheResource<User[] | undefined>>>,
      Expect<Equal<typeof user.value, Signal<User | undefined>>>,
      Expect<Equal<typeof user.error, Signal<CacheError | undefined>>>,
    ];
    const asResource: Resource<User | undefined> = user;
    return [asResource, user.error()?.status === 404];
  });

  it('is narrowed by hasValue and by its status', () => {
    const user = cache.resource(getUser, () => [{ id: 5 }]);
    if (user.hasValue()) {
      type Value = Expect<Equal<ReturnType<typeof user.value>, User>>;
      return user.value().name;
    }
    const snapshot = user.snapshot();
    if (snapshot.status === 'resolved') {
      type Value = Expect<Equal<typeof snapshot.value, User>>;
    }
    if (snapshot.status === 'error') return snapshot.error.status;
    // @ts-expect-error there may be no value
    return user.value().name;
  });

  it('takes its arguments without casts', () => {
    cache.resource(getUser, () => {
      const userId = id();
      return userId === undefined ? undefined : [{ id: userId }];
    });
    cache.resource(getUsers, () => [{ sort: 'name' }], { keepPrevious: true });
    cache.resource(getUsers, undefined, { injector: Injector.NULL, debugName: 'users' });
    const first = cache.resource(getUser, () => [{ id: 5 }]);
    cache.resource(getUser, ({ chain }) => [{ id: chain(first).id }]);
  });

  it('refuses wrong arguments', () => {
    // @ts-expect-error the arguments are missing
    cache.resource(getUser);
    // @ts-expect-error it is not a tuple
    cache.resource(getUser, () => ({ id: 5 }));
    // @ts-expect-error the argument is missing
    cache.resource(getUser, () => []);
    // @ts-expect-error the parameter has another name
    cache.resource(getUser, () => [{ pk: 5 }]);
    // @ts-expect-error no such value
    cache.resource(getUsers, () => [{ sort: 'size' }]);
    // @ts-expect-error a Query makes no request
    cache.resource(new Query(new schema.All(User)));
    // @ts-expect-error the value is not writable
    cache.resource(getUsers).value.set([]);
  });
});

describe('watch', () => {
  it('emit the same union', () => {
    const user$ = cache.watch(getUser, { id: 5 });
    type Snapshot = Expect<Equal<typeof user$, Observable<CacheSnapshot<User>>>>;
    cache.watch(getUser, null);
    user$.subscribe((user) => {
      if (user.status === 'reloading') {
        type Value = Expect<Equal<typeof user.value, User>>;
      }
      return [user.value?.name, user.error?.status, user.refreshError?.status];
    });
    const followed$ = cache.watch(getUser, ids$.pipe(map((userId) => [{ id: userId }])));
    type Followed = Expect<Equal<typeof followed$, typeof user$>>;
  });

  it('take their arguments without casts', () => {
    cache.watch(getUser, ids$.pipe(map((userId) => (userId === '' ? [null] : [{ id: userId }]))));
    cache.watch(getUsers, ids$.pipe(map(() => [{ sort: 'name' }])), { keepPrevious: true });
    cache.watch(getUser, ids$.pipe(map((userId) => [{ id: userId }]))).pipe(toValues());
  });

  it('refuse wrong arguments', () => {
    // @ts-expect-error it is not a tuple
    cache.watch(getUser, ids$);
    // @ts-expect-error the parameter has another name
    cache.watch(getUser, ids$.pipe(map((pk) => [{ pk }])));
    // @ts-expect-error no such value
    cache.watch(getUsers, ids$.pipe(map(() => [{ sort: 'size' }])));
    // @ts-expect-error the parameter has another name
    cache.watch(getUser, ids$.pipe(map((pk) => [{ pk }]))).pipe(toValues());
  });
});

describe('mutation', () => {
  const rename = new RestEndpoint({
    path: '/users/:id',
    method: 'PATCH',
    body: {} as { name: string },
    schema: User,
  });

  it('takes the arguments of its endpoint, and has its value', () => {
    const renaming = cache.mutation(rename);
    renaming.mutate({ id: 5 }, { name: 'Ada' });
    const saved = renaming.mutateAsync({ id: 5 }, { name: 'Ada' });
    type Results = [
      Expect<Equal<typeof saved, Promise<User>>>,
      Expect<Equal<typeof renaming.value, Signal<User | undefined>>>,
    ];
    // @ts-expect-error the body is missing
    renaming.mutate({ id: 5 });
    // @ts-expect-error the type of error bodies is not declared
    return renaming.error()?.body;
  });

  it('calls back with the response and the arguments', () => {
    cache.mutation(rename, {
      onSuccess: (user, { id }, { name }) => {
        type Results = [
          Expect<Equal<typeof user, User>>,
          Expect<Equal<typeof id, PathValue>>,
          Expect<Equal<typeof name, string>>,
        ];
      },
    });
    cache.mutation(rename, { onSuccess: (user) => void user.name });
  });

  it('calls back with the parameters or the body, if a call may leave the parameters out', () => {
    const create = new RestEndpoint({
      path: '/teams',
      searchParams: {} as { region: string },
      schema: new Collection([User]),
    }).push.extend({ body: {} as { name: string } });
    const creation = cache.mutation(create, {
      onSuccess: (user, paramsOrBody, body) => {
        type Results = [
          Expect<Equal<typeof user, User>>,
          Expect<Equal<typeof body, { name: string } | undefined>>,
        ];
        const name: string | undefined = 'name' in paramsOrBody ? paramsOrBody.name : undefined;
      },
      onError: ({ status }) => status,
    });
    creation.mutate({ name: 'Ada' });
    creation.mutate({ region: 'north' }, { name: 'Ada' });
    cache.mutation(create, { onSuccess: ({ id }) => id });
    cache.mutation(create, { onSuccess: () => undefined });
    // @ts-expect-error the user has no such field
    cache.mutation(create, { onSuccess: ({ title }) => void title });
  });

  it('has the error bodies that its endpoint declares', () => {
    const declared = rename.withErrorBody<{ fields: { name?: string } }>();
    const text = cache.mutation(declared).error()?.body?.fields.name;
    const extended = declared.extend({ headers: { 'X-Reason': 'test' } });
    const kept = cache.mutation(extended).error()?.body?.fields.name;
    const user = cache.resource(getUser.withErrorBody<{ reason: string }>(), () => [{ id: 5 }]);
    const reason = user.error()?.body?.reason;
    type Results = [
      Expect<Equal<typeof text, string | undefined>>,
      Expect<Equal<typeof kept, string | undefined>>,
      Expect<Equal<typeof reason, string | undefined>>,
    ];
  });
});

describe('the arguments of resource and watch', () => {
  it('keep their literal types, without as const', () => {
    interface Filter {
      status: 'open' | 'done';
      ids?: number[];
    }
    const page = new Endpoint({ load: (filter: Filter) => of(filter.status) });
    cache.resource(page, () => [{ status: 'open', ids: [1] }]);
    cache.resource(page, () => (id() === undefined ? undefined : [{ status: 'done' }]));
    cache.watch(page, ids$.pipe(map(() => [{ status: 'open' }])));
    // @ts-expect-error it is not one of the literals
    cache.resource(page, () => [{ status: 'closed' }]);
    // @ts-expect-error it is not one of the literals
    cache.watch(page, ids$.pipe(map(() => [{ status: 'closed' }])));
  });
});
