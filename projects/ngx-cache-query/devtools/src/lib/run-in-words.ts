import type { CommitRecord, QueryRecord } from './records';
import { capital, causeInWords } from './words';

declare const ngDevMode: unknown;

/** A commit that has affected a query. */
export interface QueryRun extends Omit<QueryRecord, 'queryable' | 'args' | 'key' | 'name'> {
  readonly commit: CommitRecord;
}

/** Returns why a query ran and what it emitted, as a sentence. */
export function runInWords(name: string, run: QueryRun | undefined): string {
  if (typeof ngDevMode !== 'undefined' && !ngDevMode)
    return 'Only dev mode records which queries a commit affects.';
  if (!run) return `No recorded commit has affected ${name}.`;
  const { commit, hasEmitted, ms, rows, runs } = run;
  const what = rows
    .slice(0, 3)
    .map(({ fields, kind, pk, table }) =>
      kind === 'changed' ? `${table} ${pk} (${fields.join(', ')})` : `${table} ${pk} was ${kind}`,
    );
  const more = rows.length > 3 ? ` and ${rows.length - 3} more` : '';
  const because = what.length > 0 ? `, which changed ${what.join(', ')}${more}` : '';
  const ran =
    runs > 0
      ? `process ran ${runs === 1 ? 'once' : `${runs} times`} (${ms.toFixed(1)} ms)`
      : 'process did not run';
  const emitted = hasEmitted ? 'subscribers received another value' : 'nothing was emitted';
  return `${capital(causeInWords(commit.cause))} (commit ${commit.id})${because}: ${name}: ${ran}, ${emitted}.`;
}
