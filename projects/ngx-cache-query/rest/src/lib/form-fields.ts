/**
 * Returns the text fields of a form, by name. Files are omitted. If a name occurs more than once, its value is an
 * array.
 */
export function formFields(form: FormData): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    const texts = form.getAll(name).filter((value) => typeof value === 'string');
    if (texts.length > 0) fields[name] = texts.length === 1 ? texts[0] : texts;
  }
  return fields;
}
