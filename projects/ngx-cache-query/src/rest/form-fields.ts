/**
 * Returns the text fields of a form, by name. Files are omitted. If a name occurs more than once, its value is an
 * array. Any other value is returned as it is.
 */
export function formFields(body: unknown): unknown {
  if (!(body instanceof FormData)) return body;
  const fields: Record<string, unknown> = {};
  for (const [name, value] of body) {
    if (typeof value !== 'string') continue;
    fields[name] = Object.hasOwn(fields, name) ? [fields[name], value].flat() : value;
  }
  return fields;
}
