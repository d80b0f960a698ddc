import type { History } from './history';
import type { Side, Watcher } from './side';
import { add, begin, compareGet, newSubscriber, pickRead } from './subscribers';
import { once, remove, setEntity } from './writes';

/** What a subscriber does when it receives a value. */
type Reaction = (side: Side, watcher: Watcher) => void;

/**
 * Lets a random subscriber of the only cache react to its next value: it writes, reads, subscribes or unsubscribes.
 * Returns a function that ends the waiting.
 */
export function arm(history: History): () => void {
  const { random, subscribers } = history;
  if (subscribers.length === 0) return () => undefined;
  const { label, watchers } = random.pick(subscribers);
  const [watcher] = watchers;
  const react = guarded(history, reaction(history, label));
  watcher.onNext = () => react(watcher.side, watcher);
  return () => (watcher.onNext = undefined);
}

/** RxJS reports the errors of subscribers later. The history must fail at once. */
function guarded(history: History, react: Reaction): Reaction {
  return (...args) => {
    try {
      react(...args);
    } catch (error) {
      history.failure ??= error;
      throw error;
    }
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
  const next = random.chance(0.3) ? guarded(history, reaction(history, label)) : undefined;
  const first = random.chance(0.2)
    ? remove(history, name, row['id'])
    : setEntity(history, name, row);
  const second = random.chance(0.4)
    ? setEntity(history, name, { ...inputs.row(name), id: row['id'] })
    : undefined;
  const isBatch = random.chance(0.3);
  const compare = (side: Side) => {
    compareGet(history, side, side.readable(name), [row['id']]);
  };
  const write = (side: Side) => {
    first(side);
    compare(side);
    second?.(side);
  };
  const batched = inBatch(history, write, compare);
  return (side, watcher) => {
    history.say(`the subscriber of ${label} reacts${isBatch ? ' in a batch' : ''}`);
    if (next !== undefined) watcher.onNext = () => next(side, watcher);
    if (isBatch) batched(side);
    else write(side);
    compare(side);
  };
}

/** Returns a write that is one commit. At its end, the batch reads what it has written. */
function inBatch(
  history: History,
  write: (side: Side) => void,
  compare: (side: Side) => void,
): (side: Side) => void {
  // Version 2 runs the batch twice (0006).
  const begin = once(() => {
    history.order++;
    history.depth++;
  });
  const end = once(() => {
    history.depth--;
    history.commit();
  });
  return (side) => {
    history.hasReadInside = true;
    side.cache.batch(() => {
      begin();
      write(side);
      compare(side);
      end();
    });
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
  return () => {
    history.hasReadInside = true;
    begin(history, subscriber.watchers[0]);
    add(history, subscriber);
  };
}

/** The subscriber ends another subscriber, or itself. */
function leaving(history: History, label: string): Reaction {
  const left = history.random.pick(history.subscribers);
  return () => {
    history.say(`the subscriber of ${label} ends that of ${left.label}`);
    history.subscribers = history.subscribers.filter((each) => each !== left);
    left.watchers[0].subscription!.unsubscribe();
  };
}
