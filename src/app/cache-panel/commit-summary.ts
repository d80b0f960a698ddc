import { Component, computed, input } from '@angular/core';
import type { Commit, RowChange } from 'ngx-cache-query/extensions';

/** A commit as a sentence: `User: 1 changed · Todo: 2 removed`. */
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
    const counts = new Map<string, number>();
    for (const change of this.commit()?.changes ?? []) {
      const what = `${change.table} ${kindOf(change)}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    return [...counts].map(([what, count]) => `${count} ${what}`).join(' · ') || 'changed no rows';
  });
}

function kindOf({ before, after }: RowChange): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
