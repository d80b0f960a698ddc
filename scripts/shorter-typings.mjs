// Shortens the typings of the package. Editors show nobody the comments of types that no entry point exports, because
// users cannot name these types. Comments of members stay: that of `endpoint.push` is shown.
import ts from 'typescript';

/** Returns the typings without the comments of private declarations, and with half of the indentation. */
export function shorterTypings(text) {
  return withoutHiddenComments(text).replace(/^(?: {4})+/gm, (indent) =>
    indent.slice(indent.length / 2),
  );
}

function withoutHiddenComments(text) {
  const { statements } = ts.createSourceFile('typings.d.ts', text, ts.ScriptTarget.Latest, true);
  const exported = new Set(statements.flatMap(namesIn));
  const hidden = statements.filter((statement) => {
    const name = nameOf(statement);
    return name !== undefined && !exported.has(name);
  });
  return hidden.reduceRight(
    (rest, each) => `${rest.slice(0, each.getFullStart())}\n${rest.slice(each.getStart())}`,
    text,
  );
}

/** Returns the names that a statement exports. A namespace, such as `schema`, exports names too. */
function namesIn(statement) {
  if (ts.isModuleDeclaration(statement)) return statement.body.statements.flatMap(namesIn);
  if (!ts.isExportDeclaration(statement) || !statement.exportClause) return [];
  return statement.exportClause.elements.map(
    ({ name, propertyName }) => (propertyName ?? name).text,
  );
}

function nameOf(statement) {
  if (!ts.isVariableStatement(statement)) return statement.name?.text;
  return statement.declarationList.declarations[0].name.getText();
}
