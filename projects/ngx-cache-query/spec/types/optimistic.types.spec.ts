import { Endpoint, optimistic, RestEndpoint, typed } from 'ngx-cache-query';
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
});
