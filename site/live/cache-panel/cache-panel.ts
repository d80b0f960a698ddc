import { Component, computed, inject, signal } from '@angular/core';
import { CacheLog } from './cache-log';
import { CommitSummary } from './commit-summary';
import { RequestList } from './request-list';
import { RowList } from './row-list';
import { TableChoice } from './table-choice';

/** Shows the content of the cache: its tables, their rows, and the requests that loaded them. */
@Component({
  selector: 'app-cache-panel',
  imports: [CommitSummary, RequestList, RowList, TableChoice],
  template: `
    <section class="card" aria-labelledby="cache">
      <h2 tabindex="-1" id="cache">Inside the cache</h2>
      <app-commit-summary [commit]="log.last()" />
      @if (table(); as table) {
        <app-table-choice
          [tables]="log.tables()"
          [value]="table"
          (valueChange)="chosen.set($event)"
        />
        <app-row-list [table]="table" [rows]="rows()" [commit]="log.last()?.id ?? 0" />
      } @else {
        <p class="empty-note">No tables yet</p>
      }
      <h3>
        Requests made <span class="tag" data-count="requests">{{ log.requestCount() }}</span>
      </h3>
      <app-request-list [requests]="log.requests()" />
    </section>
  `,
})
export class CachePanel {
  protected readonly log = inject(CacheLog);
  protected readonly chosen = signal<string | undefined>(undefined);

  /** The selected table. Default: the table that was written last. */
  protected readonly table = computed(() => {
    const written = this.log.last()?.changes.at(0)?.table;
    return this.chosen() ?? written ?? this.log.tables().at(0)?.name;
  });
  protected readonly rows = computed(() => this.log.rows(this.table() ?? ''));
}
