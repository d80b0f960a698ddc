// The index of docs/decisions.
import { documents, problems, read } from './files.mjs';

/** Checks that the index contains every record with its title. */
export function checkDecisions() {
  const index = read('docs/decisions/README.md');
  for (const page of documents.filter((file) => /^docs\/decisions\/\d/.test(file))) {
    const [, number, title] = /^# (\d{4}): (.*)$/m.exec(read(page)) ?? [];
    const row = `| [${number}](${page.slice('docs/decisions/'.length)}) | ${title} |`;
    if (!index.includes(row)) problems.push(`docs/decisions/README.md must have the row ${row}`);
  }
}
