import { Component, input } from '@angular/core';

/** The heading of a page, a sentence about the page, and its controls. */
@Component({
  selector: 'app-page-head',
  template: `
    <div class="words">
      <h1 tabindex="-1">{{ title() }}</h1>
      <p class="muted">{{ text() }}</p>
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
      display: grid;
      flex: 1 1 18rem;
      gap: 0.25rem;
      max-width: 44rem;
    }
    h1 {
      font: 600 clamp(1.5rem, 1.3rem + 1vw, 2rem) / 1.15 var(--serif);
      letter-spacing: -0.01em;
    }
    p {
      font-size: var(--small);
    }
  `,
})
export class PageHead {
  readonly title = input.required<string>();
  readonly text = input('');
}
