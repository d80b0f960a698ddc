import type { Observable } from 'rxjs';
import {
  type Classes,
  createClasses,
  type EndpointName,
  endpointNames,
  endpointShapes,
  schemaOf,
} from './classes';
import type { Cache, Edition } from './library';
import type { Picture } from './picture';
import { all, type ClassName, classNames, pet } from './shapes';
import { type Definition, definitions } from './definitions';
import { viewsOf } from './view-definitions';

/** The result of a read for which there is no data. */
const UNKNOWN = Symbol('unknown');

/** Something that can be read, in one edition and in the model. */
export interface Readable {
  readonly name: string;
  readonly queryable: object;
  /** The possible arguments. */
  readonly args: readonly (readonly unknown[])[];
  /** Returns what the model shows or {@link UNKNOWN}, or throws the error that `process` throws. */
  readonly expected: (picture: Picture, args: readonly unknown[]) => unknown;
  /** Whether `process` reads the cache itself, so that it may run again for the same entries. */
  readonly readsMore?: boolean;
}

/** A run of an opaque `process`. */
export interface Run {
  readonly query: string;
  readonly entries: unknown;
  readonly args: readonly unknown[];
  readonly readsMore: boolean;
  threw: boolean;
}

/** The classes, queries and endpoints of one edition. All histories share them. */
export interface World {
  readonly edition: Edition;
  readonly classes: Classes;
  readonly endpoints: Readonly<Record<EndpointName, object>>;
  readonly readables: readonly Readable[];
  /** The cache of the current history. */
  cache: Cache;
  /** Sends a request of an endpoint. */
  load: () => Observable<unknown>;
  runs: Run[];
}

const worlds = new WeakMap<Edition, World>();

export function worldOf(edition: Edition): World {
  let world = worlds.get(edition);
  if (world === undefined) worlds.set(edition, (world = createWorld(edition)));
  return world;
}

const KEYS = [1, 2, 3, '4', 9].map((key) => [key]);
const NUMBERS = [[0], [1]];

function createWorld(edition: Edition): World {
  const { core } = edition;
  const classes = createClasses(core);
  const endpoints = Object.fromEntries(
    endpointNames.map((name) => {
      const schema = schemaOf(core, classes, endpointShapes[name]);
      return [name, new core.Endpoint({ name, schema, load: () => world.load() })];
    }),
  ) as Record<EndpointName, object>;
  const readables: Readable[] = [];
  const world: World = {
    edition,
    classes,
    endpoints,
    readables,
    cache: undefined as never,
    load: undefined as never,
    runs: [],
  };
  const add = (readable: Readable) => void readables.push(readable);
  for (const name of classNames) {
    add({
      name,
      queryable: classes[name],
      args: KEYS,
      expected: (picture, [key]) => picture.entity(name, Number(key)) ?? UNKNOWN,
    });
    const queryable = new core.schema.All(classes[name]);
    add({
      name: `all ${name}`,
      queryable,
      args: [[]],
      expected: (picture) => picture.all(name) ?? UNKNOWN,
    });
  }
  add({
    name: 'all pets',
    queryable: schemaOf(core, classes, all(pet)) as object,
    args: [[]],
    expected: (picture) => picture.all('Cat', 'Dog') ?? UNKNOWN,
  });
  for (const name of endpointNames) {
    add({
      name: `endpoint ${name}`,
      queryable: endpoints[name],
      args: NUMBERS,
      expected: (picture, [n]) =>
        picture.response(`${name} ${String(n)}`, endpointShapes[name]) ?? UNKNOWN,
    });
  }
  for (const each of definitions) add(createQuery(world, each));
  const users = readables.find(({ name }) => name === 'all User')!.queryable;
  for (const [name, view, of] of viewsOf(edition.views, users)) {
    const same = readables.find((each) => each.name === name);
    if (same === undefined) continue;
    const definition = definitions.find((each) => each.name === name)!;
    const readable = createQuery(world, { ...definition, of: of ?? definition.of }, view);
    add({ ...readable, name: `view ${name}`, expected: same.expected });
  }
  return world;
}

function createQuery(
  world: World,
  { name, of, args = [[]], process, readsMore }: Definition,
  view?: (...args: never) => unknown,
): Readable {
  const find = (source: string) => world.readables.find((each) => each.name === source)!;
  const { Query } = world.edition.core;
  const sources = typeof of === 'string' ? find(of) : undefined;
  const members = Object.entries(typeof of === 'string' ? {} : of);
  const queryable = sources
    ? sources.queryable
    : Object.fromEntries(members.map(([member, source]) => [member, find(source).queryable]));
  const read = (type: ClassName, key: number) => world.cache.get(world.classes[type], key);
  const opaque = (entries: never, ...rest: unknown[]) => {
    const run: Run = {
      query: name,
      entries,
      args: rest,
      readsMore: readsMore === true,
      threw: true,
    };
    world.runs.push(run);
    const result = process(entries, rest as never, read as never);
    run.threw = false;
    return result;
  };
  const compute = (picture: Picture, own: readonly unknown[]) => {
    const entries = sources
      ? known(sources, picture, own)
      : joined(members.map(([key, source]) => [key, known(find(source), picture, own)]));
    if (entries === UNKNOWN) return UNKNOWN;
    const entity = (type: ClassName, key: number) => picture.entity(type, key);
    return process(entries as never, own as never, entity as never);
  };
  return {
    name,
    queryable: new Query(queryable, view ?? opaque),
    args,
    expected: compute,
    readsMore,
  };
}

/** Returns the members of a join. They are unknown only while all of them are. */
function joined(members: readonly (readonly [string, unknown])[]): unknown {
  if (members.every(([, value]) => value === UNKNOWN)) return UNKNOWN;
  return Object.fromEntries(
    members.map(([name, value]) => [name, value === UNKNOWN ? undefined : value]),
  );
}

/** Returns what the model shows. */
export function expectedOf(
  readable: Readable,
  picture: Picture,
  args: readonly unknown[],
): unknown {
  const value = known(readable, picture, args);
  return value === UNKNOWN ? undefined : value;
}

/** Returns what the model shows or {@link UNKNOWN}. It is computed once per state. */
function known({ expected, name }: Readable, picture: Picture, args: readonly unknown[]): unknown {
  const { error, value } = picture.remembered(`${name} ${JSON.stringify(args)}`, () => {
    try {
      return { value: expected(picture, args), error: undefined };
    } catch (thrown) {
      return { error: thrown as Error, value: undefined };
    }
  });
  if (error !== undefined) throw error;
  return value;
}
