import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pages } from './documents.mjs';
import { root } from './entry-points.mjs';
import { toPage } from './markdown.mjs';

/** Writes the documents of the workspace as pages, and copies their images. Removes the previous files first. */
export function writePages(base) {
  const content = join(root, 'site/src/content/docs');
  const images = join(root, 'site/public/images');
  rmSync(content, { recursive: true, force: true });
  rmSync(images, { recursive: true, force: true });
  for (const [file, page] of pages) {
    const path = join(content, `${page}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, toPage(file, readFileSync(join(root, file), 'utf8'), base));
  }
  cpSync(join(root, 'docs/images'), images, { recursive: true });
}
