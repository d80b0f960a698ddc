import ts from 'typescript';
import type { Edits } from './edits';
import type { Kinds } from './kinds';
import { optimisticOption, optimisticResponse } from './optimistic-option';
import { progressOption } from './progress-option';
import { nameOf, type Properties, rename, valueOf } from './properties';
import { methodOf } from './syntax';

const RENAMED = new Map([
  ['dataExpiryLength', 'staleTime'],
  ['errorExpiryLength', 'errorStaleTime'],
]);

/** The types of options that an application can name. */
const OPTIONS = /^(RestOptions|RestEndpointsOptions|EndpointOptions|RefreshOptions|ExpiryOptions)$/;

/** What to write for options that have another name or another value. */
export const OPTION_NAMES: Readonly<Record<string, string>> = {
  dataExpiryLength: 'staleTime',
  errorExpiryLength: 'errorStaleTime',
  paginationField: `pages: paginated('page')`,
  getOptimisticResponse: 'optimistic: (snapshot, ...args) => optimistic(response)',
  onUploadProgress: 'progress: (...args) => reportProgress({ onUpload })',
  onDownloadProgress: 'progress: (...args) => reportProgress({ onDownload })',
};

/** Returns the options in a call that creates or extends an endpoint, or that sets the defaults of a cache. */
export function optionsIn(node: ts.Node, kinds: Kinds): readonly ts.Expression[] {
  if (ts.isNewExpression(node))
    return kinds.of(node)?.is === 'endpoint' ? (node.arguments ?? []) : [];
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) {
    const { type, initializer } = node;
    return initializer && isOptions(type, kinds) ? [initializer] : [];
  }
  if (ts.isSatisfiesExpression(node)) return isOptions(node.type, kinds) ? [node.expression] : [];
  if (!ts.isCallExpression(node)) return [];
  const { expression, arguments: args } = node;
  if (expression.kind === ts.SyntaxKind.SuperKeyword) {
    const type = ts.findAncestor(node, ts.isClassLike);
    return type && kinds.instance(type).is === 'endpoint' ? args : [];
  }
  const of = kinds.library(expression);
  if (of !== undefined) return of === 'restEndpoints' || of === 'withExpiry' ? args : [];
  const method = methodOf(node);
  const owner = method?.name.text === 'extend' ? kinds.of(method.owner)?.is : undefined;
  if (owner === 'endpoint') return args;
  // extend('name', options); an object is a group of endpoints, and not the options of one
  if (owner === 'endpoints') return args.length === 2 ? args.slice(1) : [];
  const parameters = kinds.of(expression)?.code?.parameters ?? [];
  return args.filter((_, i) => isOptions(parameters[i]?.type, kinds));
}

function isOptions(type: ts.TypeNode | undefined, kinds: Kinds): boolean {
  if (type === undefined || !ts.isTypeReferenceNode(type)) return false;
  if (/^(Partial|Readonly)$/.test(type.typeName.getText())) {
    return isOptions(type.typeArguments?.[0], kinds);
  }
  const target = kinds.target(type.typeName);
  if (target && 'node' in target) {
    return ts.isTypeAliasDeclaration(target.node) && isOptions(target.node.type, kinds);
  }
  return target !== undefined && 'library' in target && OPTIONS.test(target.library);
}

/**
 * Rewrites the options in an object, and in the objects that are spread into it.
 *
 * @param begin returns the changes of the file of an object; `undefined` if its options have been rewritten
 */
export function options(
  node: ts.Expression,
  kinds: Kinds,
  begin: (object: ts.Node) => Edits | undefined,
): void {
  const object = kinds.object(node);
  const edits = object && begin(object);
  if (object === undefined || edits === undefined) return;
  const all = new Map(object.properties.map((each) => [nameOf(each), each]));
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property)) options(property.expression, kinds, begin);
    else option(property, all, kinds, edits);
  }
}

function option(
  property: ts.ObjectLiteralElementLike,
  all: Properties,
  kinds: Kinds,
  edits: Edits,
): void {
  const name = nameOf(property);
  const renamed = name && RENAMED.get(name);
  if (renamed) return rename(property, renamed, edits);
  switch (name) {
    case 'paginationField':
      rename(property, 'pages', edits);
      return edits.wrap(valueOf(property), 'paginated');
    case 'retry':
      return retry(property, kinds, edits);
    case 'optimistic':
      return optimisticOption(property, all, kinds, edits);
    case 'getOptimisticResponse':
      return optimisticResponse(property, kinds, edits);
    case 'onUploadProgress':
    case 'onDownloadProgress':
      return progressOption(property, all, kinds, edits);
  }
}

function retry(property: ts.ObjectLiteralElementLike, kinds: Kinds, edits: Edits): void {
  const value = valueOf(property);
  if (kinds.object(value)) {
    if (ts.isShorthandPropertyAssignment(property)) edits.before(property, 'retry: ');
    edits.wrap(value, 'retries');
  } else if (!ts.isCallExpression(value) && value.getText() !== 'undefined') {
    edits.leave(property, 'retry: write retry: retries({ … })');
  }
}
