import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './entry-points.mjs';

/** Documents beside the folder `docs`, with their pages. */
const others = {
  'README.md': 'index',
  'ARCHITECTURE.md': 'architecture',
  'CHANGELOG.md': 'changelog',
  'benchmarks/README.md': 'benchmarks/index',
  'benchmarks/browser/README.md': 'benchmarks/browser',
  'benchmarks/load/README.md': 'benchmarks/load',
};

/** The page of each document: paths in the workspace, to paths in the site without an extension. */
export const pages = new Map([
  ...Object.entries(others),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => [`docs/${file}`, file.replace(/\.md$/, '').replace(/README$/, 'index')]),
]);

/** Astro names pages in lower case. */
const slugs = [...pages.values()].map((page) => page.toLowerCase());

/** The pages in a folder of the site, as the sidebar names them, without the folder's own page. */
export function pagesIn(folder) {
  return slugs.filter((page) => page.startsWith(`${folder}/`) && page !== `${folder}/index`);
}

/** Whether a folder of the site has a page of its own. */
export function hasIndex(folder) {
  return slugs.includes(`${folder}/index`);
}

/** The pages in no folder, without the first page. */
export function topPages() {
  return slugs.filter((page) => !page.includes('/') && page !== 'index');
}

/** The address of a page, such as `/docs/errors/ncq1001/`. */
export function addressOf(page, base) {
  const path = page.toLowerCase().replace(/(^|\/)index$/, '$1');
  return `${base}/${path}${path === '' || path.endsWith('/') ? '' : '/'}`;
}
