import { Component, input, model } from '@angular/core';
import { focusKeeper } from './focus-keeper';

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
  styles: `
    :host {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 0.5rem;
      min-height: 1.875rem;
    }
  `,
})
export class ShowMore {
  readonly what = input.required<string>();
  readonly total = input.required<number>();
  readonly step = input(20);
  readonly limit = model.required<number>();

  readonly #keepFocus = focusKeeper();

  protected more(): void {
    this.#keepFocus();
    this.limit.set(this.limit() + this.step());
  }

  protected shown(): number {
    return Math.min(this.limit(), this.total());
  }

  protected nextStep(): number {
    return Math.min(this.step(), this.total() - this.shown());
  }
}
