import { MarkdownPageEvent } from 'typedoc-plugin-markdown';

/** What a reader needs last. */
const last = ['Type Parameters', 'Extends', 'Extended by', 'Implements', 'Implemented by'];

/**
 * A plugin of TypeDoc: moves type parameters and base types behind what they are of, such as the table of options. Drops
 * tables of type parameters that say no more than the signature, and lines between members, which have headings.
 */
export function load(app) {
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    const text = page.contents
      ?.replace(/^\*\*\*\n+/gm, '')
      .replace(
        /^#+ Type Parameters\n+\| Type Parameter \|\n\| :-+ \|\n(\|(?!.* \*extends\* ).*\|\n?)+\n*/gm,
        '',
      )
      .replace(/^(\| <a id=[^|]* \| )\\\| /gm, '$1') // the first of several types
      .replace(/^(\| <a id="(?!type-parameter).*) \| `undefined` \| /gm, '$1 | – | ');
    if (text !== undefined) page.contents = ordered(text);
  });
}

/** Moves each section whose heading is in `last` behind the other sections of the same member. */
function ordered(text) {
  const [start, ...sections] = text
    .split(/^(?=#{2,6} )/m)
    .map((part) => ({ part, ...headingOf(part) }));
  const out = [];
  const waiting = [];
  const flush = (level) => {
    while (waiting.length && waiting.at(-1).level > level) out.push(waiting.pop().part);
  };
  for (const section of sections) {
    flush(section.level);
    if (last.includes(section.title)) waiting.push(section);
    else out.push(section.part);
  }
  flush(0);
  return start.part + out.map((part) => `${part.trimEnd()}\n\n`).join('');
}

function headingOf(part) {
  const [, marks = '', title = ''] = /^(#+) (.*)$/m.exec(part) ?? [];
  return { level: marks.length, title };
}
