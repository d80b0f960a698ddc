import { Component, inject } from '@angular/core';
import { CacheService, Endpoint } from 'ngx-cache-query';
import { delay, of } from 'rxjs';
import { Product } from './product';

/** Does not use a server, so that the page can be rendered at build time. */
const getPrices = new Endpoint({
  name: 'getPrices',
  load: () => of([{ id: 1, name: 'Lamp', price: 10 }]).pipe(delay(50)),
  schema: [Product],
});

@Component({
  selector: 'app-prices-page',
  template: `
    @for (product of prices.value(); track product.id) {
      <p class="price">{{ product.name }}: {{ product.price }}</p>
    } @empty {
      <p>Loading …</p>
    }
  `,
})
export class PricesPage {
  protected readonly prices = inject(CacheService).resource(getPrices);
}
