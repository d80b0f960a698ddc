import { Component, computed, input, output } from '@angular/core';
import type { CacheMutation } from 'ngx-cache-query';
import { failureOf } from './failure';
import { focusKeeper } from './focus-keeper';

/** Shows the error of the last call of a mutation, with a retry button. */
@Component({
  selector: 'app-mutation-error',
  template: `
    @if (failure(); as failure) {
      <div class="failure-box" role="alert">
        <p>
          {{ what() }} {{ failure.message }}
          @for (field of fields(); track field) {
            <br />{{ field }}.
          }
        </p>
        <div class="actions">
          <button class="button" type="button" (click)="leave(); retry.emit()">Try again</button>
          <button class="button quiet" type="button" (click)="leave(); mutation().clear()">
            Dismiss
          </button>
        </div>
      </div>
    }
  `,
  host: { style: 'display: contents' },
})
export class MutationError {
  readonly mutation = input.required<Pick<CacheMutation<never, unknown>, 'error' | 'clear'>>();
  /** A sentence that describes the consequence of the failure. */
  readonly what = input.required<string>();
  readonly retry = output();

  protected readonly failure = computed(() => failureOf(this.mutation().error()));
  protected readonly fields = computed(() =>
    Object.entries(this.failure()?.fields ?? {}).map((field) => field.join(' ')),
  );

  /** Moves the focus, because the focused button is about to disappear. */
  protected readonly leave = focusKeeper();
}
