import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { CacheDevtools, type RequestRecord } from 'ngx-cache-query/devtools';
import { RequestDetail } from '../details/request-detail';
import type { Column, Tone } from '../grid/column';
import { PanelState } from '../panel-state';
import { Split } from '../split';
import { duration } from '../texts';

const TONES: Readonly<Record<RequestRecord['state'], Tone>> = {
  pending: 'busy',
  success: 'good',
  error: 'bad',
  aborted: 'muted',
};

const COLUMNS: readonly Column<RequestRecord>[] = [
  { label: '#', width: '64px', isNumber: true, text: ({ id }) => `${id}`, value: ({ id }) => id },
  { label: 'Request', width: 'minmax(160px, 2fr)', text: ({ key }) => key },
  {
    label: 'State',
    width: '96px',
    text: ({ error, state }) => (error?.status ? `${state} ${error.status}` : state),
    tone: ({ state }) => TONES[state],
  },
  {
    label: 'Duration',
    width: '88px',
    isNumber: true,
    text: ({ ms }) => duration(ms),
    value: ({ ms }) => ms ?? Infinity,
  },
  {
    label: 'Why',
    width: 'minmax(160px, 2fr)',
    isMinor: true,
    text: ({ isMutation, reason }) => {
      if (reason) return CacheDevtools.words.reason(reason);
      return isMutation ? 'A mutation' : '';
    },
  },
];

/** The requests that the cache has sent, newest first. */
@Component({
  selector: 'ncq-requests',
  imports: [RequestDetail, Split],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ncq-split
      label="Requests"
      empty="Nothing was requested yet."
      [columns]="columns"
      [items]="state.requests()"
      [keyOf]="idOf"
      [selected]="state.request()"
      (selectedChange)="state.request.set($any($event))"
      [detail]="request() && 'Request ' + request()!.id"
    >
      @if (request(); as request) {
        <ncq-request-detail detail [request]="request" />
      }
    </ncq-split>
  `,
})
export class Requests {
  protected readonly state = inject(PanelState);
  protected readonly columns = COLUMNS;
  protected readonly idOf = ({ id }: RequestRecord) => id;
  protected readonly request = computed(() =>
    this.state.requests().find(({ id }) => id === this.state.request()),
  );
}
