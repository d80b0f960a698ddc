import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  inject,
  signal,
} from '@angular/core';
import { CLOCK } from 'ngx-cache-query';
import { CacheDevtools } from 'ngx-cache-query/devtools';
import type { CacheTimer } from 'ngx-cache-query/extensions';
import type { Column } from '../grid/column';
import { DataGrid } from '../grid/data-grid';
import { PanelState } from '../panel-state';
import { duration } from '../texts';

const MEANINGS: Readonly<Record<CacheTimer['kind'], string>> = {
  stale: 'the response becomes stale',
  poll: 'the response is requested again',
  retry: 'the failed request is sent again',
  sweep: 'unused results are dropped, and unused rows are evicted',
};

/** The timers that run, and when they fire. */
@Component({
  selector: 'ncq-timers',
  imports: [DataGrid],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ncq-data-grid
      label="Timers"
      empty="No timer runs."
      [columns]="columns"
      [items]="timers()"
      [keyOf]="idOf"
      [(selected)]="selected"
    />
  `,
})
export class Timers {
  readonly #state = inject(PanelState);
  readonly #clock = inject(CLOCK);
  readonly #now = signal(this.#clock.now());
  protected readonly selected = signal<unknown>(undefined);
  protected readonly idOf = ({ key = '', kind }: CacheTimer) => `${kind} ${key}`;

  protected readonly columns: readonly Column<CacheTimer>[] = [
    {
      label: 'In',
      width: '88px',
      isNumber: true,
      text: ({ at }) => duration(Math.max(0, at - this.#now())),
      value: ({ at }) => at,
    },
    { label: 'At', width: '120px', text: ({ at }) => CacheDevtools.words.time(at), isMinor: true },
    { label: 'What happens', width: 'minmax(160px, 1fr)', text: ({ kind }) => MEANINGS[kind] },
    { label: 'Response', width: 'minmax(128px, 1fr)', text: ({ key = '' }) => key },
  ];
  protected readonly timers = computed(() => {
    this.#state.changes();
    this.#now();
    return this.#state.devtools().timers();
  });

  constructor() {
    const clock = setInterval(() => this.#now.set(this.#clock.now()), 1_000);
    inject(DestroyRef).onDestroy(() => clearInterval(clock));
  }
}
