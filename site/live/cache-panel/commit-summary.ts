import { Component, computed, input } from '@angular/core';
import type { Commit, RowChange } from 'ngx-cache-query/extensions';

/** The rows that a commit changed: `Commit 7 User: 1 changed, 1 added · Todo: 2 removed`. */
@Component({
  selector: 'app-commit-summary',
  template: `
    @if (commit(); as commit) {
      <p class="small">
        <b>Commit {{ commit.id }}</b> {{ summary() }}
      </p>
    } @else {
      <p class="muted small">Nothing has been written yet.</p>
    }
  `,
})
export class CommitSummary {
  readonly commit = input.required<Commit | undefined>();

  protected readonly summary = computed(() => {
    const tables = new Map<string, Map<string, number>>();
    for (const change of this.commit()?.changes ?? []) {
      const counts = tables.get(change.table) ?? new Map<string, number>();
      const kind = kindOf(change);
      tables.set(change.table, counts.set(kind, (counts.get(kind) ?? 0) + 1));
    }
    const textOf = (counts: Map<string, number>) =>
      [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
    const texts = [...tables].map(([table, counts]) => `${table}: ${textOf(counts)}`);
    return texts.join(' · ') || 'no rows changed';
  });
}

function kindOf({ before, after }: RowChange): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
