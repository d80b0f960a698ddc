import { Component, inject } from '@angular/core';
import { ActivatedRoute } from '@angular/router';
import { CacheService } from 'ngx-cache-query';
import { productEndpoints } from './product-endpoints';

@Component({
  selector: 'app-product-page',
  template: `
    @if (product.hasValue()) {
      <h1>{{ product.value().name }}</h1>
      <p>{{ product.value().price }}</p>
    } @else if (product.error(); as error) {
      <p role="alert">{{ error.status === 404 ? 'No such product' : 'Failed' }}</p>
    } @else {
      <p>Loading …</p>
    }
  `,
})
export class ProductPage {
  private readonly id = inject(ActivatedRoute).snapshot.params['id'] as string;
  protected readonly product = inject(CacheService).resource(productEndpoints.get, () => [
    { id: this.id },
  ]);
}
