const known = new WeakMap<object, ReadonlySet<string>>();

/**
 * Returns the names of the methods and accessors of a class, including inherited ones. A member takes precedence over a
 * data field with the same name.
 */
export function membersOf(type: { readonly prototype: object }): ReadonlySet<string> {
  let names = known.get(type);
  if (names === undefined) known.set(type, (names = collect(type.prototype)));
  return names;
}

function collect(prototype: object): Set<string> {
  const names = new Set<string>();
  for (
    let at: object | null = prototype;
    at !== Object.prototype && at !== null;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name);
  }
  return names;
}
