import { Component, inject, input, model } from '@angular/core';
import type { Option } from './choice';
import { Ids } from './ids';

/** A choice of many values, as a menu. */
@Component({
  selector: 'app-select-field',
  template: `
    <div class="field">
      <label [attr.for]="id">{{ label() }}</label>
      <select
        #menu
        class="input"
        [id]="id"
        [attr.aria-invalid]="wrong() ? true : null"
        [attr.aria-describedby]="wrong() ? id + '-wrong' : null"
        (change)="value.set(menu.value)"
      >
        @for (option of options(); track option.value) {
          <option [value]="option.value" [selected]="option.value === value()">
            {{ option.label }}
          </option>
        }
      </select>
      @if (wrong(); as wrong) {
        <span class="wrong" [id]="id + '-wrong'">{{ wrong }}</span>
      }
    </div>
  `,
})
export class SelectField {
  readonly label = input.required<string>();
  readonly options = input.required<readonly Option<string>[]>();
  readonly value = model.required<string>();
  /** The problem that the server reported. */
  readonly wrong = input<string>();

  protected readonly id = inject(Ids).next('select');
}
