import {
  type CacheService,
  Entity,
  type EntityClass,
  type RawIn,
  type Reads,
  reportProgress,
  type RestArgs,
  RestEndpoint,
  type RestProgress,
  type RestResponse,
  type RestTypes,
  type SchemaLike,
  typed,
} from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { Todo, User } from '../support/models';

declare const cache: CacheService;

describe('the progress of a request', () => {
  it('is reported by a function of the arguments', () => {
    new RestEndpoint({
      path: '/users/:id/photo',
      body: typed<FormData>(),
      progress: ({ id }, form) =>
        reportProgress({
          onUpload: (progress) => {
            type Results = [
              Expect<Equal<typeof progress, RestProgress>>,
              Expect<Equal<typeof form, FormData>>,
            ];
            return [progress.loaded, progress.total, id];
          },
        }),
    });
    // @ts-expect-error a function returns reportProgress(…)
    new RestEndpoint({ path: '/photos', progress: true });
    // @ts-expect-error a function returns reportProgress(…)
    new RestEndpoint({ path: '/photos', progress: () => ({ onUpload: () => {} }) });
  });
});

describe('the type parameter of a RestEndpoint', () => {
  it('contains what the options declare, and nothing else; Reads tells which endpoints read', () => {
    const getUser = new RestEndpoint({ path: '/users/:id', schema: User, staleTime: 5 });
    const rename = getUser.extend({ method: 'PATCH', body: typed<{ name: string }>() });
    const getText = new RestEndpoint({ path: '/text', responseType: 'text' });
    const getCount = new RestEndpoint({ path: '/count', process: ({ n }: { n: number }) => n });
    type Name = { name: string };
    type Results = [
      Expect<
        Equal<typeof getUser, RestEndpoint<{ path: '/users/:id'; schema: typeof User }> & Reads>
      >,
      Expect<
        Equal<typeof rename, RestEndpoint<{ path: '/users/:id'; schema: typeof User; body: Name }>>
      >,
      Expect<
        Equal<
          typeof getText,
          RestEndpoint<{ path: '/text'; schema: undefined; responseType: 'text' }> & Reads
        >
      >,
      Expect<
        Equal<
          typeof getCount,
          RestEndpoint<{ path: '/count'; schema: undefined; raw: number }> & Reads
        >
      >,
    ];
  });

  it('can be written', () => {
    const of = (getUser: RestEndpoint<{ path: '/users/:id'; schema: typeof User }>) =>
      cache.fetch(getUser, { id: 5 });
    const user$ = of(new RestEndpoint({ path: '/users/:id', schema: User }));
    type Result = Expect<Equal<typeof user$, Observable<User>>>;
    // @ts-expect-error another path
    of(new RestEndpoint({ path: '/todos/:todo', schema: User }));
  });

  it('may be generic in the schema', () => {
    const detail = <C extends EntityClass>(type: C) => {
      const endpoint = new RestEndpoint({ path: '/things/:id', schema: type });
      cache.fetch(endpoint, { id: 5 });
      return endpoint;
    };
    const todo$ = cache.fetch(detail(Todo), { id: 1 });
    type Result = Expect<Equal<typeof todo$, Observable<Todo>>>;
  });
});

