// The pages in docs/errors.
import { documents, library, problems, read, save } from './files.mjs';

/** Checks that each code has a page with its name and with a message that a spec contains. */
export function checkErrorPages() {
  const source = read(`${library}/src/util/cache-error.ts`);
  const table = /export const CacheErrorCode = \{([\s\S]*?)\} as const/.exec(source)[1];
  const codes = [...table.matchAll(/(\w+): '(NCQ\d{4})',/g)];
  const seen = read(`${library}/spec/examples/errors.spec.ts`).replaceAll(String.raw`\'`, "'");
  const index = documents.includes('docs/errors/README.md') ? read('docs/errors/README.md') : '';
  for (const [, name, code] of codes) {
    const page = `docs/errors/${code}.md`;
    if (!documents.includes(page)) {
      problems.push(`Error ${code} (${name}) has no page ${page}.`);
      continue;
    }
    const text = read(page);
    if (!text.startsWith(`# ${code}: ${name}\n`)) {
      problems.push(`${page} must begin with "# ${code}: ${name}".`);
    }
    const message = new RegExp(`'(${code}: .*)'`).exec(seen)?.[1];
    const next = text.replace(/^```text\n.*\n```$/m, `\`\`\`text\n${message}\n\`\`\``);
    if (message === undefined) problems.push(`No example in errors.spec.ts causes error ${code}.`);
    else if (!text.includes('```text\n')) problems.push(`${page} has no \`\`\`text block.`);
    else save(page, text, next, `the message is "${message}".`);
    if (!index.includes(`[${code}](${code}.md) | \`${name}\``)) {
      problems.push(
        `docs/errors/README.md must have the row | [${code}](${code}.md) | \`${name}\` | …`,
      );
    }
  }
  const known = new Set(codes.map(([, , code]) => `docs/errors/${code}.md`));
  for (const page of documents.filter((file) => /^docs\/errors\/NCQ/.test(file))) {
    if (!known.has(page)) problems.push(`${page} does not belong to any error code.`);
  }
}
