/**
 * Declares the type of an option whose value is ignored, such as `body` or `searchParams`. No cast is needed.
 *
 * @returns an empty object that has the type T at compile time
 *
 * @example
 * ```ts
 * const renameUser = getUser.extend({ method: 'PATCH', body: typed<{ name: string }>() });
 * ```
 */
export function typed<T>(): T {
  return {} as T;
}
