import { type CacheService, Endpoint, Query, schema } from 'ngx-cache-query';
import { type Observable, of } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { User } from '../support/models';

declare const cache: CacheService;

describe('a Query as the schema of an endpoint', () => {
  it('makes the result of process the value of an Endpoint', () => {
    const countUsers = new Endpoint({
      load: () => of([]),
      schema: new Query(new schema.All(User), (users) => users.length),
    });
    const count$ = cache.fetch(countUsers);
    type Result = Expect<Equal<typeof count$, Observable<number>>>;
  });
});
