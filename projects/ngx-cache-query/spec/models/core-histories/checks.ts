import { rowOf } from './changes';
import type { History } from './history';
import { Inspector, show } from './inspector';
import type { Picture } from './picture';
import { Random } from './random';
import { expectedOf, type Readable } from './queries';
import { isContainer, sameItems } from './same-data';
import { classNames, classShapes } from './shapes';
import type { Emission, Side, Subscriber, Watcher } from './side';

/** Checks what each subscriber received in a step: at most one value per commit, in order, and none for equal data. */
export function checkEmissions(history: History, before: Picture): void {
  const { commits, hasFailed, step } = history;
  for (const { joinedInBatch, label, watchers } of history.subscribers) {
    const [first, ...others] = watchers.map((watcher) => distinct(watcher));
    for (const watcher of watchers) {
      const isRolledBack = hasFailed && joinedInBatch === step;
      if (isRolledBack) watcher.hasJoined = true;
      const shown = isRolledBack ? [before, ...commits] : commits;
      const problem = watcher.problem ?? emissionProblem(watcher, shown);
      if (problem !== undefined) fail(watcher.side, `the subscriber of ${label} ${problem}`);
    }
    for (const texts of others) {
      if (texts !== first)
        throw new Error(`the subscribers of ${label} differ:\n${first}\n${texts}`);
    }
  }
  history.subscribers = history.subscribers.filter((each) => !hasEnded(each));
}

function hasEnded({ watchers }: Subscriber): boolean {
  return watchers.some(({ received }) => received.some((each) => 'error' in each));
}

function emissionProblem(watcher: Watcher, commits: readonly Picture[]): string | undefined {
  let next = 0;
  let last = watcher.shown;
  for (const emission of watcher.received) {
    let problem = 'received too many values';
    while (next < commits.length) {
      const found = emissionDifference(watcher, emission, commits[next++]);
      if (found === undefined) {
        problem = '';
        break;
      }
      problem = found;
    }
    if (problem !== '') return `received ${textOf(emission)}: ${problem}`;
    if ('error' in emission) break;
    if (last !== undefined && !watcher.hasJoined && isEqual(last.value, emission.value))
      return `received equal data again: ${textOf(emission)}`;
    last = emission;
    watcher.hasJoined = false;
  }
  watcher.shown = last;
  return undefined;
}

/** Returns how an emission differs from what the model shows. */
export function emissionDifference(
  { args, readable, side }: Watcher,
  emission: Emission,
  picture: Picture,
): string | undefined {
  const inspector = new Inspector(side.world.classes, side.memory.loose);
  return difference(inspector, () => valueOf(emission), readable, args, picture);
}

/** Compares a read with the model. Both may throw the same error. */
export function difference(
  inspector: Inspector,
  actual: () => unknown,
  readable: Readable,
  args: readonly unknown[],
  picture: Picture,
): string | undefined {
  const [value, expected] = [attempt(actual), attempt(() => expectedOf(readable, picture, args))];
  if ('error' in value || 'error' in expected) {
    const isSame =
      'error' in value && 'error' in expected && String(value.error) === String(expected.error);
    return isSame ? undefined : `${textOf(value)} instead of ${textOf(expected)}`;
  }
  return inspector.difference(value.value, expected.value);
}

/** Compares what subscribers and signals hold with the model. */
export function look(history: History, side: Side, inspector: Inspector): void {
  const { picture } = history;
  for (const { label, watchers } of history.subscribers) {
    const watcher = watchers.find((each) => each.side === side)!;
    const { args, last, readable } = watcher;
    const found = difference(inspector, () => last, readable, args, picture);
    if (found !== undefined) fail(side, `the subscriber of ${label} holds ${show(last)}\n${found}`);
    const problem = side.memory.result(label, last);
    if (problem !== undefined) fail(side, problem);
  }
  for (const { args, read: readSignal, readable } of side.signals) {
    const found = difference(inspector, readSignal, readable, args, picture);
    if (found !== undefined) fail(side, `the signal of ${labelOf(readable, args)}: ${found}`);
  }
}

