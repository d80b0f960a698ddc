import { MarkdownPageEvent } from 'typedoc-plugin-markdown';

/** Changes to the text that TypeDoc generates. */
const changes = [
  // Removes lines between members, because members have headings.
  [/^\*\*\*\n+/gm, ''],
  // Removes tables of type parameters that only repeat the signature.
  [
    /^#+ Type Parameters\n+\| Type Parameter \|\n\| :-+ \|\n(\|(?!.* \*extends\* ).*\|\n?)+\n*/gm,
    '',
  ],
  // Removes the bar before the first of several types.
  [/^(\| <a id=[^|]* \| )\\\| /gm, '$1'],
  // Replaces the default `undefined` of an option that has no default.
  [/^(\| <a id="(?!type-parameter).*) \| `undefined` \| /gm, '$1 | – | '],
  // Wraps long lines of signatures, which are not formatted like the examples.
  [/^(?<!Example\n\n)```ts$/gm, '```ts wrap'],
  // Replaces TypeDoc's words for entry points.
  [/^## Modules$/m, '## Entry points'],
  [/^\| Module \|/m, '| Entry point |'],
];

/** A plugin for TypeDoc that makes the pages shorter and easier to read on a phone. */
export function load(app) {
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = changes.reduce(
      (text, [found, put]) => text?.replace(found, put),
      page.contents,
    );
  });
}
