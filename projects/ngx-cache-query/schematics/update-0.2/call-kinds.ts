import type ts from 'typescript';
import { callable, ENDPOINT, ENDPOINTS, type Kind, MUTATION, OTHER } from './kind';
import type { Lookup } from './lookup';
import { methodOf } from './syntax';

/** Functions that return what a function returns that is passed to them. */
const RUNNERS = /^(runInInjectionContext|runInContext|untracked)$/;
/** Functions that return a signal of what a function returns that is passed to them. */
const COMPUTED = /^(computed|linkedSignal)$/;
/** Functions that return a signal. */
const SIGNALS = /^(input|model|signal|viewChild|contentChild)$/;

/** Returns the kind of the result of a call. */
export function callKind(call: ts.CallExpression, kinds: Lookup): Kind | undefined {
  const ofLibrary = kinds.library(call.expression);
  if (ofLibrary !== undefined) {
    if (ofLibrary === 'paginated' && call.arguments.length > 1) return ENDPOINT;
    return ofLibrary === 'restEndpoints' ? ENDPOINTS : OTHER;
  }
  const method = methodOf(call);
  const owner = kinds.of(method?.owner);
  const name = method?.name.text ?? call.expression.getText();
  switch (owner?.is) {
    case 'cache':
      return name === 'mutation' ? MUTATION : OTHER;
    case 'endpoint':
      return /^(extend|paginated|polled|withErrorBody)$/.test(name) ? ENDPOINT : OTHER;
    case 'endpoints':
      return name === 'extend' ? ENDPOINTS : OTHER;
  }
  const ofAngular = angularCall(call, name, kinds);
  if (ofAngular) return ofAngular;
  const called = kinds.of(call.expression);
  if (called?.call) return called.call();
  // What other packages return does not come from the library.
  const isForeign = owner ? owner.is === 'other' && !owner.member : called?.is === 'other';
  return isForeign ? OTHER : undefined;
}

function angularCall(call: ts.CallExpression, name: string, kinds: Lookup): Kind | undefined {
  const [first] = call.arguments;
  if (/^(inject|get)$/.test(name) && first) return kinds.instanceOf(first);
  if (RUNNERS.test(name)) return kinds.of(call.arguments.at(-1))?.call?.();
  if (COMPUTED.test(name)) return callable(() => kinds.of(first)?.call?.());
  const maker = name === 'required' ? methodOf(call)!.owner.getText() : name;
  if (!SIGNALS.test(maker)) return undefined;
  const [type] = call.typeArguments ?? [];
  const isClass = maker.endsWith('Child') && first !== undefined;
  return callable(() => kinds.type(type) ?? (isClass ? kinds.instanceOf(first) : kinds.of(first)));
}
