import ts from 'typescript';
import { CACHE_METHODS } from './cache-calls';
import type { Edits } from './edits';
import { OPTION_NAMES } from './endpoint-options';
import type { Kinds } from './kinds';
import { GONE, isMain, isMerged, NEED_NEXT } from './library-names';
import { methodOf } from './syntax';

/** What to write for the methods of lists and endpoints that are functions in version 0.2. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  page: `pageOf(list, 'page')`,
  paginated: `paginated(endpoint, 'page')`,
};

const IF_OURS = 'if this is an object of ngx-cache-query';
export const WATCH = 'watch: emits snapshots now; for the values, write watch(…).pipe(toValues())';

/** Lists the old names whose owner cannot be found. */
export function leftovers(node: ts.Node, kinds: Kinds, edits: Edits): void {
  if (ts.isImportSpecifier(node)) {
    const { text } = node.propertyName ?? node.name;
    const from = node.parent.parent.parent.moduleSpecifier;
    const isOurs = ts.isStringLiteral(from) && isMain(from.text);
    if (isOurs && Object.hasOwn(GONE, text)) {
      edits.leave(node, `${text} is not exported any more: write ${GONE[text]}`);
    } else if (isOurs && isMerged(from.text) && NEED_NEXT.includes(text)) {
      edits.leave(
        node,
        `${text}: without the option next, declare how to find the next page, as in paginated('page', pageNumber())`,
      );
    }
  } else if (ts.isPropertyAccessExpression(node)) {
    const { name, expression, parent } = node;
    const isCall = ts.isCallExpression(parent) && parent.expression === node;
    if (name.text === 'getOptimisticResponse') edits.leave(name, option(name.text));
    else if (isCall && kinds.of(expression) === undefined) method(name, parent, edits);
  } else if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent)) {
    if (node.name.getText() === 'getOptimisticResponse') {
      edits.leave(node.name, `${option('getOptimisticResponse')}, as an option`);
    }
  }
}

/** Lists the calls of `watch` whose owner cannot be found. They are valid, but emit something else. */
export function leftoverWatch(node: ts.Node, kinds: Kinds, edits: Edits): void {
  if (!ts.isCallExpression(node)) return;
  const method = methodOf(node);
  if (method?.name.text !== 'watch' || kinds.of(method.owner) !== undefined) return;
  edits.leave(method.name, `${WATCH}, ${IF_OURS}`);
}

/** Lists the options that are not in an object that belongs to an endpoint. */
export function leftoverOption(property: ts.ObjectLiteralElementLike, edits: Edits): void {
  const name = property.name?.getText() ?? '';
  if (Object.hasOwn(OPTION_NAMES, name)) return edits.leave(property, option(name));
  if (!ts.isPropertyAssignment(property)) return;
  const { kind } = property.initializer;
  const isFlag = kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
  if (name === 'optimistic' && isFlag) {
    edits.leave(property, 'optimistic: write optimistic, which is imported, or undefined');
  } else if (name === 'retry' && /\b(count|delay|maxDelay|when)\b/.test(property.getText())) {
    if (ts.isObjectLiteralExpression(property.initializer)) {
      edits.leave(property, 'retry: write retry: retries({ … })');
    }
  }
}

function method(name: ts.MemberName, { arguments: args }: ts.CallExpression, edits: Edits): void {
  const { text } = name;
  const [first] = args;
  const isList = Object.hasOwn(FUNCTIONS, text) && first !== undefined && ts.isStringLiteral(first);
  const to = isList ? FUNCTIONS[text] : Object.hasOwn(CACHE_METHODS, text) && CACHE_METHODS[text];
  if (to) edits.leave(name, `${text}: write ${to}, ${IF_OURS}`);
}

function option(name: string): string {
  return `${name}: write ${OPTION_NAMES[name]}`;
}
