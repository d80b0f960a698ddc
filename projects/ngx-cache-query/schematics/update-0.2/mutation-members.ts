import ts from 'typescript';
import type { Edits } from './edits';
import type { Kinds } from './kinds';

const RENAMED = new Map([
  ['run', 'mutate'],
  ['runAsync', 'mutateAsync'],
]);

/** Returns the new name of a method of a mutation. */
export function mutationMember(name: string): string | undefined {
  return RENAMED.get(name);
}

/** Renames the methods of mutations: in calls, in destructuring, in copies and in types. */
export function mutationMembers(node: ts.Node, kinds: Kinds, edits: Edits): void {
  if (ts.isPropertyAccessExpression(node)) {
    rename(node.name, node.expression);
  } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const { name, propertyName } = node;
    const to = RENAMED.get((propertyName ?? name).getText());
    if (to === undefined || kinds.of(node.parent.parent)?.is !== 'mutation') return;
    if (propertyName) edits.replace(propertyName, to);
    else edits.before(name, `${to}: `);
  } else if (ts.isObjectLiteralElement(node) && ts.isObjectLiteralExpression(node.parent)) {
    // A copy of a mutation: { ...mutation, run }
    const to = node.name && RENAMED.get(node.name.getText());
    if (to === undefined || kinds.of(node.parent)?.is !== 'mutation') return;
    if (ts.isShorthandPropertyAssignment(node)) edits.before(node, `${to}: `);
    else edits.replace(node.name!, to);
  } else if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) {
    const to = RENAMED.get(node.literal.text);
    const type = to && namedType(node);
    if (type && kinds.type(type)?.is === 'mutation') edits.replace(node, `'${to}'`);
  }

  function rename(name: ts.MemberName, owner: ts.Expression): void {
    const to = RENAMED.get(name.text);
    if (to !== undefined && kinds.of(owner)?.is === 'mutation') edits.replace(name, to);
  }
}

/** Returns the type whose member a literal names: `T['run']` or `Pick<T, 'run' | 'error'>`. */
function namedType(literal: ts.Node): ts.TypeNode | undefined {
  const { parent } = literal;
  if (ts.isUnionTypeNode(parent)) return namedType(parent);
  if (ts.isIndexedAccessTypeNode(parent)) return parent.objectType;
  if (!ts.isTypeReferenceNode(parent)) return undefined;
  return /^(Pick|Omit)$/.test(parent.typeName.getText()) ? parent.typeArguments?.[0] : undefined;
}
