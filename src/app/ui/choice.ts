import { Component, inject, input, model } from '@angular/core';
import { Ids } from './ids';

export interface Option<T> {
  readonly label: string;
  readonly value: T;
}

/** Returns an option for each row of a list. */
export function optionsOf(
  rows: readonly { readonly id: number; readonly name: string }[] = [],
): Option<number>[] {
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

/** A choice of a few values, as a group of radio buttons in a row. */
@Component({
  selector: 'app-choice',
  template: `
    <fieldset>
      <legend>{{ legend() }}</legend>
      <div class="options">
        @for (option of options(); track $index) {
          <label>
            <input
              type="radio"
              class="visually-hidden"
              [name]="group"
              [checked]="option.value === value()"
              (change)="value.set(option.value)"
            />
            <span>{{ option.label }}</span>
          </label>
        }
      </div>
    </fieldset>
  `,
  styles: `
    legend {
      margin-bottom: 0.25rem;
      padding: 0;
    }
    .options {
      display: inline-flex;
      border: 1px solid var(--edge);
      border-radius: var(--radius);
      background: var(--surface);
    }
    label {
      position: relative;
      cursor: pointer;
    }
    label + label {
      border-inline-start: 1px solid var(--edge);
    }
    span {
      display: flex;
      align-items: center;
      min-height: calc(2.25rem - 2px);
      padding: 0 0.7rem;
      border-radius: calc(var(--radius) - 1px);
      font-size: var(--small);
      white-space: nowrap;
    }
    label:hover span {
      background: var(--accent-soft);
    }
    :checked + span {
      background: var(--accent);
      color: var(--on-accent);
      font-weight: 500;
    }
    label:hover :checked + span {
      background: var(--accent);
    }
    @media (max-width: 30rem) {
      span {
        padding: 0 0.55rem;
      }
    }
    @media (forced-colors: active) {
      :checked + span {
        background: Highlight;
        color: HighlightText;
        forced-color-adjust: none;
      }
    }
    :focus-visible + span {
      outline: 2px solid var(--accent);
      outline-offset: 3px;
    }
  `,
})
export class Choice<T> {
  readonly legend = input.required<string>();
  readonly options = input.required<readonly Option<T>[]>();
  readonly value = model.required<T>();

  protected readonly group = inject(Ids).next('choice');
}
