import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { productEndpoints } from './product-endpoints';

@Component({
  selector: 'app-products-page',
  imports: [RouterLink],
  template: `
    @if (products.hasValue()) {
      <h1>{{ products.value().length }} products</h1>
      @for (product of products.value(); track product.id) {
        <a [routerLink]="['/products', product.id]"
          >{{ product.name }} of {{ product.vendor.name }}</a
        >
      }
    } @else if (products.error()) {
      <p role="alert">Failed</p>
    } @else {
      <p>Loading …</p>
    }
  `,
})
export class ProductsPage {
  protected readonly products = inject(CacheService).resource(productEndpoints.getList);
}
