import { type EnvironmentProviders, type Provider, type Type } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { TodosPage } from './page';
import { TodoStore } from './todos';

/** Starts the page with the store of a variant. Angular 22 is zoneless by default. */
export function start(
  store: Type<TodoStore>,
  providers: readonly (Provider | EnvironmentProviders)[] = [],
): void {
  bootstrapApplication(TodosPage, {
    providers: [...providers, { provide: TodoStore, useClass: store }],
  }).catch((error: unknown) => console.error(error));
}
