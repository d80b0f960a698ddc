import type { Core, EntityType } from './library';
import {
  type ClassName,
  classNames,
  classShapes,
  EntityDefault,
  fields,
  list,
  one,
  pet,
  type Shape,
} from './shapes';

export type Classes = Readonly<Record<ClassName, EntityType>>;

/** Creates the Entity classes. They have the fields and schemas of {@link classShapes}. */
export function createClasses(core: Core): Classes {
  const classes = Object.fromEntries(
    classNames.map((name) => [name, createClass(core, name, (other) => classes[other])]),
  ) as Classes;
  for (const name of classNames) {
    const { schema } = classShapes[name];
    const value = Object.fromEntries(
      Object.entries(schema).map(([field, shape]) => [field, schemaOf(core, classes, shape)]),
    );
    Object.defineProperty(classes[name], 'schema', { value });
  }
  return classes;
}

function createClass(
  { Entity }: Core,
  name: ClassName,
  classOf: (name: ClassName) => EntityType,
): EntityType {
  const { defaults, table } = classShapes[name];
  const type = class extends Entity {
    constructor() {
      super();
      for (const [field, value] of Object.entries(defaults)) {
        const own = value instanceof EntityDefault ? classOf(value.of).fromJS({}) : value;
        (this as Record<string, unknown>)[field] = own;
      }
    }
  };
  Object.defineProperty(type, 'name', { value: name });
  if (table === 'User') Object.defineProperty(type, 'key', { value: table });
  return type;
}

/** Returns the schema of the library that corresponds to a shape. */
export function schemaOf(core: Core, classes: Classes, shape: Shape): unknown {
  const { schema } = core;
  const of = (part: Shape) => schemaOf(core, classes, part);
  const members = (part: Readonly<Record<string, ClassName>>) =>
    Object.fromEntries(Object.entries(part).map(([kind, name]) => [kind, classes[name]]));
  switch (shape.kind) {
    case 'one':
      return classes[shape.of];
    case 'list':
      return [of(shape.of)];
    case 'all':
      return shape.of.kind === 'union'
        ? new schema.All(members(shape.of.of), 'kind')
        : new schema.All(of(shape.of));
    case 'values':
      return new schema.Values(of(shape.of));
    case 'union':
      return new schema.Union(members(shape.of), 'kind');
    case 'fields':
      return Object.fromEntries(
        Object.entries(shape.of).map(([name, part]) => [name, of(part)] as const),
      );
    case 'date':
      return deserializeDate;
  }
}

/** The raw value that {@link deserializeDate} does not accept. */
export const BAD_DATE = 'not a date';

function deserializeDate(raw: string): Date {
  if (raw === BAD_DATE) throw new Error('on purpose');
  return new Date(raw);
}

/** The endpoints of the histories, with the shapes of their responses. */
export const endpointShapes = {
  posts: list(one('Post')),
  page: fields({ items: list(one('Post')), best: one('User') }),
  pets: list(pet),
  users: { kind: 'all', of: one('User') },
  user: one('User'),
} satisfies Record<string, Shape>;

export type EndpointName = keyof typeof endpointShapes;
export const endpointNames = Object.keys(endpointShapes) as EndpointName[];
