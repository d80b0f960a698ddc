import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Changes to the built pages for assistive technology and for styles. Neither Markdown nor an option can make these
 * changes.
 */
const repairs = [
  // In Markdown, a table without headings has empty heading cells.
  [/<th\b([^>]*)><\/th>/g, '<td$1></td>'],
  // The text of the search button is its accessible name. On a phone, the button shows only an icon, so its title is
  // its name.
  [/(<button data-open-modal[^>]*) aria-label=/g, '$1 title='],
  [/(<span class="sl-hidden md:sl-block[^>]*) aria-hidden="true">Search</g, '$1>Search<'],
];

/** The change that gives the tables of the reference their own layout. */
const members = [/<table>/g, '<table class="members">'];

/** Applies `repairs` to every page in a folder, and `members` to the pages of the reference. */
export function finishPages(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((each) => each.endsWith('.html'))) {
    const path = join(folder, file);
    const html = readFileSync(path, 'utf8');
    const isReference = file.startsWith('reference');
    const next = (isReference ? [...repairs, members] : repairs).reduce(
      (text, [found, put]) => text.replace(found, put),
      html,
    );
    if (next !== html) writeFileSync(path, next);
  }
}
