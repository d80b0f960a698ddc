// The page of errors.
import { library, problems, read } from './files.mjs';

const page = 'docs/errors.md';

/** Checks that the page has an entry for each code, with its name, in the order of the codes. */
export function checkErrors() {
  const source = read(`${library}/src/util/cache-error.ts`);
  const codes = [...source.matchAll(/(\w+): '(NCQ\d{4})',/g)];
  const entries = codes.map(([, name, code]) => `### ${code}\n\n\`${name}\`: `);
  const found = read(page).match(/^### NCQ\d{4}\n\n`\w+`: /gm) ?? [];
  for (const entry of entries) {
    if (!found.includes(entry)) problems.push(`${page} must contain ${JSON.stringify(entry)}.`);
  }
  if (String(found) !== String(entries)) problems.push(`${page} has other codes than the library.`);
}
