// The texts of errors in paths. Called only in dev mode.

/** Returns the most likely mistake in a template: a host, search parameters, or an optional parameter such as `:id?`. */
export function likelyMistake(template: string): string | undefined {
  const [host] = /^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i.exec(template) ?? [];
  if (host !== undefined) {
    return `"${host}" belongs in urlPrefix. Set this option on the endpoint, or use withRest to set it for all endpoints`;
  }
  const at = template.search(/(?<!\\)\?/);
  if (at < 0) return undefined;
  const [optional] = /:\w+\?(?=\/|$)/.exec(template) ?? [];
  return optional === undefined
    ? `"${template.slice(at)}" belongs in searchParams. Declare the search parameters with ` +
        `searchParams: typed<{ name?: string }>(), and pass their values in the first argument`
    : `an optional parameter is written "{/${optional.slice(0, -1)}}", not "/${optional}"`;
}

/** The text of a character that cannot stand where it is. An optional part cannot end without a parameter. */
export function unexpected(
  token: string,
  outer: readonly unknown[],
  parts: readonly unknown[],
): string {
  const text = parts.join('');
  return token === '}' && outer.length > 0 && text !== ''
    ? `"{${text}}" is an optional part without a parameter. Write a parameter as ":${text}"`
    : `Unexpected ${token}`;
}

/** The problem of error NCQ5001. */
export function missing(name: string, value: unknown, isOptional: boolean): string {
  return (
    `path parameter "${name}" is ` +
    (value === undefined || value === null
      ? `missing. Pass it in the first argument: fetch(endpoint, { ${name}: … })`
      : 'empty: "", NaN or []') +
    '. While the value is not known, write watch(endpoint, null). In the function that you pass to resource, return ' +
    `undefined.${isOptional ? ' To omit this part of the path, leave out the parameter.' : ''}`
  );
}

/** The problem of error NCQ5002. */
export function unsafe(name: string): string {
  return (
    `path parameter "${name}" is "." or "..". Such a value would change the path, even in encoded form. Check where ` +
    `the value comes from.`
  );
}
