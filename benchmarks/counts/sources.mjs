// Counts the source files and lines of the library, without specs and schematics.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const left = [/^(spec|schematics|docs|node_modules)\//, /\.(spec|types)\.ts$/, /\.d\.ts$/];

/** Returns the counts for a checkout. The share of the comments is a percentage of the lines that are not empty. */
export function sourceCounts(checkout) {
  const cwd = join(checkout, 'projects', 'ngx-cache-query');
  const files = globSync('**/*.ts', { cwd }).filter(
    (file) => !left.some((pattern) => pattern.test(file.replaceAll('\\', '/'))),
  );
  const lines = files.flatMap((file) =>
    readFileSync(join(cwd, file), 'utf8').trimEnd().split('\n'),
  );
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  const comments = texts.filter((line) => /^(\/\/|\/\*|\*( |\/|$))/.test(line)); // formatted by prettier
  return {
    files: files.length,
    lines: lines.length,
    code: texts.length - comments.length,
    comments: Number(((comments.length / texts.length) * 100).toFixed(1)),
  };
}
