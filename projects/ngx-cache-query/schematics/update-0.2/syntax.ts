import ts from 'typescript';

/** A function with code. */
export type Code = ts.FunctionLikeDeclaration;

export function isCode(node: ts.Node): node is Code {
  return (
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node)
  );
}

/** Returns the results of a function, without those of functions inside of it. */
export function resultsOf({ body }: Code): readonly ts.Expression[] {
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const results: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) results.push(node.expression);
    else if (!ts.isFunctionLike(node) && !ts.isClassLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return results;
}

/** Returns the declaration of a member of a class, also if it is a parameter of the constructor. */
export function memberOf(
  type: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
  name: string,
): ts.Node | undefined {
  const members: readonly (ts.ClassElement | ts.TypeElement)[] = type.members;
  const own = members.find((each) => each.name?.getText() === name);
  if (own) return own;
  const parameters = members.filter(ts.isConstructorDeclaration).flatMap((each) => each.parameters);
  return parameters
    .flat()
    .find(
      (each) =>
        ts.isParameterPropertyDeclaration(each, each.parent) && each.name.getText() === name,
    );
}

/** Returns the name of the method of a call, and the expression on which it is called. */
export function methodOf(
  call: ts.CallExpression,
): { readonly owner: ts.Expression; readonly name: ts.MemberName } | undefined {
  const { expression } = call;
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  return { owner: expression.expression, name: expression.name };
}

/** Returns the values that are assigned to a variable or to `this.name`. */
export function assignmentsTo(name: string, scope: ts.Node): readonly ts.Expression[] {
  const values: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    const isAssignment =
      ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (isAssignment && node.left.getText() === name) values.push(node.right);
    ts.forEachChild(node, visit);
  };
  visit(scope);
  return values;
}

/** Whether an expression has the value of the expression inside of it. `await` has no kind of its own. */
export function isTransparent(
  node: ts.Node,
): node is ts.Node & { readonly expression: ts.Expression } {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAwaitExpression(node)
  );
}

/** Returns the parameters that a function needs, as text. An unknown function needs all of them. */
export function parametersOf(code: Code | undefined): string {
  if (code === undefined) return '...args';
  return code.parameters
    .map(({ name }, i) => (ts.isIdentifier(name) ? name.text : `argument${i + 1}`))
    .join(', ');
}
