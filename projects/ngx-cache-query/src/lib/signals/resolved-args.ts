import { type Resource, ResourceDependencyError, ResourceParamsStatus } from '@angular/core';
import type { Computation } from '../query/computation';
import type { AnyEndpoint } from '../requests/endpoint';

/** The arguments of a read and the computation for these arguments. */
export interface ActiveArgs {
  readonly status: 'active';
  readonly args: readonly unknown[];
  readonly key: string;
  readonly computation: Computation;
}

/** The arguments of a read, or the state that is shown instead of a response. */
export type ResolvedArgs =
  | ActiveArgs
  | { readonly status: 'idle' }
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly error: unknown };

/** The parameter of the function that returns the arguments of a resource. */
export interface ResourceArgsContext {
  /**
   * Returns the value of another resource. If the other resource is idle or its value is `undefined`, the resource that
   * calls `chain` has the status `idle`. While the other resource is loading or reloading, the resource that calls
   * `chain` has the status `loading`. If the other resource has failed, the resource that calls `chain` reports an
   * error that wraps the error of the other resource.
   */
  readonly chain: <T>(resource: Resource<T>) => Exclude<T, undefined>;
}

/** The function that returns the arguments of a resource. It can return `undefined` to disable the read. */
export type GetArgs = (context: ResourceArgsContext) => readonly unknown[] | undefined;

const IDLE: ResolvedArgs = { status: 'idle' };
const LOADING: ResolvedArgs = { status: 'loading' };

/** Calls the function that returns the arguments, and looks up the computation for them. */
export function resolveArgs(
  endpoint: AnyEndpoint,
  getArgs: GetArgs,
  computationOf: (args: readonly unknown[]) => Computation,
): ResolvedArgs {
  try {
    const args = getArgs({ chain });
    if (args === undefined) return IDLE;
    const key = endpoint.key(...args);
    return { status: 'active', args, key, computation: computationOf(args) };
  } catch (error) {
    if (error === ResourceParamsStatus.IDLE) return IDLE;
    if (error === ResourceParamsStatus.LOADING) return LOADING;
    return { status: 'error', error };
  }
}

/** Whether `a` and `b` describe the same read. */
export function isSameRead(a: ResolvedArgs, b: ResolvedArgs): boolean {
  return a === b || (a.status === 'active' && b.status === 'active' && a.key === b.key);
}

/** Works like `chain` in Angular's own resources, but never returns `undefined`. */
function chain<T>(resource: Resource<T>): Exclude<T, undefined> {
  switch (resource.status()) {
    case 'idle':
      throw ResourceParamsStatus.IDLE;
    case 'error':
      throw new ResourceDependencyError(resource);
    case 'loading':
    case 'reloading':
      throw ResourceParamsStatus.LOADING;
  }
  const value = resource.value();
  if (value === undefined) throw ResourceParamsStatus.IDLE;
  return value as Exclude<T, undefined>;
}
