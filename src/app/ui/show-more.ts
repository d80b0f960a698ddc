import { Component, computed, input, model } from '@angular/core';
import { focusKeeper } from './focus-keeper';

const step = 20;

/** The number of shown items of a long list, and a button that shows more. */
@Component({
  selector: 'app-show-more',
  template: `
    <p class="muted small" aria-live="polite">{{ shown() }} of {{ total() }} {{ what() }}</p>
    @if (shown() < total()) {
      <button class="button quiet" type="button" (click)="more()">
        Show {{ nextStep() }} more
      </button>
    }
  `,
  host: { class: 'card-head nowrap' },
})
export class ShowMore {
  readonly what = input.required<string>();
  readonly total = input.required<number>();
  readonly limit = model.required<number>();

  protected readonly shown = computed(() => Math.min(this.limit(), this.total()));
  protected readonly nextStep = computed(() => Math.min(step, this.total() - this.shown()));

  readonly #keepFocus = focusKeeper();

  protected more(): void {
    this.#keepFocus();
    this.limit.set(this.limit() + step);
  }
}