describe('a subclass of RestEndpoint', () => {
  it('may be an endpoint with its own process', () => {
    class GetUsers extends RestEndpoint<{ path: '/users/:team'; schema: (typeof User)[] }> {
      override process(
        body: { data: unknown[] },
        response: RestResponse,
        { team }: { team: unknown },
      ) {
        return [...body.data, response.status, team];
      }
    }
    const getUsers = new GetUsers({ path: '/users/:team', schema: [User] });
    const users$ = cache.fetch(getUsers, { team: 'x' });
    type Result = Expect<Equal<typeof users$, Observable<User[]>>>;
    // @ts-expect-error another path
    new GetUsers({ path: '/people', schema: [User] });
    class Count extends RestEndpoint<{ path: '/count'; raw: number }> {
      // @ts-expect-error it returns a number
      override process(body: { count: string }): string {
        return body.count;
      }
    }
    void Count;
  });

  it('may be the envelope of all endpoints of a server', () => {
    class Enveloped<T extends RestTypes> extends RestEndpoint<T> {
      override process(
        body: { data: RawIn<T> },
        { status }: RestResponse,
        ...args: RestArgs<T>
      ): RawIn<T> {
        if (status === 206) throw new Error(`${args.length}`);
        return body.data;
      }
    }
    const getUser = new Enveloped({ path: '/users/:id', schema: User, staleTime: 5 });
    const getTags = new Enveloped({ path: '/tags', searchParams: typed<{ q?: string }>() });
    const create = new Enveloped({ path: '/users', body: typed<{ name: string }>(), schema: User });
    const user$ = cache.fetch(getUser, { id: 5 });
    const tags$ = cache.fetch(getTags, { q: 'x' });
    const created$ = cache.fetch(create, { name: 'Ada' });
    const list$ = cache.fetch(getUser.extend({ path: '/users', schema: [User] }));
    type Results = [
      Expect<Equal<typeof user$, Observable<User>>>,
      Expect<Equal<typeof tags$, Observable<unknown>>>,
      Expect<Equal<typeof created$, Observable<User>>>,
      Expect<Equal<typeof list$, Observable<User[]>>>,
    ];
    // @ts-expect-error the id is missing
    cache.fetch(getUser, {});
    // @ts-expect-error there is no such parameter
    cache.fetch(getTags, { p: 'x' });
    // @ts-expect-error there is no such option
    new Enveloped({ path: '/users', shcema: User });
    // @ts-expect-error there is no such method
    new Enveloped({ path: '/users', method: 'FETCH' });
  });

  it('may leave out the parameters of process, or call the one of its class', () => {
    class Enveloped<T extends RestTypes> extends RestEndpoint<T> {
      override process(body: { data: RawIn<T> }): RawIn<T> {
        return body.data;
      }
    }
    class Logged<T extends RestTypes> extends RestEndpoint<T> {
      override process(body: never, response: RestResponse, ...args: RestArgs<T>): RawIn<T> {
        return super.process(body, response, ...args);
      }
    }
    const user$ = cache.fetch(new Enveloped({ path: '/users/:id', schema: User }), { id: 5 });
    const users$ = cache.fetch(new Logged({ path: '/users', schema: [User] }));
    type Results = [
      Expect<Equal<typeof user$, Observable<User>>>,
      Expect<Equal<typeof users$, Observable<User[]>>>,
    ];
    class Wrong extends RestEndpoint<{ path: '/users/:team' }> {
      // @ts-expect-error the endpoint has no such parameter
      override process(body: unknown, _: RestResponse, { page }: { page: number }) {
        return [body, page];
      }
    }
    void Wrong;
  });

  it('may derive headers and keys from the arguments', () => {
    class GetFile extends RestEndpoint<{ path: '/files/:id'; searchParams: { rev?: number } }> {
      override getHeaders({ id, rev }: { id: unknown; rev?: number }) {
        return { 'if-none-match': `${String(id)} ${rev}` };
      }
      override key(...args: RestArgs<{ path: '/files/:id'; searchParams: { rev?: number } }>) {
        const [{ id }] = args;
        return `${super.key(...args)} ${String(id)}`;
      }
    }
    cache.fetch(new GetFile({ path: '/files/:id' }), { id: 5, rev: 2 });
    class Wrong extends RestEndpoint<{ path: '/files/:id' }> {
      // @ts-expect-error the endpoint has no such parameter
      override getHeaders({ page }: { page: number }) {
        return { page: `${page}` };
      }
    }
    void Wrong;
  });

  it('may infer the arguments of callbacks', () => {
    class Signed<P extends string, S extends SchemaLike = undefined> extends RestEndpoint<{
      path: P;
      schema: S;
    }> {
      override getHeaders() {
        return { 'x-by': 'me' };
      }
    }
    const getUser = new Signed({
      path: '/users/:id',
      schema: User,
      key: ({ id }) => `user ${String(id)}`,
    });
    const user$ = cache.fetch(getUser, { id: 5 });
    type Result = Expect<Equal<typeof user$, Observable<User>>>;
    class Note extends Entity {}
    void new Signed({ path: '/notes', schema: Note }).extend({ path: '/n/:id' }).key({ id: 1 });
  });
});
