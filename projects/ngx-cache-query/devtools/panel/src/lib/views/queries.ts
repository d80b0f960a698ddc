import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import type { QueryInfo } from 'ngx-cache-query/extensions';
import { QueryDetail } from '../details/query-detail';
import type { Column } from '../grid/column';
import { PanelState } from '../panel-state';
import { Split } from '../split';
import { duration } from '../texts';

/** The results that the cache stores. */
@Component({
  selector: 'ncq-queries',
  imports: [QueryDetail, Split],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ncq-split
      label="Queries"
      empty="Nothing reads the cache."
      [columns]="columns"
      [items]="queries()"
      [keyOf]="idOf"
      [selected]="state.query()"
      (selectedChange)="state.query.set($any($event))"
      [detail]="query() && nameOf(query()!)"
    >
      @if (query(); as query) {
        <ncq-query-detail detail [query]="query" />
      }
    </ncq-split>
  `,
})
export class Queries {
  protected readonly state = inject(PanelState);
  protected readonly nameOf = (query: QueryInfo) => this.state.nameOf(query);
  protected readonly idOf = (query: QueryInfo) => this.state.idOf(query);

  protected readonly columns: readonly Column<QueryInfo>[] = [
    { label: 'Query', width: 'minmax(160px, 1fr)', text: (query) => this.state.nameOf(query) },
    {
      label: 'Subscribers',
      width: '112px',
      isNumber: true,
      text: ({ subscribers }) => `${subscribers}`,
      value: ({ subscribers }) => subscribers,
      tone: ({ subscribers }) => (subscribers === 0 ? 'muted' : undefined),
    },
    {
      label: 'Runs',
      width: '80px',
      isNumber: true,
      text: ({ runs }) => `${runs}`,
      value: ({ runs }) => runs,
    },
    {
      label: 'Time',
      width: '88px',
      isNumber: true,
      text: ({ ms }) => duration(ms),
      value: ({ ms }) => ms,
    },
  ];
  protected readonly queries = computed(() => {
    this.state.changes();
    return this.state.devtools().queries();
  });
  protected readonly query = computed(() =>
    this.queries().find((query) => this.state.idOf(query) === this.state.query()),
  );
}
