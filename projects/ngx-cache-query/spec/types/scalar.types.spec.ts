import {
  type CacheService,
  type Denormalize,
  Entity,
  Query,
  RestEndpoint,
  Scalar,
  schema,
  toValues,
} from 'ngx-cache-query';
import type { Observable } from 'rxjs';
import type { Equal, Expect } from '../support/expect-type';
import { User } from '../support/models';

declare const cache: CacheService;

class Company extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly pct: number = 0;
}
const companyIn = new Scalar(Company, {
  lens: ({ portfolio }: { portfolio: string }) => portfolio,
  fields: ['pct'],
});

describe('Scalar', () => {
  it('is read as the class, with the key and what names the lens', () => {
    const one$ = cache.select(companyIn, { id: 5, portfolio: 'a' });
    const byText = cache.get(companyIn, { id: '5', portfolio: 'a' });
    type Results = [
      Expect<Equal<typeof one$, Observable<Company | undefined>>>,
      Expect<Equal<typeof byText, Company | undefined>>,
    ];
    cache.get(companyIn, null);
    // @ts-expect-error nothing names the lens
    cache.get(companyIn, { id: 5 });
    // @ts-expect-error the lens is a text
    cache.get(companyIn, { id: 5, portfolio: 5 });
    // @ts-expect-error a key alone names no lens
    cache.get(companyIn, 5);
  });

  it('is the schema of a response whose value has entities', () => {
    const getAll = new RestEndpoint({ path: '/:portfolio/companies', schema: [companyIn] });
    const getColumns = new RestEndpoint({
      path: '/:portfolio/columns',
      schema: { data: [companyIn.columns], total: 0 },
    });
    const all$ = cache.watch(getAll, { portfolio: 'a' }).pipe(toValues());
    type Results = [
      Expect<Equal<typeof all$, Observable<Company[]>>>,
      Expect<Equal<Denormalize<typeof getColumns.schema>, { data: Company[]; total: number }>>,
    ];
  });

  it('is bound to a lens by at', () => {
    cache.set([companyIn.at({ portfolio: 'a' })], []);
    cache.set([companyIn.at({ portfolio: 'a' }).columns], []);
    // @ts-expect-error nothing names the lens
    companyIn.at({});
  });

  it('is read over a list of entities of the class', () => {
    const list$ = cache.select(companyIn.of(new schema.All(Company)), { portfolio: 'a' });
    const total = new Query(companyIn.of(new schema.All(Company)), (list) => list.length);
    const count = cache.get(total, { portfolio: 'a' });
    type Results = [
      Expect<Equal<typeof list$, Observable<Company[] | undefined>>>,
      Expect<Equal<typeof count, number | undefined>>,
    ];
    // @ts-expect-error nothing names the lens
    cache.select(companyIn.of(new schema.All(Company)));
    // @ts-expect-error these are not companies
    companyIn.of(new schema.All(User));
    // @ts-expect-error this is not a list
    companyIn.of(Company);
  });

  it('takes the names of fields, and a function that returns a text or a number', () => {
    const lens = ({ year }: { year: number }) => year;
    new Scalar(Company, { fields: ['name', 'pct'], lens });
    // @ts-expect-error there is no such field
    new Scalar(Company, { fields: ['nmae'], lens });
    // @ts-expect-error a lens is not an object
    new Scalar(Company, { fields: ['pct'], lens: (params: object) => params });
  });
});
