import { checkEmissions, checkRuns, inspectorOf, look, read } from './checks';
import { History } from './history';
import type { Edition } from './library';
import { operate } from './operations';
import { Picture } from './picture';

/**
 * Runs a random history through the model and through a cache of each edition, and compares everything that a user can
 * see after each step.
 */
export function runHistory(seed: number, editions: readonly Edition[], steps = 100): void {
  const history = new History(seed, editions);
  try {
    while (history.step < steps) runStep(history, steps);
  } catch (error) {
    const operations = history.said.join('\n');
    const text = `seed ${seed}, step ${history.step}:\n${operations}\n${String(error)}`;
    throw new Error(text, { cause: error });
  } finally {
    history.close();
  }
}

function runStep(history: History, steps: number): void {
  const { random, sides, state: before } = history;
  history.begin();
  operate(history);
  history.end(before);
  checkEmissions(history, new Picture(before));
  const isLast = history.step === steps;
  const isFull = random.chance(history.attention) || isLast;
  const seed = random.int(2 ** 31); // All caches read the same.
  for (const side of sides) {
    const inspector = inspectorOf(history, side);
    side.open.check?.();
    look(history, side, inspector);
    if (isFull) read(history, side, inspector, isLast ? 1 : 0.3, seed);
    checkRuns(history, side);
  }
}
