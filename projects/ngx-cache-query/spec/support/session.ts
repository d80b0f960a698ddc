import type { DevtoolsSession } from 'ngx-cache-query/devtools';

/** A session of the devtools, as a spec finds it in a file: a todo, and the change of its title in commit 12. */
export const session: DevtoolsSession = {
  version: 1,
  name: 'cache',
  date: '2026-01-01T12:00:00.000Z',
  history: {
    tables: [
      {
        kind: 'entities',
        name: 'Todo',
        title: 'Todo',
        isKnown: true,
        rows: [[5, { id: 5, title: 'Milk' }, 1]],
        names: [],
      },
    ],
    steps: [
      { commit: 12, rows: [[0, 5, { id: 5, title: 'Oats' }, 1]], known: [] },
      { commit: 13, rows: [[0, 5, null, 1]], known: [] },
    ],
  },
  commits: [
    {
      id: 12,
      time: 0,
      cause: { kind: 'write' },
      rows: [{ table: 'Todo', pk: '5', kind: 'changed', fields: ['title'] }],
      queries: [],
    },
    {
      id: 13,
      time: 0,
      cause: { kind: 'write' },
      rows: [{ table: 'Todo', pk: '5', kind: 'removed', fields: ['id', 'title'] }],
      queries: [],
    },
  ],
  requests: [],
};
