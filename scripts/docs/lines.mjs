// The lines of code that documents mention.
import { documents, problems, read } from './files.mjs';

/**
 * Checks the tables between `<!-- lines -->` and `<!-- /lines -->`. The file in each row must contain the code in the
 * row.
 */
export function checkLines() {
  for (const document of documents) {
    for (const [, table] of read(document).matchAll(/<!-- lines -->([^]*?)<!-- \/lines -->/g)) {
      for (const [, file, code] of table.matchAll(/\]\(([^)]+\.ts)\) \| `([^`]+)` \|/g)) {
        if (!read(file).includes(code)) problems.push(`${document}: ${file} has no line ${code}`);
      }
    }
  }
}
