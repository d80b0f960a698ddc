import type { Fields } from './library';
import { canonical, classesIn, type ClassName, classShapes, type Key, type Shape } from './shapes';
import type { State } from './state';

/** An entity of a union, as it is stored. */
export interface StoredMember {
  readonly member: ClassName;
  readonly key: Key;
}

/** Writes an input to the model, and returns what is stored in its place. */
export function normalize(state: State, shape: Shape, input: unknown, order: number): unknown {
  switch (shape.kind) {
    case 'one':
      return typeof input === 'object'
        ? entity(state, shape.of, input as Fields, order)
        : canonical(input);
    case 'union': {
      const { kind } = input as { kind: string };
      if (!Object.hasOwn(shape.of, kind)) return { original: input };
      const member = shape.of[kind];
      return { member, key: entity(state, member, input as Fields, order) };
    }
    case 'list':
    case 'all':
      know(state, shape.of);
      return (input as unknown[])
        .filter(isThere)
        .map((item) => normalize(state, shape.of, item, order));
    case 'values':
      know(state, shape.of);
      return Object.fromEntries(
        Object.entries(input as Fields)
          .filter(([, value]) => isThere(value))
          .map(([name, value]) => [name, normalize(state, shape.of, value, order)]),
      );
    case 'fields':
      return inFields(state, shape.of, input as Fields, order);
    default:
      return input;
  }
}

/** Writes the fields that an updater returned. */
export function update(
  state: State,
  name: ClassName,
  key: Key,
  input: Fields,
  order: number,
): void {
  const { schema, table } = classShapes[name];
  state.put(table, key, inFields(state, schema, input, order), order);
}

function entity(state: State, name: ClassName, input: Fields, order: number): Key {
  const { schema, table } = classShapes[name];
  const row = inFields(state, schema, input, order);
  const key = canonical(input['id']);
  state.put(table, key, row, order);
  return key;
}

/** Normalizes the fields that have a shape, in the order of the shapes. */
function inFields(
  state: State,
  shapes: Readonly<Record<string, Shape>>,
  input: Fields,
  order: number,
): Fields {
  const row: Fields = { ...input };
  for (const [name, shape] of Object.entries(shapes)) {
    const value = input[name];
    if (isThere(value)) row[name] = normalize(state, shape, value, order);
  }
  return row;
}

/** A list of a type makes the type known, even if the list is empty. */
function know(state: State, shape: Shape): void {
  if (shape.kind !== 'one' && shape.kind !== 'union') return;
  for (const name of classesIn(shape)) state.tables[classShapes[name].table].known = true;
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}
