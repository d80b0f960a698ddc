import { selecting, type ViewStep } from './step';

/**
 * Replaces each item with the result of a pure function. A shallowly equal result keeps its reference.
 *
 * @param make receives the item and the arguments of the Query
 *
 * @example
 * ```ts
 * view(mapRows((user: User) => ({ value: user.id, label: user.name })));
 * ```
 */
export function mapRows<T, U, P extends readonly unknown[] = []>(
  make: (item: T, ...args: P) => U,
): ViewStep<readonly T[], U[], P> {
  return {
    work: (args) => {
      const made = selecting(make, args);
      return (member) => {
        member.item = made(member.item);
        return true;
      };
    },
  };
}
