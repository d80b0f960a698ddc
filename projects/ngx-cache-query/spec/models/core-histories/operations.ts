import { containing } from './changes';
import { fail, inspectorOf, labelOf } from './checks';
import type { History } from './history';
import { arm } from './reactions';
import { expectedOf } from './queries';
import { end, send } from './requests';
import { writeBroken } from './rejections';
import { pickRead, readInside, subscribe, unsubscribe } from './subscribers';
import { revert } from './reverts';
import { writeSomething } from './writes';

/** Performs one step of a history. */
export function operate(history: History): void {
  const { random } = history;
  random.weighted<void>([
    [9, () => reacting(history, () => writeSomething(history))],
    [0.6, () => writeBroken(history)],
    [5, () => reacting(history, () => batch(history))],
    [4, () => subscribe(history)],
    [1.5, () => unsubscribe(history)],
    [1.5, () => send(history)],
    [1.5, () => reacting(history, () => end(history))],
    [0.6, () => sweep(history)],
    [0.3, () => createSignal(history)],
    [0.2, () => dropSignal(history)],
  ]);
}

/**
 * Performs an operation while a subscriber may wait to react to it. Beside an oracle, no subscriber reacts: editions
 * notify in different orders, and apply what subscribers write at different times (0028).
 */
function reacting(history: History, operation: () => void): void {
  const { random, sides } = history;
  const disarm = sides.length === 1 && random.chance(0.25) ? arm(history) : () => undefined;
  operation();
  disarm();
}

/** Runs a batch in all caches at once. */
function batch(history: History): void {
  const { random, sides } = history;
  const before = history.state;
  const isOuter = history.depth === 0;
  const fails = random.chance(0.35);
  const mayRead = !fails || history.readsInFailures || !isOuter;
  if (isOuter) history.order++;
  history.say(`batch${fails ? ' that throws' : ''}`);
  history.depth++;
  const purpose = new Error('on purpose');
  const content = () => {
    for (let i = random.int(5); i >= 0; i--) inBatch(history, mayRead);
    if (isOuter) checkSilence(history);
    history.depth--;
    if (fails) {
      history.become(before);
      history.hasFailed ||= isOuter;
      throw purpose;
    }
    if (isOuter) history.commit();
  };
  const all = sides.reduce(
    (run, { cache }) =>
      () =>
        cache.batch(run),
    content,
  );
  try {
    all();
  } catch (error) {
    if (error !== purpose) throw error;
    if (isOuter) loosen(history);
  }
}

function inBatch(history: History, mayRead: boolean): void {
  const { depth, random } = history;
  random.weighted<void>([
    [6, () => writeSomething(history)],
    [0.4, () => writeBroken(history)],
    [mayRead ? 3 : 0, () => readInside(history)],
    [depth < 3 ? 1 : 0, () => batch(history)],
    [mayRead ? 0.5 : 0, () => joinInBatch(history)],
    [0.3, () => unsubscribe(history)],
    [1, () => revert(history, () => mayRead && readInside(history))],
  ]);
}

function joinInBatch(history: History): void {
  history.hasReadInside = true;
  subscribe(history);
}

/** Subscribers receive nothing before the end of a batch. */
function checkSilence({ subscribers, sides, step }: History): void {
  for (const { joinedInBatch, label, watchers } of subscribers) {
    if (joinedInBatch === step) continue;
    watchers.forEach(({ received }, i) => {
      if (received.length > 0) fail(sides[i], `the subscriber of ${label} sees an open batch`);
    });
  }
}

/** What was read in a batch that threw, and everything that contains it, may have new references. */
function loosen(history: History): void {
  const names = containing(history.state, history.readInside);
  for (const { memory } of history.sides) for (const name of names) memory.loose.add(name);
}

/** Drops everything that is unused. Whatever subscribers hold keeps its references. */
function sweep(history: History): void {
  if (history.sides.some(({ open }) => open.sweep === undefined)) return;
  history.say('sweep');
  for (const side of history.sides) {
    side.memory.sweep();
    const inspector = inspectorOf(history, side);
    for (const { label, watchers } of history.subscribers) {
      const watcher = watchers.find((each) => each.side === side)!;
      const { args, last, readable } = watcher;
      inspector.difference(last, expectedOf(readable, history.picture, args));
      side.memory.result(label, last);
    }
    side.open.sweep!();
    side.hasForgotten = true;
  }
}

function createSignal(history: History): void {
  const [readable, args] = pickRead(history);
  history.say(`signal of ${labelOf(readable, args)}`);
  for (const side of history.sides) side.createSignal(side.readable(readable.name), args);
}

function dropSignal(history: History): void {
  history.say('drop the oldest signal');
  for (const side of history.sides) side.dropSignal();
}
