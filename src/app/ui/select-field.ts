import { Component, computed, inject, input, model } from '@angular/core';
import type { FormValueControl, ValidationError } from '@angular/forms/signals';
import type { Option } from './choice';
import { messagesOf } from './field-problems';
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
        (change)="choose(menu.selectedIndex)"
      >
        @for (option of options(); track option.value) {
          <option [selected]="option.value === value()">{{ option.label }}</option>
        }
      </select>
      @if (wrong(); as wrong) {
        <span class="wrong" [id]="id + '-wrong'">{{ wrong }}</span>
      }
    </div>
  `,
})
export class SelectField<T> implements FormValueControl<T> {
  readonly label = input.required<string>();
  readonly options = input.required<readonly Option<T>[]>();
  readonly value = model.required<T>();
  readonly errors = input<readonly ValidationError.WithOptionalFieldTree[]>([]);

  protected readonly id = inject(Ids).next('select');
  protected readonly wrong = computed(() => messagesOf(this.errors()));

  protected choose(index: number): void {
    const option = this.options()[index];
    if (option) this.value.set(option.value);
  }
}
