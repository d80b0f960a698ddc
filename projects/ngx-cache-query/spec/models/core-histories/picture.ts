import { changedEntities, type EntityName, entityName } from './changes';
import type { Fields } from './library';
import type { StoredMember } from './normalize';
import {
  classesIn,
  type ClassName,
  classShapes,
  EntityDefault,
  type Key,
  type Shape,
} from './shapes';
import type { State, Table } from './state';

const CLASS = Symbol('class');
const KEY = Symbol('key');

/** An entity of the model: a plain object with the same fields as the instance of the cache. */
export interface Plain extends Fields {
  readonly [CLASS]: ClassName;
  /** Undefined for the default of a field. */
  readonly [KEY]: Key | undefined;
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && CLASS in value;
}

export function classOf(plain: Plain): ClassName {
  return plain[CLASS];
}

export function keyOf(plain: Plain): Key | undefined {
  return plain[KEY];
}

/** Everything that a state of the model shows. */
export class Picture {
  readonly #entities = new Map<EntityName, Plain>();
  readonly #results = new Map<string, unknown>();

  /** @param last a picture of an earlier state. Its unchanged entities are used again, everything else is computed. */
  constructor(
    readonly state: State,
    last?: Picture,
  ) {
    if (last === undefined) return;
    const changed = changedEntities(last.state, state);
    for (const [name, plain] of last.#entities)
      if (!changed.has(name)) this.#entities.set(name, plain);
  }

  entity(name: ClassName, key: Key): Plain | undefined {
    const row = this.#table(name).rows.get(key);
    if (row === undefined) return undefined;
    const label = entityName(name, key);
    let plain = this.#entities.get(label);
    if (plain === undefined) {
      plain = shell(name, key);
      this.#entities.set(label, plain); // It can contain itself.
      this.#fill(plain, row.fields);
    }
    return plain;
  }

  /** Returns the entities of one or several classes in the order of their arrival. */
  all(...names: readonly ClassName[]): Plain[] | undefined {
    if (!names.some((name) => this.#table(name).known)) return undefined;
    return names
      .flatMap((name) => [...this.#table(name).rows].map(([key, row]) => ({ name, key, row })))
      .sort((a, b) => a.row.arrival - b.row.arrival)
      .map(({ name, key }) => this.entity(name, key)!);
  }

  response(key: string, shape: Shape): unknown {
    const result = this.state.results.get(key);
    return result === undefined ? undefined : this.denormalize(shape, result.stored);
  }

  /** Returns what is stored with entities in place of keys, or `undefined` for a missing entity. */
  denormalize(shape: Shape, stored: unknown): unknown {
    if (stored === null || stored === undefined) return stored;
    switch (shape.kind) {
      case 'one':
        return this.entity(shape.of, stored as Key);
      case 'union': {
        if ('original' in (stored as object)) return (stored as { original: unknown }).original;
        const { member, key } = stored as StoredMember;
        return this.entity(member, key);
      }
      case 'list':
        return this.#items(shape.of, stored);
      case 'all': {
        const rest = this.all(...classesIn(shape.of)) ?? [];
        return [...new Set([...this.#items(shape.of, stored), ...rest])];
      }
      case 'values':
        return Object.fromEntries(
          Object.entries(stored as Fields)
            .map(([name, value]) => [name, this.denormalize(shape.of, value)] as const)
            .filter(([, value]) => value !== undefined),
        );
      case 'fields': {
        const values: Fields = { ...(stored as Fields) };
        for (const [name, each] of Object.entries(shape.of))
          if (name in values) values[name] = this.denormalize(each, values[name]);
        return values;
      }
      case 'date':
        return new Date(stored as string);
    }
  }

  /** Returns the remembered result of a computation. */
  remembered<T>(key: string, compute: () => T): T {
    if (!this.#results.has(key)) this.#results.set(key, compute());
    return this.#results.get(key) as T;
  }

  #items(shape: Shape, stored: unknown): unknown[] {
    return (stored as unknown[])
      .map((item) => this.denormalize(shape, item))
      .filter((item) => item !== undefined);
  }

  #fill(plain: Plain, row: Fields): void {
    const { defaults, schema } = classShapes[plain[CLASS]];
    for (const name of Object.keys({ ...defaults, ...row })) {
      const stored = row[name];
      const value = schema[name] ? this.denormalize(schema[name], stored) : stored;
      plain[name] = value === undefined ? defaultOf(defaults[name]) : value;
    }
  }

  #table(name: ClassName): Table {
    return this.state.tables[classShapes[name].table];
  }
}

function shell(name: ClassName, key?: Key): Plain {
  return { [CLASS]: name, [KEY]: key };
}

function defaultOf(value: unknown): unknown {
  if (!(value instanceof EntityDefault)) return value;
  const plain = shell(value.of);
  for (const [name, each] of Object.entries(classShapes[value.of].defaults))
    plain[name] = defaultOf(each);
  return plain;
}
