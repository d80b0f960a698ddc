/** Returns an object with the given properties of `from`. */
export function pick<T extends object, const Names extends readonly (keyof T)[]>(
  from: T,
  names: Names,
): Pick<T, Names[number]> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as never;
}
