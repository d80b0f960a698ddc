/**
 * Declares a type for an option whose value is not used, such as `body` and `searchParams`, so that no cast is needed.
 *
 * @returns an empty object, which is only the carrier of the type
 *
 * @example
 * ```ts
 * const renameUser = getUser.extend({ method: 'PATCH', body: typed<{ name: string }>() });
 * ```
 */
export function typed<T>(): T {
  return {} as T;
}
