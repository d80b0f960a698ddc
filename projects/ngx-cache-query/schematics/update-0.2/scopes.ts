import ts from 'typescript';

const known = new WeakMap<ts.Node, ReadonlyMap<string, ts.Node>>();

/** Returns the declaration of a name that a place in the code refers to; `undefined` if the file does not declare it. */
export function declarationOf(name: string, place: ts.Node): ts.Node | undefined {
  for (let at: ts.Node | undefined = place; at !== undefined; at = at.parent) {
    const found = declaredIn(at).get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns what a file declares at its top level. */
export function declaredIn(scope: ts.Node): ReadonlyMap<string, ts.Node> {
  let names = known.get(scope);
  if (names === undefined) known.set(scope, (names = new Map(declarationsOf(scope))));
  return names;
}

function* declarationsOf(scope: ts.Node): Iterable<[string, ts.Node]> {
  if (ts.isSourceFile(scope) || ts.isBlock(scope) || ts.isModuleBlock(scope)) {
    for (const statement of scope.statements) yield* declarationsIn(statement);
  } else if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope)) {
    const { initializer } = scope;
    if (initializer && ts.isVariableDeclarationList(initializer)) yield* variablesIn(initializer);
  } else if (ts.isFunctionLike(scope)) {
    for (const parameter of scope.parameters) yield* bindingsIn(parameter);
    for (const parameter of scope.typeParameters ?? []) yield [parameter.name.text, parameter];
  } else if (ts.isClassLike(scope) || ts.isInterfaceDeclaration(scope)) {
    for (const parameter of scope.typeParameters ?? []) yield [parameter.name.text, parameter];
  }
}

function* declarationsIn(statement: ts.Statement): Iterable<[string, ts.Node]> {
  if (ts.isVariableStatement(statement)) yield* variablesIn(statement.declarationList);
  else if (ts.isImportDeclaration(statement)) yield* importsIn(statement);
  else if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  ) {
    yield [statement.name?.text ?? 'default', statement];
  }
}

function* variablesIn(list: ts.VariableDeclarationList): Iterable<[string, ts.Node]> {
  for (const declaration of list.declarations) yield* bindingsIn(declaration);
}

function* bindingsIn(
  declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
): Iterable<[string, ts.Node]> {
  const { name } = declaration;
  if (ts.isIdentifier(name)) {
    yield [name.text, declaration];
    return;
  }
  for (const element of name.elements) {
    if (ts.isBindingElement(element)) yield* bindingsIn(element);
  }
}

function* importsIn({ importClause }: ts.ImportDeclaration): Iterable<[string, ts.Node]> {
  if (importClause?.name) yield [importClause.name.text, importClause];
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) yield [bindings.name.text, bindings];
  else for (const specifier of bindings.elements) yield [specifier.name.text, specifier];
}
