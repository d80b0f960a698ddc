/**
 * Declares the type of an option whose value is ignored, such as `body` or `searchParams`.
 *
 * @example
 * ```ts
 * const renameUser = getUser.extend({ method: 'PATCH', body: typed<{ name: string }>() });
 * ```
 */
export function typed<T>(): T {
  return {} as T;
}
