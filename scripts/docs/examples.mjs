// The examples of the documents. They are regions of specs that are compiled and run, between `// #region` and
// `// #endregion`.
import { basename } from 'node:path';
import ts from 'typescript';
import { importLines, importsOf } from './example-imports.mjs';
import { filesIn, library, read } from './files.mjs';

/**
 * The folders of the examples. For the migration guides, the second folder contains the same page built with other
 * libraries.
 */
const folders = [`${library}/spec/examples`, 'benchmarks/load/variants'];

/** Returns the files that contain the examples. */
export function exampleFiles() {
  return folders.flatMap((folder) => filesIn(`${folder}/*.ts`));
}

/**
 * Returns all regions by `file#name`. Each region has its lines, without indentation, and the imports that these lines
 * need.
 *
 * @returns {Map<string, { lines: string, imports: Map<string, string[]> }>}
 */
export function readExamples() {
  const found = new Map();
  for (const file of exampleFiles()) {
    for (const [name, example] of regionsOf(basename(file), read(file))) {
      if (found.has(name)) throw new Error(`${name} is there twice.`);
      found.set(name, example);
    }
  }
  return found;
}

function* regionsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const open = []; // a region can contain another region
  let position = 0;
  for (const line of text.split('\n')) {
    const end = position + line.length + 1;
    const [, name] = /^\s*\/\/ #region (\S+)$/.exec(line) ?? [];
    if (name) open.push({ name: `${file}#${name}`, lines: [], start: end });
    else if (/^\s*\/\/ #endregion$/.test(line)) {
      const region = open.pop();
      const imports = importsOf(source, region.start, position);
      yield [region.name, { lines: dedent(region.lines), imports }];
    } else for (const { lines } of open) lines.push(line);
    position = end;
  }
  for (const region of open) throw new Error(`${region.name} has no end.`);
}

/**
 * Returns the lines of an example, preceded by the imports that they need.
 *
 * @param {Set<string>} imported the names that earlier blocks import, which are not imported again; the new names are
 * added to it
 */
export function withImports({ lines, imports }, imported = new Set()) {
  const missing = new Map();
  for (const [from, names] of imports) {
    const left = names.filter((name) => !imported.has(name));
    if (left.length) missing.set(from, left);
    for (const name of left) imported.add(name);
  }
  for (const [, names] of lines.matchAll(/^import \{([^}]*)\} from/gm)) {
    for (const name of names.split(',')) imported.add(name.trim());
  }
  if (missing.size === 0) return lines;
  const gap = lines.startsWith('import ') ? '\n' : '\n\n';
  return importLines(missing).join('\n') + gap + lines;
}

/** Joins lines without their common indentation. */
export function dedent(lines) {
  const depths = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  return lines
    .map((line) => line.slice(depth))
    .join('\n')
    .trim();
}
