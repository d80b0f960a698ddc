/** All adapters, in the order of the tables: the floors, this library, the others. */
export const adapterNames = [
  'least',
  'hand',
  'table',
  'ours',
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

/** The floors, which are no published libraries: being faster than a library is easy for them. */
export const floorNames = ['least', 'hand', 'table'];

/** The packages that each one is made of, whose versions are shown; and its name in tables. */
export const adapterInfo = {
  least: { title: 'least work', packages: [] },
  hand: { title: 'hand', packages: ['rxjs'] },
  table: { title: 'table', packages: ['rxjs'] },
  ours: { title: 'this library', packages: ['@angular/core', 'rxjs'] },
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
