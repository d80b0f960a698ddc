/**
 * The cause of a commit. A commit has no cause if the application made it with `set`, `delete`, `refetch`, `reset` or
 * `clear`.
 */
export interface CommitCause {
  readonly kind: 'response' | 'request' | 'optimistic' | 'rollback' | 'message' | 'restore';
  /** The request that caused the commit, if there is one. */
  readonly request?: object;
}

/** The causes that are recorded during a transaction. */
export interface Causes {
  causes: CommitCause[] | undefined;
}

/** Records the cause of a transaction's writes. */
export function because(
  { journal }: { readonly journal: Causes },
  kind: CommitCause['kind'],
  request?: object,
): void {
  (journal.causes ??= []).push(request === undefined ? { kind } : { kind, request });
}
