import { dasherize } from '@angular-devkit/core/src/utils/strings';
import { defaultOf, type Field, propertyName, typeOf } from './field';

/** Returns the source code of an Entity class. */
export function entitySource(className: string, given: readonly Field[]): string {
  const id: Field = { name: 'id', type: 'number' };
  const named = given.some(({ name }) => name === 'id') ? given : [id, ...given];
  // The default instance of a class cannot contain an entity of the same class.
  const fields = named.map((field) =>
    isOf(field, className) && field.isList !== true ? { ...field, isNullable: true } : field,
  );
  const schema = fields.flatMap((field) => schemaLine(field));
  const relations = new Set(fields.flatMap((field) => entityOf(field) ?? []));
  relations.delete(className);
  return [
    `import { Entity } from 'ngx-cache-query';`,
    ...[...relations].sort().map((name) => `import { ${name} } from './${dasherize(name)}';`),
    '',
    `export class ${className} extends Entity {`,
    `  static override readonly key: string = '${className}';`,
    ...fields.map(
      (field) => `  readonly ${nameOf(field)}: ${typeOf(field)} = ${defaultOf(field, className)};`,
    ),
    ...(schema.length === 0 ? [] : [schemaSource(schema)]),
    '}',
    '',
  ].join('\n');
}

function schemaSource(lines: readonly string[]): string {
  const inOneLine = `  static override readonly schema = { ${lines.join(', ')} };`;
  if (inOneLine.length <= 80) return inOneLine;
  return [
    '  static override readonly schema = {',
    ...lines.map((line) => `    ${line},`),
    '  };',
  ].join('\n');
}

function schemaLine(field: Field): string[] {
  const { isList, schema } = field;
  if (schema === undefined) return [];
  if (schema === 'date') {
    const text = isList === true ? 'texts: readonly string[]' : 'text: string';
    const dates = isList === true ? 'texts.map((text) => new Date(text))' : 'new Date(text)';
    return [`${nameOf(field)}: (${text}) => ${dates}`];
  }
  return [`${nameOf(field)}: ${isList === true ? `[${schema.entity}]` : schema.entity}`];
}

function entityOf({ schema }: Field): string | undefined {
  return typeof schema === 'object' ? schema.entity : undefined;
}

function isOf(field: Field, className: string): boolean {
  return entityOf(field) === className;
}

function nameOf({ name }: Field): string {
  return propertyName(name);
}
