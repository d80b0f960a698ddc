import type { History } from './history';
import type { Side, Watcher } from './side';
import { add, begin, compareGet, newSubscriber, pickRead } from './subscribers';
import { remove, setEntity } from './writes';

/** What a subscriber does in one cache when it receives a value. */
type Reaction = (side: Side, watcher: Watcher) => void;

/**
 * Lets a random subscriber react to its next value: it writes, reads, subscribes or unsubscribes. Returns a function
 * that ends the waiting.
 */
export function arm(history: History): () => void {
  const { random, subscribers } = history;
  if (subscribers.length === 0) return () => undefined;
  const { label, watchers } = random.pick(subscribers);
  const react = reaction(history, label);
  const waiting = new Set<Watcher>(watchers);
  for (const watcher of watchers) {
    watcher.onNext = () => {
      waiting.delete(watcher);
      react(watcher.side, watcher);
    };
  }
  return () => {
    for (const watcher of watchers) watcher.onNext = undefined;
    if (waiting.size > 0 && waiting.size < watchers.length)
      throw new Error(`only some of the subscribers of ${label} received a value`);
  };
}

function reaction(history: History, label: string): Reaction {
  return history.random.weighted([
    [4, () => writing(history, label)],
    [1, () => reading(history)],
    [1, () => joining(history)],
    [1.5, () => leaving(history, label)],
  ]);
}

/** The subscriber writes. Depending on the edition, the write is applied at once or after the notification. */
function writing(history: History, label: string): Reaction {
  const { inputs, random } = history;
  const name = random.pick(['User', 'Post', 'Group'] as const);
  const row = inputs.row(name);
  const next = random.chance(0.3) ? reaction(history, label) : undefined;
  const write = random.chance(0.2)
    ? remove(history, name, row['id'])
    : setEntity(history, name, row);
  return (side, watcher) => {
    history.say(`the subscriber of ${label} reacts in ${side.name}`);
    if (next !== undefined) watcher.onNext = () => next(side, watcher);
    write(side);
    if (side.edition.appliesNestedWrites)
      compareGet(history, side, side.readable(name), [row['id']]);
  };
}

function reading(history: History): Reaction {
  const [readable, args] = pickRead(history);
  return (side) => {
    history.hasReadInside = true;
    compareGet(history, side, side.readable(readable.name), args);
  };
}

function joining(history: History): Reaction {
  const subscriber = newSubscriber(history);
  const waiting = new Set<Side>(history.sides);
  return (side) => {
    history.hasReadInside = true;
    begin(
      history,
      subscriber.watchers.find((each) => each.side === side)!,
    );
    waiting.delete(side);
    if (waiting.size === 0) add(history, subscriber);
  };
}

/** The subscriber ends another subscriber, or itself. */
function leaving(history: History, label: string): Reaction {
  const left = history.random.pick(history.subscribers);
  return (side) => {
    history.say(`the subscriber of ${label} ends that of ${left.label} in ${side.name}`);
    history.subscribers = history.subscribers.filter((each) => each !== left);
    left.watchers.find((each) => each.side === side)!.subscription!.unsubscribe();
  };
}
