// The variants, in the order of the table, with their names and the packages that they are made of.
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
};

/** What is no published library: it serves this page and nothing else. */
export const floors = ['floor', 'floor-list'];

/** The actions with their sizes, and what the table calls them. */
export const rows = [
  row('show', 1_000, '1,000 rows of a response'),
  row('show', 10_000, '10,000 rows of a response'),
  row('change', 1_000, 'one of 1,000 changes: in the list, the detail, the count'),
  row('change', 10_000, 'one of 10,000 changes: the same'),
  row('title', 1_000, 'one title of 1,000 changes: in the list alone'),
  row('title', 10_000, 'one title of 10,000 changes: the same'),
  row('user', 1_000, 'one user changes, in 1,000 of 1,000 rows'),
  row('user', 10_000, 'one user changes, in 1,000 of 10,000 rows'),
  row('filter', 1_000, '1,000 filtered to 500'),
  row('unfilter', 1_000, '500, and all 1,000 again'),
  row('sort', 1_000, '1,000 in another order'),
  row('sort', 10_000, '10,000 in another order'),
  row('insert', 1_000, 'one more among 1,000'),
  row('insert', 10_000, 'one more among 10,000'),
  row('remove', 1_000, 'one less of 1,000'),
  row('remove', 10_000, 'one less of 10,000'),
];

/** What `--quick` leaves out. */
export function isLong({ action, size }) {
  return size > 1_000 && !['show', 'change', 'title'].includes(action);
}

function row(action, size, title) {
  return { action, size, title };
}
