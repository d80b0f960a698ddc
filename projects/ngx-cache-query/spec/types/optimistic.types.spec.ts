import { Endpoint, optimistic, RestEndpoint, restEndpoints, typed } from 'ngx-cache-query';
import { EMPTY } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { User } from '../support/models';

describe('optimistic', () => {
  it('receives the arguments of an endpoint with their types', () => {
    new Endpoint({
      load: (_id: number, _fields: { readonly name: string }) => EMPTY,
      schema: User,
      sideEffect: true,
      optimistic: ({ get }, id, fields) => {
        const same: [Expect<Equal<typeof id, number>>, Expect<Equal<typeof fields.name, string>>] =
          [true, true];
        return get(User, String(id)) && optimistic({ id, ...fields, same });
      },
    });
  });

  it('receives the parameters and the body of a REST endpoint with their types', () => {
    new RestEndpoint({
      path: '/users/:id',
      method: 'PATCH',
      body: typed<{ readonly name: string }>(),
      schema: User,
      optimistic: (_, params, body) => {
        const same: Expect<Equal<typeof body.name, string>> = true;
        // @ts-expect-error: the path has no such parameter
        void params.other;
        return optimistic({ id: params.id, ...body, same });
      },
    });
  });

  describe('of an endpoint whose parameters can be left out', () => {
    const { getList } = restEndpoints({
      path: '/users/:id',
      schema: User,
      searchParams: typed<{ readonly team: string }>(),
      body: typed<{ readonly name: string }>(),
    });
    type Call = Parameters<typeof getList.push.load>;

    it('can declare the arguments of the call', () => {
      const create = getList.push.extend({
        optimistic: (_, ...args: Call) => {
          const body = args.length === 1 ? args[0] : args[1];
          const team = args.length === 1 ? undefined : args[0].team;
          const same: [
            Expect<Equal<typeof body.name, string>>,
            Expect<Equal<typeof team, string | undefined>>,
          ] = [true, true];
          return optimistic({ ...body, team, same });
        },
      });
      const calls: Expect<Equal<Parameters<typeof create.load>, Call>> = true;
      void calls;
    });

    it('can leave arguments out, and infers the others', () => {
      getList.push.extend({ optimistic: () => undefined });
      getList.push.extend({ optimistic: (_, paramsOrBody) => optimistic(paramsOrBody) });
      getList.push.extend({
        optimistic: (_, paramsOrBody, body) => {
          const same: Expect<Equal<typeof body, { readonly name: string } | undefined>> = true;
          return optimistic({ ...paramsOrBody, ...body, same });
        },
      });
    });

    it('cannot declare other arguments', () => {
      getList.push.extend({
        // @ts-expect-error: the body has no such field
        optimistic: (_, body: { readonly title: number }) => optimistic(body),
      });
    });
  });
});
