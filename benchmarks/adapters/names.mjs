/**
 * All adapters, in the order of the tables: first the floors, then this library and its version 2, then the other
 * libraries.
 */
export const allAdapterNames = [
  'least',
  'hand',
  'table',
  'ours',
  'v2',
  'ours-opaque',
  'data-client',
  'normalizr',
  'ngrx',
  'elf',
  'rtk',
  'query-core',
  'apollo',
  'tanstack-db',
];

/** The adapters of a published run. Version 2 is measured only if it is requested. */
export const adapterNames = allAdapterNames.filter((name) => name !== 'v2');

/** The floors. They are not published libraries, so it is easy for them to be faster than a library. */
export const floorNames = ['least', 'hand', 'table'];

/** For each adapter: its name in the tables, and the packages whose versions are shown. */
export const adapterInfo = {
  least: { title: 'least work', packages: [] },
  hand: { title: 'hand', packages: ['rxjs'] },
  table: { title: 'table', packages: ['rxjs'] },
  ours: { title: 'this library', packages: ['@angular/core', 'rxjs'] },
  v2: { title: 'version 2', packages: ['@angular/core', 'rxjs'] },
  'ours-opaque': { title: 'this library, opaque', packages: ['@angular/core', 'rxjs'] },
  'data-client': {
    title: 'data-client',
    packages: ['@data-client/core', '@data-client/endpoint', '@data-client/normalizr'],
  },
  normalizr: { title: 'normalizr', packages: ['normalizr', 'reselect'] },
  ngrx: { title: 'ngrx entity', packages: ['@ngrx/entity', '@ngrx/store'] },
  elf: { title: 'elf', packages: ['@ngneat/elf', '@ngneat/elf-entities'] },
  rtk: { title: 'Redux Toolkit', packages: ['@reduxjs/toolkit', 'reselect'] },
  'query-core': { title: 'query-core', packages: ['@tanstack/query-core'] },
  apollo: { title: 'Apollo', packages: ['@apollo/client', 'graphql'] },
  'tanstack-db': { title: 'TanStack DB', packages: ['@tanstack/db'] },
};
