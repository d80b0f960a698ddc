import type { Row } from '../reactive/row';
import type { Client } from './client';
import type { SentRequest } from './send';

/** A mutation that has not ended, which may wait before it is sent. */
export interface OpenMutation {
  readonly client: Client;
  readonly sent: SentRequest;
  /** Returns the rows that it changes, deletes or creates. */
  rows(): readonly Row[];
}

/** The mutations of all caches of the page that have not ended. */
export const openMutations = new Set<OpenMutation>();

/** What learns of mutations, if something shows them. */
export const mutationListener: {
  /** Called when a mutation begins, and when it has ended. */
  changed?: (mutation: OpenMutation, hasEnded: boolean) => void;
} = {};

/** Notes that a mutation begins. Returns a function that notes its end. */
export function track(mutation: OpenMutation): () => void {
  openMutations.add(mutation);
  mutationListener.changed?.(mutation, false);
  return () => {
    openMutations.delete(mutation);
    mutationListener.changed?.(mutation, true);
  };
}
