// Finds the imports that an example needs. A spec has its imports at the top of the file, outside the regions that are
// shown in the documents.
import ts from 'typescript';

/**
 * Returns the imports from packages that the lines of a region use, by package name.
 *
 * @param {ts.SourceFile} source the file of the region
 * @param {number} start the position of the first character of the region
 * @param {number} end the position after its last character
 * @returns {Map<string, string[]>} names, such as `inject` or `type Observable`, sorted as in the file
 */
export function importsOf(source, start, end) {
  const used = new Set();
  const declared = new Set(); // variables and parameters can have the name of an import
  const visit = (node) => {
    if (node.end <= start || node.pos >= end) return;
    if (ts.isIdentifier(node) && node.getStart(source) >= start && node.end <= end) {
      if (isReference(node)) used.add(node.text);
      else if (ts.isVariableDeclaration(node.parent) || ts.isParameter(node.parent)) {
        declared.add(node.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  source.statements.filter((node) => !ts.isImportDeclaration(node)).forEach(visit);
  const imports = new Map();
  for (const node of source.statements.filter(ts.isImportDeclaration)) {
    const from = node.moduleSpecifier.text;
    const names = node.importClause?.namedBindings?.elements ?? [];
    const isShown = node.getStart(source) >= start && node.end <= end;
    if (from.startsWith('.') || isShown) continue;
    const isType = node.importClause?.isTypeOnly ? 'type ' : '';
    const needed = names.filter(({ name: { text } }) => used.has(text) && !declared.has(text));
    if (needed.length === 0) continue;
    const texts = needed.map((each) => isType + each.getText(source));
    imports.set(from, [...(imports.get(from) ?? []), ...texts]);
  }
  return imports;
}

/** Returns the import declarations, as Prettier formats them. */
export function importLines(imports) {
  return [...imports].map(([from, names]) => {
    const line = `import { ${names.join(', ')} } from '${from}';`;
    return line.length <= 100
      ? line
      : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
  });
}

/** Whether an identifier refers to a declaration and not to a property. */
function isReference(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) {
    return (parent.expression ?? parent.left) === node;
  }
  return parent.name !== node || ts.isShorthandPropertyAssignment(parent);
}
