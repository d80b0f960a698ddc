// The documents of the workspace, how the checks read and update them, and the problems that they find.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const library = 'projects/ngx-cache-query';

/** Whether the checks update the generated parts instead of reporting them. */
export const write = process.argv.includes('--write');

/** The problems, one line each. */
export const problems = [];

/** All documents of the workspace. */
export const documents = filesIn('{*,{docs,benchmarks,site}/**/*}.md').filter(
  (file) => !/node_modules|^site\/(src|dist)\//.test(file),
);

/** Returns the files that match a pattern, with slashes. */
export function filesIn(pattern) {
  return globSync(pattern, { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .sort();
}

/** Returns the text of a file. */
export function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

/** Writes the new text of a file, or reports that the file is out of date. */
export function save(file, text, next, problem) {
  if (next === text) return;
  if (write) writeFileSync(join(root, file), next);
  else problems.push(`${file}: ${problem}`);
}
