import type { Routes } from '@angular/router';
import { PricesPage } from './prices-page';
import { ProductPage } from './product-page';
import { ProductsPage } from './products-page';

export const routes: Routes = [
  { path: '', component: ProductsPage },
  { path: 'products/:id', component: ProductPage },
  { path: 'prices', component: PricesPage },
];
