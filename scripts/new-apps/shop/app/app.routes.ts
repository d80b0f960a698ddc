import type { Routes } from '@angular/router';
import { NotesPage } from './notes-page';
import { PricesPage } from './prices-page';
import { ProductPage } from './product-page';
import { ProductsPage } from './products-page';
import { VendorPage } from './vendor-page';

export const routes: Routes = [
  { path: '', component: ProductsPage },
  { path: 'products/:id', component: ProductPage },
  { path: 'prices', component: PricesPage },
  { path: 'vendor', component: VendorPage },
  { path: 'users/:user', component: NotesPage },
];
