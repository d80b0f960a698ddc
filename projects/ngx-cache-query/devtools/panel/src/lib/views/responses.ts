import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { CLOCK } from 'ngx-cache-query';
import type { ResponseState } from 'ngx-cache-query/extensions';
import { ResponseActions } from '../details/response-actions';
import type { Column } from '../grid/column';
import { PanelState } from '../panel-state';
import { Split } from '../split';
import { duration } from '../texts';

/** The stored responses, and how long they stay fresh. */
@Component({
  selector: 'ncq-responses',
  imports: [ResponseActions, Split],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <ncq-split
      label="Responses"
      empty="No response is stored."
      [columns]="columns"
      [items]="responses()"
      [keyOf]="idOf"
      [selected]="selected()"
      (selectedChange)="select($event)"
      [detail]="response()?.key"
    >
      @if (response(); as response) {
        <div detail>
          <h2>{{ response.key }}</h2>
          <p>{{ answer()?.text }}</p>
          <ncq-response-actions [response]="response" />
          <h3>Requests</h3>
          <ul role="list">
            @for (request of answer()?.requests; track request.id) {
              <li>
                <button class="link" type="button" (click)="state.openRequest(request.id)">
                  Request {{ request.id }}
                </button>
                {{ request.state }}
              </li>
            } @empty {
              <li>None is recorded.</li>
            }
          </ul>
        </div>
      }
    </ncq-split>
  `,
})
export class Responses {
  protected readonly state = inject(PanelState);
  readonly #clock = inject(CLOCK);
  protected readonly columns: readonly Column<ResponseState>[] = [
    { label: 'Response', width: 'minmax(160px, 2fr)', text: ({ key }) => key },
    {
      label: 'State',
      width: 'minmax(112px, 1fr)',
      text: (response) => stateOf(response, this.#clock.now()),
      tone: ({ error, isFetching, isStale }) =>
        error ? 'bad' : isFetching ? 'busy' : isStale ? 'muted' : 'good',
    },
    {
      label: 'Observers',
      width: '96px',
      isNumber: true,
      text: ({ observers }) => `${observers}`,
      value: ({ observers }) => observers,
    },
    {
      label: 'Endpoint',
      width: 'minmax(128px, 1fr)',
      isMinor: true,
      text: ({ endpoint }) => endpoint,
    },
  ];
  protected readonly idOf = ({ endpoint, key }: ResponseState) => `${endpoint} ${key}`;

  protected readonly responses = computed(() => {
    this.state.changes();
    return this.state.devtools().responses();
  });
  protected readonly selected = computed(() => {
    const response = this.state.response();
    return response && `${response.endpoint} ${response.key}`;
  });
  protected readonly response = computed(() =>
    this.responses().find((each) => this.idOf(each) === this.selected()),
  );
  protected readonly answer = computed(() => {
    const response = this.response();
    return response && this.state.devtools().whyKey(response.key, response.endpoint);
  });

  protected select(id: unknown): void {
    this.state.response.set(this.responses().find((each) => this.idOf(each) === id));
  }
}

function stateOf(
  { error, freshUntil, isCleared, isFetching, isStale }: ResponseState,
  now: number,
): string {
  if (isFetching) return 'fetching';
  if (isCleared) return 'cleared';
  if (error) return `failed (${error.status ?? error.code})`;
  if (freshUntil === Infinity) return 'fresh';
  if (freshUntil !== undefined) return `fresh for ${duration(freshUntil - now)}`;
  return isStale ? 'stale' : 'waiting';
}
