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
          <label class="option">
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
  styleUrl: './choice.css',
})
export class Choice<T> {
  readonly legend = input.required<string>();
  readonly options = input.required<readonly Option<T>[]>();
  readonly value = model.required<T>();

  protected readonly group = inject(Ids).next('choice');
}
