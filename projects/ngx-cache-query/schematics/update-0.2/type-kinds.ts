import ts from 'typescript';
import { callable, type Kind, OTHER, ours, TYPES } from './kind';
import type { Lookup } from './lookup';

/** Types whose members are those of their argument. `await` has no kind of its own. */
const TRANSPARENT = /^(Promise|Awaited|Readonly|Required|Partial|NonNullable|NoInfer)$/;

/** Returns the kind of a value with a type. */
export function typeKind(type: ts.TypeNode, kinds: Lookup): Kind | undefined {
  if (ts.isParenthesizedTypeNode(type)) return kinds.type(type.type);
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) {
    return ours(type.types.map((each) => kinds.type(each)));
  }
  if (ts.isTypeLiteralNode(type)) return membersKind(type.members, kinds);
  if (ts.isFunctionTypeNode(type)) return callable(() => kinds.type(type.type));
  if (ts.isTypeQueryNode(type)) return kinds.of(type.exprName);
  if (ts.isThisTypeNode(type)) {
    const owner = ts.findAncestor(type, ts.isClassLike);
    return owner && kinds.instance(owner);
  }
  if (ts.isTypeReferenceNode(type)) return referenceKind(type, kinds);
  return ts.isArrayTypeNode(type) || ts.isLiteralTypeNode(type) || isPrimitive(type)
    ? OTHER
    : undefined;
}

function referenceKind(
  { typeName, typeArguments }: ts.TypeReferenceNode,
  kinds: Lookup,
): Kind | undefined {
  const target = kinds.target(typeName);
  const [argument] = typeArguments ?? [];
  if (target === undefined) {
    const name = typeName.getText();
    if (name === 'ReturnType') return kinds.type(argument)?.call?.();
    return TRANSPARENT.test(name) ? kinds.type(argument) : OTHER;
  }
  if ('library' in target) return TYPES.get(target.library) ?? OTHER;
  // A type of another package with an argument can be a signal.
  return 'foreign' in target ? callable(() => kinds.type(argument)) : kinds.of(target.node);
}

function membersKind(members: ts.NodeArray<ts.TypeElement>, kinds: Lookup): Kind {
  const find = (name: string) => members.find((each) => each.name?.getText() === name);
  return { is: 'other', member: (name) => kinds.of(find(name)) };
}

function isPrimitive({ kind }: ts.TypeNode): boolean {
  return [
    ts.SyntaxKind.StringKeyword,
    ts.SyntaxKind.NumberKeyword,
    ts.SyntaxKind.BooleanKeyword,
    ts.SyntaxKind.VoidKeyword,
  ].includes(kind);
}
