// What does not compile, although it once did or could be taken for correct.
import {
  type AnyEndpoint,
  type ArgsOf,
  type CacheService,
  type Endpoint,
  optimistic,
  type Queryable,
  RestEndpoint,
  restEndpoints,
  type RestTypes,
  type SchemaLike,
  type SelectArgs,
  typed,
} from 'ngx-cache-query';
import { allUsers, User } from '../support/models';

declare const cache: CacheService;
declare const queryable: unknown;

const users = restEndpoints({ path: '/users/:id', schema: User });
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const path = '/users';
const body = typed<{ readonly name: string }>();

describe('cache.mutation', () => {
  it('does not accept an endpoint that reads', () => {
    // @ts-expect-error it reads
    cache.mutation(users.get);
    // @ts-expect-error it reads
    cache.mutation(users.getList);
    // @ts-expect-error it reads
    cache.mutation(getUser);
    // @ts-expect-error it reads
    cache.mutation(new RestEndpoint({ path, method: 'HEAD' }));
    // @ts-expect-error it reads, with other options
    cache.mutation(users.get.extend({ staleTime: 5 }));
    // @ts-expect-error it reads, with another schema
    cache.mutation(users.getList.extend({ schema: { data: users.getList.schema } }));
    // @ts-expect-error it reads, in spite of its body
    cache.mutation(new RestEndpoint({ path, method: 'GET', body }));
  });

  it('accepts any endpoint that may change data', () => {
    cache.mutation(users.get.extend({ method: 'DELETE' }));
    cache.mutation(users.get.extend({ body }));
    cache.mutation(users.get.extend({ sideEffect: true }));
    cache.mutation(users.update).mutate({ id: 1 }, { name: 'Ada' });
    cache.mutation(users.partialUpdate).mutate({ id: 1 }, { name: 'Ada' });
    cache.mutation(users.delete).mutate({ id: 1 });
    cache.mutation(users.getList.push).mutate({ name: 'Ada' });
    cache.mutation(users.getList.move).mutate({ id: 1 }, { name: 'Ada' });
    cache.mutation(new RestEndpoint({ path, body })).mutate({ name: 'Ada' });
    cache.mutation(new RestEndpoint({ path, method: 'DELETE' })).mutate();
    cache.mutation(new RestEndpoint({ path, sideEffect: true })).mutate();
    cache.mutation(new RestEndpoint({ path, body, sideEffect: false })).mutate({ name: 'Ada' });
    cache.mutation(getUser.extend({ method: 'DELETE' })).mutate({ id: 1 });
  });

  it('keeps the type of the body when a list gets an envelope', () => {
    const notes = restEndpoints({
      path: '/notes/:id',
      schema: User,
      body: typed<{ text: string; n: number }>(),
    });
    const { push } = notes.getList.extend({ schema: { data: notes.getList.schema, total: 0 } });
    cache.mutation(push).mutate({ text: 'x', n: 1 });
    // @ts-expect-error a field of the body is missing
    cache.mutation(push).mutate({ text: 'x' });
  });

  it('accepts one whose type is erased or generic', () => {
    const erased = (endpoint: AnyEndpoint) => cache.mutation(endpoint);
    const generic = <E extends Endpoint<never, SchemaLike>>(endpoint: E) =>
      cache.mutation(endpoint);
    const rest = <T extends RestTypes>(endpoint: RestEndpoint<T>) => cache.mutation(endpoint);
    void [erased, generic, rest];
  });
});

describe('the optimistic option', () => {
  const options = { path: '/users/:id', method: 'PATCH', body, schema: User } as const;

  it('does not take the snapshot for the body', () => {
    // @ts-expect-error the first parameter is the snapshot
    new RestEndpoint({ ...options, optimistic: (changes) => optimistic(changes) });
    // @ts-expect-error the first parameter is the snapshot
    new RestEndpoint({ ...options, optimistic: (changes) => optimistic({ ...changes, id: 1 }) });
    // @ts-expect-error the first parameter is the snapshot
    new RestEndpoint({ ...options, optimistic: ({ name }) => optimistic({ name }) });
    new RestEndpoint({
      ...options,
      optimistic: (_, params, fields) => optimistic({ ...params, ...fields }),
    });
  });

  it('accepts any response', () => {
    for (const response of [undefined, null, 5, 'x', [], {}, queryable]) optimistic(response);
  });
});

describe('a read', () => {
  it('has a key, or fields of the entity', () => {
    cache.select(User, { name: 'Ada' });
    // @ts-expect-error a key is a string or a number
    cache.select(User, true);
    // @ts-expect-error a method is no field
    cache.select(User, { pk: () => 5 });
  });

  it('may be wrapped in a generic function', () => {
    const select = <Q extends Queryable>(query: Q, ...args: SelectArgs<Q>) =>
      cache.select(query, ...args);
    const read = <Q extends Queryable>(query: Q, ...args: ArgsOf<Q>) =>
      cache.select(query, ...args);
    const watch = <E extends Endpoint<never, SchemaLike>>(
      endpoint: E,
      ...args: Parameters<E['load']>
    ) => cache.watch(endpoint, ...args);
    select(User, null);
    read(allUsers);
    watch(getUser, { id: 5 });
    // @ts-expect-error the id is missing
    watch(getUser);
  });
});

describe('an option of one endpoint in a group', () => {
  it('is a function of parameters and a body', () => {
    users.extend('get', { key: ({ id }) => String(id) });
    users.extend('get', { process: (envelope: { data: unknown }) => envelope.data });
    // @ts-expect-error there is no such option
    users.extend('get', { kye: () => '' });
  });
});
