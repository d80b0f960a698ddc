import { Component, input } from '@angular/core';
import type { Label } from '../data/issue';

/** The labels of an issue. */
@Component({
  selector: 'app-label-chips',
  template: `
    @for (label of labels(); track label.id) {
      <span class="chip" [style.--hue]="label.hue">{{ label.name }}</span>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem;
    }
    .chip {
      padding: 0 0.45rem;
      border-radius: 1rem;
      background: light-dark(oklch(93% 0.04 var(--hue)), oklch(32% 0.04 var(--hue)));
      color: light-dark(oklch(37% 0.08 var(--hue)), oklch(90% 0.05 var(--hue)));
      font-size: 0.75rem;
      line-height: 1.55;
    }
  `,
})
export class LabelChips {
  readonly labels = input.required<readonly Label[]>();
}
