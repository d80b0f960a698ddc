import ts from 'typescript';
import type { Edits } from './edits';
import type { Kinds } from './kinds';
import { declarationOf } from './scopes';

/** The type parameters in version 0.1. In version 0.2, they are members of one parameter. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  RestEndpoint: [
    'path',
    'schema',
    'searchParams',
    'body',
    'responseType',
    'raw',
    'value',
    'item',
    'defaultSearchParams',
  ],
  RestOptions: [
    'path',
    'schema',
    'searchParams',
    'body',
    'responseType',
    'raw',
    'defaultSearchParams',
  ],
  RestArgs: ['path', 'searchParams', 'body', 'defaultSearchParams'],
};

/** Types with other parameters, or parameters in another order. */
const CHANGED = /^(PageEndpoint|EntityEndpoints|RestEndpointsOptions)$/;

/** `RestEndpoint<'/users', User[]>` becomes `RestEndpoint<{ path: '/users'; schema: User[] }>`. */
export function endpointType(node: ts.Node, kinds: Kinds, edits: Edits): void {
  if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
  const { typeArguments: given } = node;
  const [first] = given ?? [];
  if (given === undefined || first === undefined) return;
  const name = kinds.library(ts.isTypeReferenceNode(node) ? node.typeName : node.expression) ?? '';
  if (CHANGED.test(name)) return edits.leave(node, `${name}: its type parameters have changed`);
  const parameters = PARAMETERS[name];
  if (parameters === undefined || (given.length === 1 && !isPath(first))) return;
  edits.before(first, '{ ');
  edits.after(given.at(-1)!, ' }');
  given.forEach((argument, i) => {
    const next = given[i + 1];
    if (argument.kind === ts.SyntaxKind.UndefinedKeyword) {
      return edits.replaceRange(argument.getStart(), next?.getStart() ?? argument.end, '');
    }
    edits.before(argument, `${parameters[i]}: `);
    if (next) edits.replaceRange(argument.end, next.getStart(), '; ');
  });
}

/** Whether a type argument is a path: `'/users'`, `string`, or a parameter that extends `string`. */
function isPath(type: ts.TypeNode): boolean {
  if (ts.isTypeReferenceNode(type)) {
    const parameter = declarationOf(type.typeName.getText(), type);
    const isParameter = parameter !== undefined && ts.isTypeParameterDeclaration(parameter);
    return isParameter && parameter.constraint?.kind === ts.SyntaxKind.StringKeyword;
  }
  const isText = ts.isLiteralTypeNode(type) || ts.isTemplateLiteralTypeNode(type);
  return isText || type.kind === ts.SyntaxKind.StringKeyword;
}
