import { Component, input } from '@angular/core';

/** The heading of a page, a sentence about the page, and its controls. */
@Component({
  selector: 'app-page-head',
  template: `
    <div class="words stack tight">
      <h1 tabindex="-1">{{ title() }}</h1>
      <p class="muted small">{{ text() }}</p>
    </div>
    <ng-content />
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      justify-content: space-between;
      gap: 0.75rem 2rem;
    }
    .words {
      flex: 1 1 18rem;
      max-width: 44rem;
    }
  `,
})
export class PageHead {
  readonly title = input.required<string>();
  readonly text = input('');
}
