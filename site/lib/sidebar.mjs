import { hasIndex, pagesIn, topPages } from './documents.mjs';

/** The guides by subject, in the order in which readers need them. */
const guides = {
  Start: ['getting-started', 'back-office', 'set-up', 'concepts', 'recipes'],
  Basics: ['entities-and-relations', 'reading', 'writing', 'queries', 'views'],
  Requests: ['endpoints', 'your-api', 'fetching', 'mutations', 'freshness', 'streams', 'errors'],
  Lists: ['lists', 'schemas', 'polymorphic-lists'],
  Applications: [
    'configuration',
    'forms',
    'signing-in-and-out',
    'server-rendering',
    'testing',
    'devtools',
    'extensions',
  ],
  Migrating: [
    'migrating-from-01',
    'migrating-from-behavior-subjects',
    'migrating-from-ngrx',
    'migrating-from-tanstack-query',
  ],
};

/** The pages that are in no folder, in the order of the sidebar. */
const more = [
  'api',
  'errors',
  'versioning',
  'guarantees',
  'bundle-size',
  'alternatives',
  'comparison',
  'architecture',
  'changelog',
];

/**
 * Returns the sidebar. A new guide appears in a separate group until it is assigned to a subject.
 *
 * @param reference the sidebar group of the reference
 */
export function sidebar(reference) {
  const named = Object.values(guides).flat();
  const others = pagesIn('guides').filter((page) => !named.includes(page.slice('guides/'.length)));
  const [start, ...groups] = Object.entries(guides).map(([label, names]) => ({
    label,
    items: names.map((name) => `guides/${name}`),
  }));
  return [
    { ...start, items: [{ label: 'Overview', slug: 'index' }, ...start.items] },
    ...groups,
    ...(others.length ? [{ label: 'Other guides', items: others }] : []),
    reference,
    {
      label: 'More',
      items: [
        ...inOrder(topPages(), more),
        ...folder('Benchmarks', 'benchmarks'),
        ...folder('Decisions', 'decisions'),
      ],
    },
  ];
}

/**
 * Returns a list with the sidebar group of a folder, or an empty list if the folder has no pages. The index page comes
 * first in the group.
 */
function folder(label, name) {
  const index = hasIndex(name) ? [{ label: 'Overview', slug: name }] : [];
  const items = [...index, ...pagesIn(name)];
  return items.length ? [{ label, collapsed: true, items }] : [];
}

/** Returns the pages in the order of their names in the list, followed by the others. */
function inOrder(pages, names) {
  const named = names.filter((name) => pages.includes(name));
  return [...named, ...pages.filter((page) => !names.includes(page))];
}
