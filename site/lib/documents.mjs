import { existsSync, readdirSync } from 'node:fs';
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

for (const file of Object.keys(others)) {
  if (!existsSync(join(root, file))) throw new Error(`The site needs the document ${file}.`);
}

/** The pages in a folder of the site, without its index. */
export function pagesIn(folder) {
  return [...pages.values()].filter((page) => page.startsWith(`${folder}/`) && !isIndex(page));
}

/** The address of a page, such as `/docs/errors/ncq1001/`. Astro writes addresses in lower case. */
export function addressOf(page, base) {
  const path = page.toLowerCase().replace(/(^|\/)index$/, '$1');
  return `${base}/${path}${path === '' || path.endsWith('/') ? '' : '/'}`;
}

function isIndex(page) {
  return page.endsWith('/index');
}
