import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { CacheDevtools, type CommitRecord } from 'ngx-cache-query/devtools';
import { CommitDetail } from '../details/commit-detail';
import type { Column } from '../grid/column';
import { HAS_HISTORY, PanelState } from '../panel-state';
import { Split } from '../split';

const EMITTED = 'Emitted';

const COLUMNS: readonly Column<CommitRecord>[] = [
  { label: '#', width: '64px', isNumber: true, text: ({ id }) => `${id}`, value: ({ id }) => id },
  {
    label: 'Time',
    width: '120px',
    isMinor: true,
    text: ({ time }) => CacheDevtools.words.time(time),
  },
  {
    label: 'Cause',
    width: 'minmax(144px, 3fr)',
    text: ({ cause }) => CacheDevtools.words.cause(cause),
  },
  {
    label: 'Changed',
    width: 'minmax(128px, 3fr)',
    text: changesOf,
    find: (commit) =>
      `${changesOf(commit)} ${commit.rows.map(({ pk, table }) => `${table} ${pk}`).join(' ')}`,
  },
  {
    label: EMITTED,
    width: '88px',
    isNumber: true,
    isMinor: true,
    text: (commit) => `${emittedBy(commit)}`,
    value: emittedBy,
  },
];

/** The commits of the cache, newest first. */
@Component({
  selector: 'ncq-timeline',
  imports: [CommitDetail, Split],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ncq-split
      label="Commits"
      empty="Nothing was written yet."
      [columns]="columns"
      [items]="state.commits()"
      [keyOf]="idOf"
      [selected]="state.commit()"
      (selectedChange)="state.commit.set($any($event))"
      [detail]="commit() && 'Commit ' + commit()!.id"
    >
      @if (commit(); as commit) {
        <ncq-commit-detail detail [commit]="commit" />
      }
    </ncq-split>
  `,
})
export class Timeline {
  protected readonly state = inject(PanelState);
  /** A production build does not know which queries a commit affects. */
  protected readonly columns = COLUMNS.filter(({ label }) => HAS_HISTORY || label !== EMITTED);
  protected readonly idOf = ({ id }: CommitRecord) => id;
  protected readonly commit = computed(() =>
    this.state.commits().find(({ id }) => id === this.state.commit()),
  );
}

const summaries = new WeakMap<CommitRecord, string>();

/** Returns what a commit changed. A commit can have very many rows, so each is counted once. */
function changesOf(commit: CommitRecord): string {
  let summary = summaries.get(commit);
  if (summary === undefined) summaries.set(commit, (summary = summaryOf(commit)));
  return summary;
}

/** Returns what a commit changed: `Todo 5 (title)`, `3 × User added`. */
function summaryOf({ rows }: CommitRecord): string {
  const [first, second] = rows;
  if (!first) return 'no rows';
  if (!second)
    return `${first.table} ${first.pk} ${first.kind === 'changed' ? `(${first.fields.join(', ')})` : first.kind}`;
  const counts = new Map<string, number>();
  for (const { kind, table } of rows) {
    const what = `${table} ${kind}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts]
    .map(([what, number]) => (number > 1 ? `${number} × ${what}` : what))
    .join(', ');
}

function emittedBy({ queries }: CommitRecord): number {
  return queries.filter(({ hasEmitted }) => hasEmitted).length;
}
