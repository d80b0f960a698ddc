import { pagesIn } from './documents.mjs';

/** Guides in the order in which a reader needs them. Those that are not here come after them. */
const first = [
  'entities-and-relations',
  'fetching',
  'queries',
  'lists',
  'mutations',
  'forms',
  'views',
  'freshness',
];

const start = ['guides/getting-started', 'guides/set-up'];

/**
 * Returns the sidebar.
 *
 * @param reference the group of the reference
 */
export function sidebar(reference) {
  const guides = pagesIn('guides').filter((page) => !start.includes(page));
  const concepts = pagesIn('concepts');
  return [
    { label: 'Start', items: [{ label: 'Overview', slug: 'index' }, ...start] },
    { label: 'Guides', items: inOrder(guides) },
    ...(concepts.length ? [{ label: 'Concepts', items: concepts }] : []),
    reference,
    {
      label: 'Errors',
      collapsed: true,
      items: [{ label: 'All errors', slug: 'errors' }, ...lower(pagesIn('errors'))],
    },
    {
      label: 'More',
      items: [
        'guarantees',
        'bundle-size',
        {
          label: 'Benchmarks',
          collapsed: true,
          items: ['benchmarks', 'benchmarks/browser', 'benchmarks/load'],
        },
        'comparison',
        'architecture',
        {
          label: 'Decisions',
          collapsed: true,
          items: [{ label: 'All decisions', slug: 'decisions' }, ...lower(pagesIn('decisions'))],
        },
        'changelog',
      ],
    },
  ];
}

function inOrder(guides) {
  const place = (page) => {
    const at = first.indexOf(page.slice('guides/'.length));
    return at < 0 ? first.length : at;
  };
  return guides.toSorted((a, b) => place(a) - place(b));
}

/** Astro names pages in lower case. */
function lower(names) {
  return names.map((name) => name.toLowerCase());
}
