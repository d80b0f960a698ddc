import { Component, computed, input } from '@angular/core';
import { failureOf } from './failure';

/** A sentence that describes why a form was not saved. Fields show their own problems. */
@Component({
  selector: 'app-form-failure',
  template: `
    @if (failure(); as failure) {
      {{ what() }} {{ failure.message }} <ng-content />
    }
  `,
  host: { role: 'alert', class: 'wrong' },
})
export class FormFailure {
  readonly error = input.required<unknown>();
  /** A sentence that describes the consequence of the failure. */
  readonly what = input.required<string>();

  protected readonly failure = computed(() => failureOf(this.error()));
}
