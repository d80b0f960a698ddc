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
      <div class="chips">
        @for (label of all(); track label.id) {
          <label [style.--hue]="label.hue">
            <input
              type="checkbox"
              class="visually-hidden"
              [checked]="value().includes(label.id)"
              (change)="toggle(label.id)"
            />
            <span>{{ label.name }}</span>
          </label>
        }
      </div>
    </fieldset>
  `,
  styles: `
    .chips {
      display: flex;
      flex-wrap: wrap;
      gap: 0.35rem;
      margin-top: 0.35rem;
    }
    label {
      position: relative;
      cursor: pointer;
    }
    span {
      display: block;
      padding: 0.1rem 0.6rem;
      border: 1px dashed var(--edge);
      border-radius: 1rem;
      color: var(--muted);
      font-size: var(--tiny);
    }
    label:hover span {
      border-style: solid;
    }
    :checked + span {
      border: 1px solid light-dark(oklch(62% 0.09 var(--hue)), oklch(66% 0.07 var(--hue)));
      background: light-dark(oklch(93% 0.04 var(--hue)), oklch(32% 0.04 var(--hue)));
      color: light-dark(oklch(37% 0.08 var(--hue)), oklch(90% 0.05 var(--hue)));
    }
    :checked + span::before {
      content: '✓ ' / '';
    }
    :focus-visible + span {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
    @media (forced-colors: active) {
      :checked + span {
        background: Highlight;
        color: HighlightText;
        forced-color-adjust: none;
      }
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
