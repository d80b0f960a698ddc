// The examples in documents and docstrings.
import { documents, filesIn, library, problems, read, save } from './files.mjs';
import { dedent, readExamples, withImports } from './examples.mjs';

/** The folder whose ```ts blocks show alternatives and do not have to be regions. */
const withoutExamples = 'docs/decisions/';
const regions = readExamples();
const shown = new Set();

/**
 * Checks that each example is a region of a spec, and that each region is an example.
 *
 * @returns {number} the number of examples
 */
export function checkExamples() {
  for (const file of documents) refreshBlocks(file);
  checkDocstrings();
  for (const name of regions.keys()) {
    if (!shown.has(name)) problems.push(`No document shows the example ${name}.`);
  }
  return regions.size;
}

/**
 * Compares each ```ts block with the region that the comment above it names, including the imports that its lines need.
 * A block does not repeat the imports of earlier blocks in the same section (`##`).
 */
function refreshBlocks(file) {
  const text = read(file);
  let imported = new Set();
  const next = text.replace(
    /^## |(?:<!-- example: (\S+) -->\n)?^```(?:ts|typescript)\n((?:(?!```).*\n)*)```$/gm,
    (block, name, code) => {
      if (code === undefined) {
        imported = new Set();
        return block;
      }
      const line = text.slice(0, text.indexOf(block)).split('\n').length;
      if (name === undefined) {
        if (!file.startsWith(withoutExamples)) {
          problems.push(
            `${file}:${line}: this block names no example: <!-- example: file#region -->`,
          );
        }
        return block;
      }
      const region = regions.get(name);
      shown.add(name);
      if (region === undefined) problems.push(`${file}:${line}: there is no example ${name}.`);
      if (region === undefined) return block;
      const lines = withImports(region, imported);
      if (`${lines}\n` === code) return block;
      return `<!-- example: ${name} -->\n\`\`\`ts\n${lines}\n\`\`\``;
    },
  );
  save(file, text, next, 'a block differs from its example.');
}

/** Checks that each example in a docstring has the same lines as a region. */
function checkDocstrings() {
  const names = new Map([...regions].map(([name, { lines }]) => [lines, name]));
  for (const file of filesIn(`${library}/{src,*/src}/**/*.ts`)) {
    for (const [, block] of read(file).matchAll(/@example\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```/g)) {
      const lines = dedent(block.split('\n').map((line) => line.replace(/^\s*\* ?/, '')));
      const name = names.get(lines);
      if (name === undefined) problems.push(`${file}: no example has the lines of\n${lines}`);
      else shown.add(name);
    }
  }
}
