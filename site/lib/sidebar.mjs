import { hasIndex, pagesIn, topPages } from './documents.mjs';

/** Where a reader begins. */
const start = ['guides/getting-started', 'guides/set-up'];

/** Guides in the order in which a reader needs them. */
const guides = [
  'guides/entities-and-relations',
  'guides/fetching',
  'guides/queries',
  'guides/lists',
  'guides/mutations',
  'guides/forms',
  'guides/views',
  'guides/freshness',
];

/** Documents beside the folders. */
const more = ['guarantees', 'bundle-size', 'comparison', 'architecture', 'changelog'];

/**
 * Returns the sidebar. A new document appears at the end of its group.
 *
 * @param reference the group of the reference
 */
export function sidebar(reference) {
  const rest = pagesIn('guides').filter((page) => !start.includes(page));
  return [
    { label: 'Start', items: [{ label: 'Overview', slug: 'index' }, ...start] },
    { label: 'Guides', items: inOrder(rest, guides) },
    ...folder('Concepts', 'concepts', { collapsed: false }),
    reference,
    ...folder('Errors', 'errors'),
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

/** The group of a folder, if it has pages: its own page, then the others. */
function folder(label, name, { collapsed = true } = {}) {
  const index = hasIndex(name) ? [{ label: 'Overview', slug: name }] : [];
  const items = [...index, ...pagesIn(name)];
  return items.length ? [{ label, collapsed, items }] : [];
}

/** The pages that are named, in that order, then the others. */
function inOrder(pages, names) {
  const named = names.filter((name) => pages.includes(name));
  return [...named, ...pages.filter((page) => !names.includes(page))];
}
