// The documents of the workspace, how the checks read and update them, and the problems that they find.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const library = 'projects/ngx-cache-query';

/** Whether the checks update the generated parts instead of reporting them. */
export const write = process.argv.includes('--write');

/** The problems, one line each. */
export const problems = [];

/** All Markdown files, including the copies for the package in the folder of the library. */
export const markdownFiles = filesBelow('');

/** The documents that are written by hand. */
export const documents = markdownFiles.filter((file) => !file.startsWith(`${library}/`));

/** Returns the Markdown files in a folder and its subfolders. */
function filesBelow(folder) {
  const skipped = /(^|\/)(node_modules|dist|temp|coverage|goldens|out-tsc|\.[^/]+)(\/|$)/;
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (skipped.test(path) || path === 'site/src/content') return [];
      if (entry.isDirectory()) return filesBelow(path);
      return entry.name.endsWith('.md') ? [path] : [];
    })
    .sort();
}

/** Returns the text of a file. */
export function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

/** Writes the new text of a file, if the checks may update files. */
export function save(file, text, next) {
  if (!write || next === text) return;
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), next);
}

/** Returns the files in a folder of the library and in its subfolders, with their paths in the workspace. */
export function libraryFiles(folder = '') {
  const path = join(library, folder);
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((file) =>
    join(path, file).split(sep).join('/'),
  );
}
