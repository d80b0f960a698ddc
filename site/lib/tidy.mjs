import { MarkdownPageEvent } from 'typedoc-plugin-markdown';

/** What is said otherwise on the pages of the reference, or not at all. */
const changes = [
  // Lines between members, which have headings.
  [/^\*\*\*\n+/gm, ''],
  // Tables of type parameters that say no more than the signature.
  [
    /^#+ Type Parameters\n+\| Type Parameter \|\n\| :-+ \|\n(\|(?!.* \*extends\* ).*\|\n?)+\n*/gm,
    '',
  ],
  // The bar before the first of several types.
  [/^(\| <a id=[^|]* \| )\\\| /gm, '$1'],
  // The default of an option without one.
  [/^(\| <a id="(?!type-parameter).*) \| `undefined` \| /gm, '$1 | – | '],
  // Long lines of signatures, which are not formatted as the examples are.
  [/^(?<!Example\n\n)```ts$/gm, '```ts wrap'],
  // The words of TypeDoc for entry points.
  [/^## Modules$/m, '## Entry points'],
  [/^\| Module \|/m, '| Entry point |'],
];

/** A plugin of TypeDoc: makes the pages shorter, and easier to read on a phone. */
export function load(app) {
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = changes.reduce(
      (text, [found, put]) => text?.replace(found, put),
      page.contents,
    );
  });
}
