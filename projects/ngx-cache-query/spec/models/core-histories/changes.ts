import type { Fields } from './library';
import type { StoredMember } from './normalize';
import { sameData } from './same-data';
import {
  type ClassName,
  classNames,
  classesOf,
  classShapes,
  type Key,
  type Shape,
  tableNames,
} from './shapes';
import type { Row, State } from './state';

/** An entity as one class reads it. */
export type EntityName = `${ClassName} ${Key}`;

export function entityName(name: ClassName, key: Key): EntityName {
  return `${name} ${key}`;
}

/** Whether a field of an entity contains plain data. */
export function isData(name: EntityName, field: string): boolean {
  return !Object.hasOwn(classShapes[classOf(name)].schema, field);
}

/** Returns the stored row of an entity. */
export function rowOf(state: State, name: EntityName): Row | undefined {
  const key = name.slice(classOf(name).length + 1);
  return state.tables[classShapes[classOf(name)].table].rows.get(Number(key));
}

function classOf(name: EntityName): ClassName {
  return name.slice(0, name.indexOf(' ')) as ClassName;
}

/** Returns all entities that change when one state follows another: changed rows, and all rows that contain them. */
export function changedEntities(before: State, after: State): Set<EntityName> {
  const changed = new Set(changedRows(before, after));
  if (changed.size === 0) return changed;
  const parents = parentsIn(after);
  for (const name of changed) for (const parent of parents.get(name) ?? []) changed.add(parent);
  return changed;
}

/** Returns the entities that contain other entities directly or indirectly, including these. */
export function containing(state: State, names: Iterable<EntityName>): Set<EntityName> {
  const found = new Set(names);
  const parents = parentsIn(state);
  for (const name of found) for (const parent of parents.get(name) ?? []) found.add(parent);
  return found;
}

function* changedRows(before: State, after: State): Iterable<EntityName> {
  for (const table of tableNames) {
    const [old, now] = [before.tables[table].rows, after.tables[table].rows];
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      const [had, has] = [old.get(key), now.get(key)];
      if (had?.fields === has?.fields) continue;
      for (const name of classesOf[table])
        if (!showsSame(name, had, has)) yield entityName(name, key);
    }
  }
}

/**
 * Whether an entity is the same after a write. This includes a missing field that arrives with the value shown for it,
 * if nothing else was changed and changed back in the same commit.
 */
function showsSame(name: ClassName, before: Row | undefined, after: Row | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const { defaults, schema } = classShapes[name];
  const [had, has] = [before.fields, after.fields];
  if (before.arrival !== after.arrival) return sameData(had, has); // deleted and added again
  const arrives = Object.keys(has).some((field) => !Object.hasOwn(had, field));
  const isSame = arrives ? Object.is : sameData;
  return (
    Object.keys(had).every((field) => Object.hasOwn(has, field)) &&
    Object.keys(has).every((field) => {
      if (Object.hasOwn(had, field)) return isSame(had[field], has[field]);
      if (!Object.hasOwn(defaults, field) || !sameData(has[field], defaults[field])) return false;
      return schema[field]?.kind !== 'date' || has[field] === null;
    })
  );
}

/** Returns the entities whose fields refer to each entity, even to entities that are missing. */
function parentsIn(state: State): Map<EntityName, EntityName[]> {
  const parents = new Map<EntityName, EntityName[]>();
  for (const name of classNames) {
    const { schema, table } = classShapes[name];
    const shapes = Object.entries(schema).filter(([, { kind }]) => kind !== 'date');
    for (const [key, { fields }] of state.tables[table].rows) {
      const parent = entityName(name, key);
      for (const [field, shape] of shapes) {
        for (const child of referencesIn(shape, fields[field])) {
          const known = parents.get(child);
          if (known === undefined) parents.set(child, [parent]);
          else known.push(parent);
        }
      }
    }
  }
  return parents;
}

function referencesIn(shape: Shape, stored: unknown): readonly EntityName[] {
  if (stored === null || stored === undefined) return [];
  switch (shape.kind) {
    case 'one':
      return [entityName(shape.of, stored as Key)];
    case 'union': {
      const { member, key } = stored as Partial<StoredMember>;
      return member === undefined ? [] : [entityName(member, key!)];
    }
    case 'list':
    case 'all':
    case 'values':
      return Object.values(stored).flatMap((each) => referencesIn(shape.of, each));
    case 'fields':
      return Object.entries(shape.of).flatMap(([name, each]) =>
        referencesIn(each, (stored as Fields)[name]),
      );
    case 'date':
      return [];
  }
}
