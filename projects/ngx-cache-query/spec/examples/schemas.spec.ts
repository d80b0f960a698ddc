// The examples of Scalar, EntityMixin, static process, and a Query used as a schema. A guide or a docstring shows each
// region.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  Entity,
  EntityMixin,
  Query,
  RestEndpoint,
  Scalar,
  schema,
  toValues,
  typed,
} from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { watch } from '../support/watch';

// #region scalar-entity
class Company extends Entity {
  static override readonly key: string = 'Company';
  readonly id: string = '';
  readonly name: string = '';
  readonly share: number = 0; // of a portfolio
  readonly count: number = 0; // in a portfolio
}
const companyIn = new Scalar(Company, {
  lens: ({ portfolio }: { portfolio: string }) => portfolio,
  fields: ['share', 'count'],
});
// #endregion

// #region scalar-endpoints
const getCompanies = new RestEndpoint({
  path: '/portfolios/:portfolio/companies',
  schema: [companyIn], // [{ id, name, share, count }]
});
const getColumns = new RestEndpoint({
  path: '/portfolios/:portfolio/columns',
  schema: [companyIn.columns], // [{ id, share, count }]
});
// #endregion

// #region scalar-of
const companiesIn = companyIn.of(new schema.All(Company));
const invested = new Query(companiesIn, (companies) => companies.filter(({ count }) => count > 0));
// #endregion

// #region tuples
class Bid extends Entity {
  readonly price: number = 0;
  readonly amount: number = 0;
  override pk() {
    return this.price;
  }
  static override process([price, amount]: [number, number]) {
    return { price, amount };
  }
}
const getBids = new RestEndpoint({ path: '/bids', schema: [Bid] }); // [[100, 2], [101, 5]]
// #endregion

// #region mixin
class User {
  id = '';
  name = '';
  get label() {
    return `${this.name} (${this.id})`;
  }
}
class UserEntity extends EntityMixin(User, { key: 'User' }) {}
const getUser = new RestEndpoint({ path: '/users/:id', schema: UserEntity });
// #endregion

class Price {
  sku = '';
  amount = 0;
}
// #region mixin-options
class PriceEntity extends EntityMixin(Price, { key: 'Price', pk: 'sku' }) {}
// #endregion

// #region todo
class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
}
// #endregion

// #region query-schema
const openTitles = new Query(new Collection([Todo]), (todos, { limit }: { limit: number }) =>
  todos
    .filter(({ done }) => !done)
    .slice(0, limit)
    .map(({ title }) => title),
);
const getOpenTitles = new RestEndpoint({
  path: '/todos',
  searchParams: typed<{ limit: number }>(),
  schema: openTitles,
});
// #endregion

describe('the example of', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
  });

  it('Scalar shows several lenses at once', () => {
    watch(cache.fetch(getCompanies, { portfolio: 'growth' }));
    const all = [{ id: 'acme', name: 'Acme', share: 0.5, count: 10 }];
    http.expectOne('/portfolios/growth/companies').flush(all);
    watch(cache.fetch(getColumns, { portfolio: 'income' }));
    http.expectOne('/portfolios/income/columns').flush([{ id: 'acme', share: 0.1, count: 0 }]);
    const prices$ = new Subject<unknown>();
    // #region scalar-read
    const growth$ = cache.select(companyIn, { id: 'acme', portfolio: 'growth' });
    const income$ = cache.select(companyIn, { id: 'acme', portfolio: 'income' });
    // #endregion
    // #region scalar-of-read
    const table$ = cache.select(companiesIn, { portfolio: 'growth' }); // Observable<Company[] | undefined>
    // #endregion
    const seen = [growth$, income$].map(watch);
    const table = watch(table$);
    // #region scalar-at
    const inGrowth = companyIn.at({ portfolio: 'growth' });
    cache.set(inGrowth, { id: 'acme', share: 0.6 });
    cache.connect(prices$, [inGrowth.columns]);
    // #endregion
    prices$.next([{ id: 'acme', count: 12 }]);
    expect(seen.map(({ last }) => [last?.name, last?.share, last?.count])).toEqual([
      ['Acme', 0.6, 12],
      ['Acme', 0.1, 0],
    ]);
    expect(seen.map(({ values }) => values.length)).toEqual([3, 1]);
    expect(table.last?.[0]).toBe(seen[0].last!);
    expect(cache.get(invested, { portfolio: 'income' })).toEqual([]);
  });

  it('Scalar in its docstrings', () => {
    const prices$ = new Subject<unknown>();
    // #region scalar-docstring
    const companyIn = new Scalar(Company, {
      lens: ({ portfolio }: { portfolio: string }) => portfolio,
      fields: ['share', 'count'],
    });
    const getColumns = new RestEndpoint({
      path: '/portfolios/:portfolio/columns',
      schema: [companyIn.columns],
    });
    cache.select(companyIn, { id: 'acme', portfolio: 'growth' }); // Observable<Company | undefined>
    // #endregion
    // #region scalar-docstring-of
    const companiesIn = companyIn.of(new schema.All(Company));
    cache.select(companiesIn, { portfolio: 'growth' }); // Observable<Company[] | undefined>
    // #endregion
    // #region scalar-docstring-at
    cache.connect(prices$, [companyIn.at({ portfolio: 'growth' }).columns]);
    // #endregion
    expect([getColumns.name, cache.get(companiesIn, { portfolio: 'a' })]).toEqual([
      'GET /portfolios/:portfolio/columns',
      undefined,
    ]);
  });

  it('static process makes entities of arrays', () => {
    const seen = watch(cache.fetch(getBids));
    http.expectOne('/bids').flush([
      [100, 2],
      [101, 5],
    ]);
    expect(seen.last?.map(({ amount }) => amount)).toEqual([2, 5]);
    expect(cache.get(Bid, 101)?.amount).toBe(5);
  });

  it('EntityMixin makes entities of a model class', () => {
    expect(PriceEntity.fromJS({ sku: 'T-1' }).pk()).toBe('T-1');
    const seen = watch(cache.watch(getUser, { id: 'a' }).pipe(toValues()));
    http.expectOne('/users/a').flush({ id: 'a', name: 'Ada' });
    expect([seen.last?.label, seen.last instanceof User]).toEqual(['Ada (a)', true]);
  });

  it('a Query is the schema of an endpoint', () => {
    const seen = watch(cache.watch(getOpenTitles, { limit: 2 }).pipe(toValues())); // Observable<string[]>
    const todos = [1, 2, 3].map((id) => ({ id, title: `t${id}` }));
    http.expectOne('/todos?limit=2').flush(todos);
    cache.set(Todo, { id: 1, done: true });
    expect(seen.values).toEqual([
      ['t1', 't2'],
      ['t2', 't3'],
    ]);
  });
});
