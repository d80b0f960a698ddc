import ts from 'typescript';
import type { Edits } from './edits';

type Property = ts.ObjectLiteralElementLike;

/** The properties of an object by their names. */
export type Properties = ReadonlyMap<string | undefined, Property>;

/** Returns the name of a property, without quotes. */
export function nameOf({ name }: Property): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** Returns the value of a property. */
export function valueOf(property: Property): ts.Expression {
  return ts.isPropertyAssignment(property)
    ? property.initializer
    : (property.name as ts.Identifier);
}

/** Renames a property. A shorthand keeps the name of its variable. */
export function rename(property: Property, name: string, edits: Edits): void {
  if (ts.isShorthandPropertyAssignment(property)) edits.before(property, `${name}: `);
  else edits.replace(property.name!, name);
}

/** Removes a property and the comma after it. */
export function remove(property: Property, edits: Edits): void {
  const { text } = edits.file;
  const comma = /^\s*,/.exec(text.slice(property.end))?.[0] ?? '';
  edits.replaceRange(property.pos, property.end + comma.length, '');
}
