import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './entry-points.mjs';

/** Documents outside the `docs` folder, with their pages. */
const others = {
  'README.md': 'index',
  'ARCHITECTURE.md': 'architecture',
  'CHANGELOG.md': 'changelog',
  'benchmarks/README.md': 'benchmarks/index',
  'benchmarks/browser/README.md': 'benchmarks/browser',
  'benchmarks/load/README.md': 'benchmarks/load',
};

/**
 * The page of each document. Maps paths in the workspace to paths in the site, without an extension and without dots,
 * which Astro removes from addresses.
 */
export const pages = new Map([
  ...Object.entries(others),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => [`docs/${file}`, pageOf(file)]),
]);

function pageOf(file) {
  return file
    .replace(/\.md$/, '')
    .replace(/README$/, 'index')
    .replaceAll('.', '');
}

/** The names of the pages in lower case, as Astro writes them. */
const slugs = [...pages.values()].map((page) => page.toLowerCase());

/**
 * Returns the pages in a folder of the site, except the folder's index page. The result contains the names that the
 * sidebar uses.
 */
export function pagesIn(folder) {
  return slugs.filter((page) => page.startsWith(`${folder}/`) && page !== `${folder}/index`);
}

/** Whether a folder of the site has an index page. */
export function hasIndex(folder) {
  return slugs.includes(`${folder}/index`);
}

/** Returns the pages that are in no folder, except the first page. */
export function topPages() {
  return slugs.filter((page) => !page.includes('/') && page !== 'index');
}

/** Returns the address of a page, such as `/docs/guides/lists/`. */
export function addressOf(page, base) {
  const path = page.toLowerCase().replace(/(^|\/)index$/, '$1');
  return `${base}/${path}${path === '' || path.endsWith('/') ? '' : '/'}`;
}
