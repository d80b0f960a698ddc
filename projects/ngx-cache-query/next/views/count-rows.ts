import type { Member } from './sorted';
import type { Sink, ViewStep } from './step';

/**
 * Counts the items. After `groupRows`, this step counts the items of each group.
 *
 * @example
 * ```ts
 * const admins = view(
 *   where((user: User) => user.isAdmin),
 *   countRows(),
 * );
 * ```
 */
export function countRows<T>(): ViewStep<readonly T[], number, []> {
  return { open: () => new CountSink() };
}

class CountSink implements Sink {
  readonly isBlind = true;
  #count = 0;

  change(before: Member | undefined, after: Member | undefined): void {
    this.#count += Number(after !== undefined) - Number(before !== undefined);
  }

  read(): unknown {
    return this.#count;
  }
}
