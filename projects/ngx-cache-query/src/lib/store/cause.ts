/** What caused a commit. Without a cause, a commit was made by `set`, `delete`, `reset` or `clear`. */
export interface CommitCause {
  readonly kind: 'response' | 'request' | 'optimistic' | 'rollback' | 'message' | 'restore';
  /** The request, if it is the cause. */
  readonly request?: object;
}

/** What is noted during a transaction. */
export interface Causes {
  causes: CommitCause[] | undefined;
}

/** Notes what caused the writes of a transaction. */
export function because(
  { journal }: { readonly journal: Causes },
  kind: CommitCause['kind'],
  request?: object,
): void {
  (journal.causes ??= []).push(request === undefined ? { kind } : { kind, request });
}
