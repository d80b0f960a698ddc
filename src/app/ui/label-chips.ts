import { Component, input } from '@angular/core';
import type { Label } from '../data/issue';

/** The labels of an issue. */
@Component({
  selector: 'app-label-chips',
  template: `
    @for (label of labels(); track label.id) {
      <span class="hued micro" [style.--hue]="label.hue">{{ label.name }}</span>
    }
  `,
  styles: `
    span {
      padding: 0 0.45rem;
      border-radius: 1rem;
      line-height: 1.55;
    }
  `,
  host: { class: 'line tight' },
})
export class LabelChips {
  readonly labels = input.required<readonly Label[]>();
}
