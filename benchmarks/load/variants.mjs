// The variants of the page, in the order of the tables, with the packages that they use. `npm run size:apps` compares
// the other variants with the first one.
import { versionOf } from './build.mjs';

const tanstack = ['@tanstack/angular-query-experimental'];

export const variants = {
  plain: { title: '`HttpClient` with a signal', packages: [] },
  subject: { title: 'A service with BehaviorSubjects', packages: [] },
  ours: { title: 'ngx-cache-query', packages: ['ngx-cache-query'] },
  tanstack: { title: 'TanStack Query', packages: tanstack },
  'tanstack-fixed': { title: 'TanStack Query, one import fixed', packages: tanstack },
  ngrx: {
    title: 'NgRx: store, effects, entity',
    packages: ['@ngrx/store', '@ngrx/effects', '@ngrx/entity'],
  },
  apollo: { title: 'Apollo Angular', packages: ['apollo-angular', '@apollo/client', 'graphql'] },
};

/** Returns the versions of Angular and of the packages that the given variants use. */
export function versionsOf(names) {
  const packages = ['@angular/core', ...names.flatMap((name) => variants[name].packages)];
  return Object.fromEntries(packages.map((name) => [name, versionOf(name)]));
}
