import { Component, inject, model } from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { CacheService } from 'ngx-cache-query';
import { allLabels } from '../data/issue-queries';

/** The labels, each as a switch. */
@Component({
  selector: 'app-label-choice',
  template: `
    <fieldset>
      <legend>Labels</legend>
      <div class="line tight">
        @for (label of all(); track label.id) {
          <label class="option" [style.--hue]="label.hue">
            <input
              type="checkbox"
              class="visually-hidden"
              [checked]="value().includes(label.id)"
              (change)="toggle(label.id)"
            />
            <span [class.hued]="value().includes(label.id)">{{ label.name }}</span>
          </label>
        }
      </div>
    </fieldset>
  `,
  styles: `
    label {
      color: var(--muted);
    }
    span {
      display: block;
      padding: 0.1rem 0.6rem;
      border: 1px dashed var(--edge);
      border-radius: 1rem;
      font-size: var(--tiny);
    }
    label:hover span {
      border-style: solid;
    }
    :checked + span {
      border: 1px solid light-dark(oklch(62% 0.09 var(--hue)), oklch(66% 0.07 var(--hue)));
    }
    :checked + span::before {
      content: '✓ ' / '';
    }
  `,
})
export class LabelChoice implements FormValueControl<readonly number[]> {
  /** The ids of the chosen labels. */
  readonly value = model.required<readonly number[]>();

  protected readonly all = inject(CacheService).selectSignal(allLabels);

  protected toggle(id: number): void {
    this.value.update((ids) =>
      ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id],
    );
  }
}
