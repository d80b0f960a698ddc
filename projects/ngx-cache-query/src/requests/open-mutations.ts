import type { MutationRun } from './mutation-run';

/** The mutations of all caches of the page that have not ended. Some may wait before they are sent. */
export const openMutations = new Set<MutationRun>();

/** What learns of mutations, if something shows them. */
export const mutationListener: {
  /** Called when a mutation begins, and when it has ended. */
  changed?: (mutation: MutationRun, hasEnded: boolean) => void;
  /** Whether a failure is shown at an entity. */
  shows?: (error: unknown) => boolean;
} = {};

/** Notes that a mutation begins. Returns a function that notes its end. */
export function track(mutation: MutationRun): () => void {
  openMutations.add(mutation);
  mutationListener.changed?.(mutation, false);
  return () => {
    openMutations.delete(mutation);
    mutationListener.changed?.(mutation, true);
  };
}
