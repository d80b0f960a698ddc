import { Component, input, model } from '@angular/core';

/** How much of a long list is on the page, and a way to see more of it. */
@Component({
  selector: 'app-show-more',
  template: `
    <p class="muted small">{{ shown() }} of {{ total() }} {{ what() }}</p>
    @if (shown() < total()) {
      <button class="button quiet" type="button" (click)="limit.set(limit() + step())">
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

  protected shown(): number {
    return Math.min(this.limit(), this.total());
  }

  protected nextStep(): number {
    return Math.min(this.step(), this.total() - this.shown());
  }
}
