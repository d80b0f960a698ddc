import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import type { ResponseId } from 'ngx-cache-query/extensions';
import { PanelState } from '../panel-state';

/** The statuses that can be simulated. */
const STATUSES = [0, 400, 401, 403, 404, 409, 422, 429, 500, 503];

/** What can be done with a response: request it again, or pretend that it is loading or fails. */
@Component({
  selector: 'ncq-response-actions',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h3>Actions</h3>
    <div class="actions">
      @if (!isMutation()) {
        <button type="button" (click)="actions.refetch(response())">Refetch</button>
        <button type="button" (click)="actions.markStale(response())">Mark as stale</button>
        <button type="button" (click)="actions.reset(response())">Reset</button>
      }
      <label>
        Simulate
        <select (change)="simulate($any($event.target).value)">
          <option value="" [selected]="simulated() === ''">nothing</option>
          <option value="loading" [selected]="simulated() === 'loading'">loading</option>
          @for (status of statuses; track status) {
            <option [value]="status" [selected]="simulated() === '' + status">
              {{ status === 0 ? 'no connection' : 'error ' + status }}
            </option>
          }
        </select>
      </label>
    </div>
  `,
  styles: `
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 6px 10px;
      align-items: center;
    }
    label {
      display: flex;
      gap: 6px;
      align-items: center;
    }
  `,
})
export class ResponseActions {
  readonly #state = inject(PanelState);
  readonly response = input.required<ResponseId>();
  readonly isMutation = input(false);

  protected readonly statuses = STATUSES;
  protected readonly actions = this.#state.devtools().actions;
  protected readonly simulated = computed(() => {
    const { endpoint, key } = this.response();
    const what = this.actions
      .simulations()
      .find((each) => each.endpoint === endpoint && each.key === key)?.what;
    if (!what) return '';
    return what.kind === 'loading' ? 'loading' : `${what.status}`;
  });

  protected simulate(what: string): void {
    const { endpoint, key } = this.response();
    this.actions.simulate(
      { endpoint, key },
      what === ''
        ? undefined
        : what === 'loading'
          ? { kind: 'loading' }
          : { kind: 'error', status: Number(what) },
    );
  }
}
