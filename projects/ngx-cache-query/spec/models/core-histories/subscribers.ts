import { difference, emissionDifference, fail, inspectorInside, labelOf } from './checks';
import type { History } from './history';
import type { Readable } from './queries';
import { type Side, type Subscriber, Watcher } from './side';

/** Subscribes in all caches. The first value arrives at once. */
export function subscribe(history: History): void {
  const subscriber = newSubscriber(history);
  history.say(`subscribe to ${subscriber.label}`);
  for (const watcher of subscriber.watchers) begin(history, watcher);
  add(history, subscriber);
}

export function newSubscriber(history: History): Subscriber {
  const [readable, args] = pickRead(history);
  return {
    label: labelOf(readable, args),
    watchers: history.sides.map((side) => new Watcher(side, side.readable(readable.name), args)),
    joinedInBatch: history.depth > 0 ? history.step : undefined,
  };
}

/** Starts one watcher, and checks its first value. */
export function begin(history: History, watcher: Watcher): void {
  watcher.begin();
  const [first, ...others] = watcher.received;
  const problem =
    others.length > 0 || first === undefined
      ? `${watcher.received.length} values at the beginning`
      : emissionDifference(watcher, first, history.picture);
  if (problem !== undefined)
    fail(watcher.side, `subscription to ${labelOf(watcher.readable, watcher.args)}: ${problem}`);
  watcher.received = [];
  watcher.hasJoined = history.depth > 0;
  if ('value' in first) watcher.shown = first;
}

/** Adds a subscriber, unless it received an error. */
export function add({ random, subscribers }: History, subscriber: Subscriber): void {
  if (subscriber.watchers.some(({ shown }) => shown === undefined)) return;
  subscribers.splice(random.int(subscribers.length + 1), 0, subscriber);
}

/** Unsubscribes in all caches. */
export function unsubscribe(history: History): void {
  const { random, subscribers } = history;
  if (subscribers.length === 0) return;
  const [left] = subscribers.splice(random.int(subscribers.length), 1);
  history.say(`unsubscribe from ${left.label}`);
  for (const { subscription } of left.watchers) subscription!.unsubscribe();
}

export function pickRead({ random, sides }: History): [Readable, readonly unknown[]] {
  const readable = random.pick(sides[0].world.readables);
  return [readable, random.pick(readable.args)];
}

/** Reads something in a batch, and compares it with the model. */
export function readInside(history: History): void {
  const [readable, args] = pickRead(history);
  history.say(`get ${labelOf(readable, args)}`);
  history.hasReadInside = true;
  for (const side of history.sides) compareGet(history, side, side.readable(readable.name), args);
}

/** Reads something in one cache, and compares it with the model. */
export function compareGet(
  history: History,
  side: Side,
  readable: Readable,
  args: readonly unknown[],
): void {
  const inspector = inspectorInside(history, side);
  const get = () => side.get(readable, args);
  const found = difference(inspector, get, readable, args, history.picture);
  if (found !== undefined) fail(side, `get ${labelOf(readable, args)} inside: ${found}`);
}
