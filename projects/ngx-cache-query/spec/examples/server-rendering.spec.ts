// The examples in docs/guides/server-rendering.md. The guide shows each region unchanged.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import {
  type ApplicationConfig,
  Component,
  effect,
  inject,
  input,
  RESPONSE_INIT,
  type Signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideClientHydration } from '@angular/platform-browser';
import {
  CacheService,
  Collection,
  Entity,
  provideCache,
  RestEndpoint,
  toValues,
  withRest,
} from 'ngx-cache-query';
import { withHydration } from 'ngx-cache-query/hydration';
import { hydrateComponents } from '../support/hydrated';
import { RenderedPage } from '../support/rendered';
import { watch } from '../support/watch';

// #region config
const appConfig: ApplicationConfig = {
  providers: [
    provideHttpClient(),
    provideClientHydration(),
    provideCache(withRest({ urlPrefix: '/api' }), withHydration()),
  ],
};
// #endregion

// #region transfer
class Product extends Entity {
  static override readonly key: string = 'Product';
  static override readonly transfer = ['id', 'name', 'price'];
  readonly id: number = 0;
  readonly name: string = '';
  readonly price: number = 0;
  readonly stockByWarehouse: Readonly<Record<string, number>> = {};
}

class Customer extends Entity {
  static override readonly key: string = 'Customer';
  static override readonly sensitive = true;
  readonly id: number = 0;
  readonly name: string = '';
}

const getReport = new RestEndpoint({ path: '/report', sensitive: true });
// #endregion

// #region names
const reviews = new Collection([Product], { name: 'products with reviews' });
// #endregion

// #region get-product
const getProduct = new RestEndpoint({ path: '/products/:id', schema: Product });
// #endregion

// #region status
/** Sends the status of a failed request as the status of the page. Has an effect only on a server. */
function setPageStatus(error: Signal<{ readonly status: number | undefined } | undefined>): void {
  const response = inject(RESPONSE_INIT, { optional: true });
  if (response === null) return;
  effect(() => {
    const failure = error();
    if (failure !== undefined) response.status = failure.status === 404 ? 404 : 503;
  });
}

@Component({
  selector: 'app-product',
  template: `@if (product.hasValue()) {
      <h1>{{ product.value().name }}</h1>
    } @else if (product.error()) {
      <h1>No such product</h1>
    }`,
})
class ProductPage {
  readonly id = input.required<number>();
  protected readonly product = inject(CacheService).resource(getProduct, () => [{ id: this.id() }]);

  constructor() {
    setPageStatus(this.product.error);
  }
}
// #endregion

// #region route
const routes = [
  {
    path: 'admin',
    providers: [
      provideCache(withRest({ urlPrefix: '/admin/api' }), withHydration({ id: 'admin' })),
    ],
  },
];
// #endregion

hydrateComponents([ProductPage]);

describe('guide Server rendering', () => {
  let http: HttpTestingController;
  const response: { status?: number } = {};
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: RESPONSE_INIT, useValue: response },
      ],
    });
    http = TestBed.inject(HttpTestingController);
  });

  it('sends the status of the endpoint as the status of the page', async () => {
    const fixture = TestBed.createComponent(ProductPage);
    fixture.componentRef.setInput('id', 9);
    fixture.detectChanges();
    TestBed.tick();
    http.expectOne('/products/9').flush(null, { status: 404, statusText: 'Not Found' });
    await fixture.whenStable();
    expect((fixture.nativeElement as HTMLElement).textContent).toContain('No such product');
    expect(response.status).toBe(404);
  });

  it('transfers what the classes allow', () => {
    const page = new RenderedPage().render((cache) => {
      watch(cache.watch(getProduct, { id: 1 }).pipe(toValues()));
      http
        .expectOne('/products/1')
        .flush({ id: 1, name: 'Tea', price: 3, stockByWarehouse: { x: 7 } });
      cache.set(Customer, { id: 1, name: 'Ada' });
      cache.get(Customer, 1);
      watch(cache.watch(getReport).pipe(toValues()));
      http.expectOne('/report').flush({ secret: true });
    });
    expect(page.open().get(Product, 1)?.name).toBe('Tea');
    for (const text of ['stockByWarehouse', 'Ada', 'secret']) expect(page.html).not.toContain(text);
  });

  it('has the parts that it names', () => {
    expect([appConfig.providers.length, routes.length]).toEqual([3, 1]);
    expect(reviews).toBeInstanceOf(Collection);
  });
});
