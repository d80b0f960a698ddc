// The variants of the page, in the order of the tables, with the packages that they use. `npm run size:apps` compares
// the other variants with the first one.
import { isV2, versionOf } from './build.mjs';

const tanstack = ['@tanstack/angular-query-experimental'];
const ngrx = ['@ngrx/store', '@ngrx/effects', '@ngrx/entity'];

export const variants = {
  plain: { title: '`HttpClient` with a signal', packages: [] },
  subject: { title: 'A service with BehaviorSubjects', packages: [] },
  ours: { title: 'ngx-cache-query', packages: ['ngx-cache-query'] },
  tanstack: { title: 'TanStack Query', packages: tanstack },
  'tanstack-fixed': { title: 'TanStack Query, one import fixed', packages: tanstack },
  ngrx: { title: 'NgRx: store, effects, entity', packages: ngrx },
  apollo: { title: 'Apollo Angular', packages: ['apollo-angular', '@apollo/client', 'graphql'] },
  v2: { title: 'ngx-cache-query, version 2', packages: [] },
  'plain-readme': { title: '`HttpClient` with a signal, page of the README', packages: [] },
  'ours-readme': { title: 'ngx-cache-query, page of the README', packages: ['ngx-cache-query'] },
  'v2-readme': { title: 'ngx-cache-query, version 2, page of the README', packages: [] },
  'tanstack-readme': { title: 'TanStack Query, page of the README', packages: tanstack },
  'tanstack-fixed-readme': {
    title: 'TanStack Query, one import fixed, page of the README',
    packages: tanstack,
  },
  'ngrx-readme': { title: 'NgRx: store, effects, entity, page of the README', packages: ngrx },
};

/** Whether a variant shows the page of readme.ts, and not the page of page.ts. */
export function isReadme(name) {
  return name.endsWith('-readme');
}

/** The variants in the published tables. */
export const published = Object.keys(variants).filter((name) => !isReadme(name) && !isV2(name));

/** Returns the versions of Angular and of the packages that the given variants use. */
export function versionsOf(names) {
  const packages = ['@angular/core', ...names.flatMap((name) => variants[name].packages)];
  return Object.fromEntries(packages.map((name) => [name, versionOf(name)]));
}
