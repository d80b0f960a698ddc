import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the built pages must have for assistive technology and for styles, and cannot get from Markdown or an option. */
const repairs = [
  // A table without headings has empty ones in Markdown.
  [/<th\b([^>]*)><\/th>/g, '<td$1></td>'],
  // The name of the button of the search is its text. On a phone, where it shows an icon only, its name is the title.
  [/(<button data-open-modal[^>]*) aria-label=/g, '$1 title='],
  [/(<span class="sl-hidden md:sl-block[^>]*) aria-hidden="true">Search</g, '$1>Search<'],
];

/** The tables of the reference have a layout of their own. */
const members = [/<table>/g, '<table class="members">'];

/** Repairs every page in a folder. */
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
