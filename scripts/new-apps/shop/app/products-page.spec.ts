import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { provideCache, withRest, withRetry } from 'ngx-cache-query';
import {
  CacheTesting,
  entityFactory,
  failure,
  inTurn,
  provideCacheTesting,
  respondTo,
} from 'ngx-cache-query/testing';
import { Product } from './product';
import { productEndpoints } from './product-endpoints';
import { ProductsPage } from './products-page';
import { Vendor } from './vendor';

const newVendor = entityFactory(Vendor, (n) => ({ id: n, name: `Vendor ${n}` }));
const newProduct = entityFactory(Product, (n) => ({
  id: n,
  name: `Product ${n}`,
  vendor: newVendor(),
}));

describe('ProductsPage', () => {
  it('shows products from a fixture', async () => {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        provideCache(withRest({ urlPrefix: '/api' }), withRetry()),
        provideCacheTesting({
          fixtures: [respondTo(productEndpoints.getList, inTurn(failure(503), newProduct.list(2)))],
        }),
      ],
    });
    const testing = TestBed.inject(CacheTesting);
    const fixture = TestBed.createComponent(ProductsPage);
    fixture.autoDetectChanges();
    expect(fixture.nativeElement.textContent).toContain('Loading');
    await testing.clock.advance(1_000); // the retry
    await fixture.whenStable();
    expect(fixture.nativeElement.querySelector('h1').textContent).toBe('2 products');
    expect(fixture.nativeElement.querySelectorAll('a').length).toBe(2);
    testing.verify();
  });

  it('shows a failure from the spec', async () => {
    TestBed.configureTestingModule({ providers: [provideRouter([]), provideCacheTesting()] });
    const testing = TestBed.inject(CacheTesting);
    const fixture = TestBed.createComponent(ProductsPage);
    fixture.autoDetectChanges();
    testing.expectRequest(productEndpoints.getList).fail(500);
    await fixture.whenStable();
    expect(fixture.nativeElement.textContent).toContain('Failed');
    testing.verify();
  });
});
