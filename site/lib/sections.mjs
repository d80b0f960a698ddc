import { MarkdownPageEvent } from 'typedoc-plugin-markdown';

/** The headings of the sections that come last. */
const last = ['Type Parameters', 'Extends', 'Extended by', 'Implements', 'Implemented by'];

/**
 * A plugin for TypeDoc that moves type parameters and base types after the main content of an export, such as the table
 * of options.
 */
export function load(app) {
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    if (page.contents !== undefined) page.contents = ordered(page.contents);
  });
}

/** Moves each section whose heading is in `last` after the other sections of the same member. */
function ordered(text) {
  const [start, ...parts] = text.split(/^(?=#{2,6} )/m);
  const out = [];
  const waiting = [];
  const flush = (level) => {
    while (waiting.length && waiting.at(-1).level > level) out.push(waiting.pop().part);
  };
  for (const part of parts) {
    const [, { length: level }, title] = /^(#+) (.*)$/m.exec(part);
    flush(level);
    if (last.includes(title)) waiting.push({ level, part });
    else out.push(part);
  }
  flush(0);
  return start + out.map((part) => `${part.trimEnd()}\n\n`).join('');
}