/** Reads entities, lists and queries, and compares them with the model and with what subscribers hold. */
export function read(
  history: History,
  side: Side,
  inspector: Inspector,
  part: number,
  seed: number,
): void {
  const { picture } = history;
  const random = new Random(seed); // All sides read the same.
  const held = new Map(
    history.subscribers.map(({ label, watchers }) => [label, watchers] as const),
  );
  const compare = (readable: Readable, args: readonly unknown[]) => {
    const label = labelOf(readable, args);
    const value = attempt(() => side.get(readable, args));
    const found = difference(inspector, () => valueOf(value), readable, args, picture);
    if (found !== undefined) fail(side, `get ${label}: ${textOf(value)}\n${found}`);
    if ('error' in value) return;
    const watcher = held.get(label)?.find((each) => each.side === side);
    if (watcher !== undefined && !isHeld(watcher, value.value))
      fail(
        side,
        `get ${label} is ${show(value.value)}, but the subscriber holds ${show(watcher.last)}`,
      );
    const problem = side.memory.result(label, value.value);
    if (problem !== undefined) fail(side, problem);
  };
  for (const readable of side.world.readables) {
    if (!random.chance(part)) continue;
    for (const args of readable.args) compare(readable, args);
  }
  for (const name of classNames) {
    const readable = side.readable(name);
    const { rows } = picture.state.tables[classShapes[name].table];
    for (const key of rows.keys()) if (random.chance(part)) compare(readable, [key]);
  }
}

/** Checks that no `process` ran twice for one commit, or again for the entries of its last run. */
export function checkRuns(history: History, side: Side): void {
  const { runs } = side.world;
  const counts = new Map<string, number>();
  for (const run of runs) {
    const label = `${run.query} ${JSON.stringify(run.args)}`;
    const last = side.lastRuns.get(label);
    side.lastRuns.set(label, run);
    if (run.threw) continue;
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    if (count > Math.max(1, history.commits.length) && !history.hasReadInside)
      fail(side, `process of ${label} ran ${count} times in one step`);
    const isAgain = last !== undefined && !last.threw && last.entries === run.entries;
    if (isAgain && !run.readsMore && !history.hasReadInside)
      fail(side, `process of ${label} ran again for the same entries`);
  }
  if (history.hasReadInside || side.hasForgotten) side.lastRuns.clear();
  side.hasForgotten = false;
}

/** Returns an inspector that records in the memory of a cache what it finds. */
export function inspectorOf(history: History, side: Side): Inspector {
  const { changedAt, state, step } = history;
  const { memory, world } = side;
  // An entity that was checked and did not change is checked again only sometimes.
  const isThorough = step % 8 === 0;
  return new Inspector(
    world.classes,
    memory.loose,
    (name, instance) => {
      const changed = changedAt.get(name) ?? { last: 0, before: 0 };
      if (!isThorough && memory.isSame(name, instance, changed.last)) return false;
      const { arrival, fields: stored } = rowOf(state, name)!;
      const problem = memory.entity(name, { instance, step, arrival, stored }, changed);
      if (problem !== undefined) fail(side, problem);
      return true;
    },
    (container) => {
      const problem = memory.unchanged(container);
      if (problem !== undefined) fail(side, `${problem}: ${show(container)}`);
    },
  );
}

/** Returns an inspector for reads inside a batch or a callback. It records which entities were read. */
export function inspectorInside(history: History, { memory, world }: Side): Inspector {
  return new Inspector(
    world.classes,
    memory.loose,
    (name) => history.readInside.add(name) !== undefined,
    (container) => {
      const problem = memory.unchanged(container);
      if (problem !== undefined) throw new Error(`${problem}: ${show(container)}`);
    },
  );
}

export function labelOf({ name }: Readable, args: readonly unknown[]): string {
  return `${name} ${JSON.stringify(args)}`;
}

export function fail(side: Side, text: string): never {
  throw new Error(`${side.name}: ${text}`);
}

export function attempt(run: () => unknown): Emission {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

function valueOf(emission: Emission): unknown {
  if ('error' in emission) throw emission.error;
  return emission.value;
}

function textOf(emission: Emission): string {
  return 'error' in emission ? `error ${String(emission.error)}` : show(emission.value);
}

/** Returns the texts of what a subscriber received, without repetitions. */
function distinct({ received, shown }: Watcher): string {
  const texts = [...(shown === undefined ? [] : [shown]), ...received].map(textOf);
  return texts.filter((text, i) => text !== texts[i - 1]).join('\n');
}

function isEqual(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (isContainer(a) && sameItems(a, b));
}

/** Whether `get` returned what a subscriber holds. */
function isHeld({ last, side }: Watcher, value: unknown): boolean {
  return Object.is(last, value) || side.memory.loose.size > 0;
}
