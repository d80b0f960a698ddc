// The variants, in the order of the table, with their names and packages.
import { isV2 } from '../builds.mjs';

export const variants = {
  floor: { title: 'by hand, a signal per text', packages: [] },
  'floor-list': { title: 'by hand, a signal per list', packages: [] },
  ours: { title: 'this library, signals', packages: ['ngx-cache-query'] },
  'ours-async': { title: 'this library, async pipe', packages: ['ngx-cache-query', 'rxjs'] },
  ngrx: { title: '@ngrx/signals', packages: ['@ngrx/signals'] },
  tanstack: {
    title: 'TanStack Query',
    packages: ['@tanstack/angular-query-experimental'],
  },
  apollo: { title: 'apollo-angular', packages: ['apollo-angular', '@apollo/client'] },
  v2: { title: 'version 2, signals', packages: [] },
  'v2-async': { title: 'version 2, async pipe', packages: [] },
};

/** The variants in the published tables. */
export const published = Object.keys(variants).filter((name) => !isV2(name));

/** The variants that are not published libraries. These stores work only for this page. */
export const floors = ['floor', 'floor-list'];

/** The actions with their sizes, and their names in the table. */
export const rows = [
  row('show', 1_000, 'show 1,000 rows'),
  row('show', 10_000, 'show 10,000 rows'),
  row('change', 1_000, 'change one of 1,000 rows: list, detail and count'),
  row('change', 10_000, 'change one of 10,000 rows: list, detail and count'),
  row('title', 1_000, 'change the title of one of 1,000 rows: only the list'),
  row('title', 10_000, 'change the title of one of 10,000 rows: only the list'),
  row('user', 1_000, 'change a user in 1,000 of 1,000 rows'),
  row('user', 10_000, 'change a user in 1,000 of 10,000 rows'),
  row('filter', 1_000, 'filter 1,000 rows to 500'),
  row('unfilter', 1_000, 'show all 1,000 rows instead of 500'),
  row('sort', 1_000, 'sort 1,000 rows'),
  row('sort', 10_000, 'sort 10,000 rows'),
  row('insert', 1_000, 'insert one row into 1,000'),
  row('insert', 10_000, 'insert one row into 10,000'),
  row('remove', 1_000, 'remove one of 1,000 rows'),
  row('remove', 10_000, 'remove one of 10,000 rows'),
];

/** Whether `--quick` omits a row. */
export function isLong({ action, size }) {
  return size > 1_000 && !['show', 'change', 'title'].includes(action);
}

function row(action, size, title) {
  return { action, size, title };
}
