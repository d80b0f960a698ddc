import { Component, inject, input, model } from '@angular/core';
import { Ids } from './ids';

/** A search field. */
@Component({
  selector: 'app-search-field',
  template: `
    <div class="field">
      <label [attr.for]="id">{{ label() }}</label>
      <input
        #text
        class="input"
        type="search"
        autocomplete="off"
        [id]="id"
        [value]="value()"
        (input)="value.set(text.value)"
      />
    </div>
  `,
})
export class SearchField {
  readonly label = input.required<string>();
  readonly value = model.required<string>();

  protected readonly id = inject(Ids).next('search');
}
