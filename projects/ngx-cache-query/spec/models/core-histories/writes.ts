import { schemaOf } from './classes';
import type { History } from './history';
import { show } from './inspector';
import type { EntityType, Fields } from './library';
import { normalize, update } from './normalize';
import { isContainer } from './same-data';
import {
  all,
  canonical,
  type ClassName,
  classNames,
  classShapes,
  fields,
  list,
  one,
  pet,
  type Shape,
  values,
} from './shapes';
import type { Side } from './side';

/** The schemas that values are written with. */
const written: readonly Shape[] = [
  ...classNames.flatMap((name) => [list(one(name)), all(one(name))]),
  list(pet),
  all(pet),
  values(one('User')),
  fields({ posts: list(one('Post')), user: one('User'), groups: values(one('Group')) }),
];

function pickShape({ random }: History): Shape {
  return random.pick(written);
}

/** Writes something valid in the model and in all caches. */
export function writeSomething(history: History): void {
  const { random } = history;
  random.weighted<void>([
    [5, () => setSomeEntity(history)],
    [5, () => setValue(history, pickShape(history))],
    [2, () => updateEntity(history)],
    [2, () => deleteByKey(history)],
    [0.7, () => deleteByTest(history)],
  ]);
}

function setSomeEntity(history: History): void {
  const name = history.random.pick(classNames);
  inAll(history, setEntity(history, name, history.inputs.row(name)));
}

/** A write that was prepared. It is performed in each cache, and in the model with the first of them. */
type Write = (side: Side) => void;

export function setEntity(history: History, name: ClassName, row: Fields): Write {
  const hasInstances = history.random.chance(0.1);
  const text = `set(${name}, ${show(row)})${hasInstances ? ' with instances' : ''}`;
  const toModel = once(() => put(history, one(name), row, text));
  return (side) => {
    const input = structuredClone(row);
    if (hasInstances) useInstances(side, name, input);
    toModel();
    side.cache.set(side.world.classes[name], input);
    spoil(input);
  };
}

export function remove(history: History, name: ClassName, key: unknown): Write {
  const { table } = classShapes[name];
  const toModel = once(() => {
    history.say(`delete(${name}, ${show(key)})`);
    history.mutate((state, order) => state.remove(table, canonical(key), order));
    stopSharing(history);
  });
  return ({ cache, world }) => {
    toModel();
    cache.delete(world.classes[name], key);
  };
}

/** Returns a function that runs only when it is called for the first time. */
export function once(run: () => void): () => void {
  let hasRun = false;
  return () => {
    if (!hasRun) {
      hasRun = true;
      run();
    }
  };
}

export function inAll({ sides }: History, write: Write): void {
  for (const side of sides) write(side);
}

function setValue(history: History, shape: Shape): void {
  const value = history.inputs.value(shape);
  put(history, shape, value, `set(${JSON.stringify(shape)}, ${show(value)})`);
  for (const side of history.sides) {
    const input = structuredClone(value);
    side.cache.set(librarySchema(side, shape), input);
    spoil(input);
  }
}

/** Writes a valid input in the model. */
function put(history: History, shape: Shape, value: unknown, text: string): void {
  history.say(text);
  history.mutate((state, order) => normalize(state, shape, structuredClone(value), order));
}

function updateEntity(history: History): void {
  const { inputs, random } = history;
  const name = random.pick(classNames);
  const key = inputs.key(name);
  const { id: _, ...given } = inputs.row(name, 2);
  const isCount = random.chance(0.5) && 'age' in given;
  const updater = (entity: Fields) =>
    structuredClone(isCount ? { age: (Number(entity['age'] ?? 0) + 1) % 6 } : given);
  history.say(`set(${name}, ${key}, () => ${isCount ? 'age + 1' : show(given)})`);
  history.mutate((state, order) => {
    const entity = history.picture.entity(name, canonical(key));
    if (entity !== undefined) update(state, name, canonical(key), updater(entity), order);
  });
  for (const { cache, world } of history.sides) cache.set(world.classes[name], key, updater);
}

function deleteByKey(history: History): void {
  const name = history.random.pick(classNames);
  inAll(history, remove(history, name, history.inputs.key(name)));
}

interface Tested {
  readonly id: number;
  readonly name?: string;
  readonly title?: string;
  readonly rank?: number;
  readonly author?: { readonly name: string };
  readonly lead?: { readonly age: number } | null;
}
const tests: readonly ((entity: Tested) => boolean)[] = [
  ({ author }) => author?.name === 'x',
  ({ lead }) => lead?.age === 2,
  ({ rank }) => rank === 2,
  ({ name, title }) => name === 'y' || title === 'b',
  ({ id }) => Number(id) % 4 === 3,
  () => false,
];

function deleteByTest(history: History): void {
  const { random } = history;
  const name = random.pick(classNames);
  const test = random.pick(tests);
  history.say(`delete(${name}, ${String(test)})`);
  const { table } = classShapes[name];
  const { picture } = history;
  history.mutate((state, order) => {
    for (const key of [...state.tables[table].rows.keys()])
      if (test(picture.entity(name, key) as never)) state.remove(table, key, order);
  });
  stopSharing(history);
  for (const { cache, world } of history.sides) cache.delete(world.classes[name], test);
}

/** After a deletion, new requests do not share earlier ones. */
function stopSharing({ pending }: History): void {
  for (const each of pending) each.isShared = false;
}

const schemas = new WeakMap<object, Map<Shape, object>>();

/** Returns the schema of an edition for a shape. */
export function librarySchema({ world }: Side, shape: Shape): object {
  const known = schemas.get(world) ?? new Map<Shape, object>();
  schemas.set(world, known);
  const schema = known.get(shape) ?? (schemaOf(world.edition.core, world.classes, shape) as object);
  known.set(shape, schema);
  return schema;
}

/** Replaces the keys of related entities with their instances. */
function useInstances({ cache, world }: Side, name: ClassName, input: Fields): void {
  for (const [field, shape] of Object.entries(classShapes[name].schema)) {
    if (shape.kind !== 'one' || typeof input[field] !== 'number') continue;
    const type: EntityType = world.classes[shape.of];
    input[field] = cache.get(type, input[field]) ?? input[field];
  }
}

/** Changes an input after it was written. The cache must not notice. */
export function spoil(input: unknown): void {
  if (!isContainer(input) || Object.isFrozen(input)) return;
  for (const value of Object.values(input)) spoil(value);
  if (Array.isArray(input)) input.reverse().push('spoiled');
  else Object.assign(input, { name: 'spoiled', title: 'spoiled' });
}
