import ts from 'typescript';
import type { Edits } from './edits';
import { methodOf } from './syntax';

/** What to write for the methods of `CacheService` that are gone, or return something else. */
export const CACHE_METHODS: Readonly<Record<string, string>> = {
  selectWith: 'select(queryable, args$)',
  watchWith: 'watch(endpoint, args$).pipe(toValues())',
  state: 'watch(endpoint, …)',
  stateWith: 'watch(endpoint, args$)',
  prefetch: 'ensure(endpoint, …).subscribe({ error: () => undefined })',
  setResponse: 'set(endpoint, [args], value)',
  run: 'mutate(…)',
  runAsync: 'mutateAsync(…)',
};

/** The methods that only have another name. */
const RENAMED = new Map([
  ['selectWith', 'select'],
  ['state', 'watch'],
  ['stateWith', 'watch'],
]);

/** Rewrites the use of a method of a cache. Returns whether it is an old one. */
export function cacheCall(node: ts.PropertyAccessExpression, edits: Edits): boolean {
  const { name, parent } = node;
  const call = ts.isCallExpression(parent) && parent.expression === node ? parent : undefined;
  const renamed = RENAMED.get(name.text);
  if (renamed !== undefined) {
    edits.replace(name, renamed);
  } else if (!Object.hasOwn(CACHE_METHODS, name.text)) {
    return false;
  } else if (call === undefined || !rewrite(call, name, edits)) {
    edits.leave(name, `${name.text}: write ${CACHE_METHODS[name.text]}`);
    return false;
  }
  return true;
}

/** Whether a call of `watch` already has the operator that returns the values. */
export function hasValues(call: ts.CallExpression): boolean {
  const [first] = pipeOf(call)?.arguments ?? [];
  return first !== undefined && /^(\w+\.)?(toValues|cacheToValues)\(\)$/.test(first.getText());
}

/** Adds `toValues()`, so that a call of `watch` emits the values as in version 0.1. */
export function addValues(call: ts.CallExpression, edits: Edits): void {
  const pipe = pipeOf(call);
  const toValues = `${edits.use('toValues')}()`;
  if (pipe === undefined) return edits.after(call, `.pipe(${toValues})`);
  const [first] = pipe.arguments;
  if (first) edits.before(first, `${toValues}, `);
  else edits.replaceRange(pipe.arguments.pos, pipe.arguments.pos, toValues);
}

function rewrite(call: ts.CallExpression, name: ts.MemberName, edits: Edits): boolean {
  switch (name.text) {
    case 'watchWith':
      edits.replace(name, 'watch');
      addValues(call, edits);
      return true;
    case 'prefetch':
      edits.replace(name, 'ensure');
      edits.after(call, '.subscribe({ error: () => undefined })');
      return true;
    case 'setResponse':
      return response(call, name, edits);
    default:
      return false;
  }
}

/** `setResponse(endpoint, a, b, value)` becomes `set(endpoint, [a, b], value)`. */
function response(call: ts.CallExpression, name: ts.MemberName, edits: Edits): boolean {
  const [, ...args] = call.arguments;
  const value = args.pop();
  if (value === undefined || call.arguments.some(ts.isSpreadElement)) return false;
  edits.replace(name, 'set');
  const [first] = args;
  if (first === undefined) edits.before(value, '[], ');
  else {
    edits.before(first, '[');
    edits.after(args.at(-1)!, ']');
  }
  return true;
}

/** Returns the call of `pipe` on the result of a call. */
function pipeOf(call: ts.CallExpression): ts.CallExpression | undefined {
  const { parent } = call;
  if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(parent.parent))
    return undefined;
  return methodOf(parent.parent)?.name.text === 'pipe' ? parent.parent : undefined;
}
