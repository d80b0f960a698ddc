import { Component, inject } from '@angular/core';
import { CacheService, RestEndpoint } from 'ngx-cache-query';
import { Vendor } from './vendor';

const getVendor = new RestEndpoint({ path: '/vendors/:id', schema: Vendor });

@Component({
  selector: 'app-vendor-card',
  template: `<button>{{ vendor.value()?.name ?? 'Loading …' }}</button>`,
})
export class VendorCard {
  constructor() {
    performance.mark('vendor card'); // signals to the check that the block is hydrated
  }

  protected readonly vendor = inject(CacheService).resource(getVendor, () => [{ id: 1 }]);
}

/** A page with a block that is hydrated when the user clicks the block. */
@Component({
  selector: 'app-vendor-page',
  imports: [VendorCard],
  template: `
    <h1>Vendor</h1>
    @defer (hydrate on interaction) {
      <app-vendor-card />
    }
  `,
})
export class VendorPage {}
