import ts from 'typescript';
import type { Edits } from './edits';
import { localName } from './edits';
import { isMain, isMerged, LIBRARY } from './library-names';

const WIDTH = 100;

/**
 * Names the main entry point wherever a file names an entry point that was merged into it, except in the imports that
 * are merged.
 */
export function mergeModules(node: ts.Node, edits: Edits): void {
  if (!ts.isStringLiteral(node) || !isMerged(node.text)) return;
  if (ts.isImportDeclaration(node.parent) && isNamed(node.parent)) return;
  const quote = node.getText()[0]!;
  edits.replace(node, `${quote}${LIBRARY}${quote}`);
}

/** Merges the imports of a file from the main entry point, and adds those that the changed code needs. */
export function mergeImports(edits: Edits): void {
  const { file } = edits;
  const found = file.statements.filter(isNamed);
  const modules = found.map(({ moduleSpecifier }) => moduleSpecifier.text);
  const missing = [...edits.imports].filter((name) => !isImported(found, name));
  if (missing.length === 0 && !modules.some(isMerged)) return;
  const [first, ...others] = found;
  const added = missing.map((name) => {
    const local = localName(file, name);
    return { text: local === name ? name : `${name} as ${local}`, isType: false };
  });
  const names = [...found.flatMap(specifiersOf), ...added];
  if (first === undefined) {
    const place = file.statements.find(ts.isImportDeclaration) ?? file.statements[0]!;
    edits.before(place, `${importOf(names, "'")}\n`);
    return;
  }
  edits.replaceRange(
    first.getStart(),
    first.end,
    importOf(names, first.moduleSpecifier.getText()[0]!),
  );
  for (const each of others) {
    const line = /^\s*?\n/.exec(file.text.slice(each.end))?.[0] ?? '';
    edits.replaceRange(each.getStart(), each.end + line.length, '');
  }
}

/** Whether a statement imports names from the main entry point. */
function isNamed(statement: ts.Statement): statement is NamedImport {
  if (!ts.isImportDeclaration(statement)) return false;
  const { importClause, moduleSpecifier } = statement;
  const bindings = importClause?.namedBindings;
  const isOurs = ts.isStringLiteral(moduleSpecifier) && isMain(moduleSpecifier.text);
  return isOurs && bindings !== undefined && ts.isNamedImports(bindings) && !importClause?.name;
}

type NamedImport = ts.ImportDeclaration & {
  readonly moduleSpecifier: ts.StringLiteral;
  readonly importClause: ts.ImportClause & { readonly namedBindings: ts.NamedImports };
};

interface Specifier {
  readonly text: string;
  readonly isType: boolean;
}

function specifiersOf({ importClause }: NamedImport): readonly Specifier[] {
  return importClause.namedBindings.elements.map((each) => ({
    text: each.getText().replace(/^type\s+/, ''),
    isType: importClause.isTypeOnly || each.isTypeOnly,
  }));
}

function isImported(found: readonly NamedImport[], name: string): boolean {
  return found
    .flatMap(specifiersOf)
    .some(({ text, isType }) => !isType && text.split(' ')[0] === name);
}

function importOf(given: readonly Specifier[], quote: string): string {
  const byText = new Map(given.map((each) => [each.text, each]));
  // A value is also a type.
  for (const each of given) if (!each.isType) byText.set(each.text, each);
  const specifiers = [...byText.values()];
  const isType = specifiers.every((each) => each.isType);
  const texts = specifiers.map((each) =>
    each.isType && !isType ? `type ${each.text}` : each.text,
  );
  const [begin, end] = [`import ${isType ? 'type ' : ''}{`, `} from ${quote}${LIBRARY}${quote};`];
  const line = `${begin} ${texts.join(', ')} ${end}`;
  return line.length <= WIDTH
    ? line
    : [begin, ...texts.map((each) => `  ${each},`), end].join('\n');
}
