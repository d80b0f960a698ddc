import {
  Component,
  type ElementRef,
  afterNextRender,
  computed,
  inject,
  input,
  linkedSignal,
  output,
  viewChild,
} from '@angular/core';
import { FormField, form, maxLength, required } from '@angular/forms/signals';
import { messagesOf, showProblems } from '../ui/field-problems';
import { Ids } from '../ui/ids';

/** A form for a new name of a user. */
@Component({
  selector: 'app-user-name-form',
  imports: [FormField],
  template: `
    <form class="line" (submit)="$event.preventDefault(); save.emit(fields.name().value())">
      <input
        #field
        class="input"
        autocomplete="off"
        [formField]="fields.name"
        [attr.aria-label]="'New name of ' + name()"
        [attr.aria-invalid]="wrong() ? true : null"
        [attr.aria-describedby]="wrong() ? id : null"
        (input)="edit.emit()"
        (keydown.escape)="stop.emit()"
      />
      <button class="button primary" type="submit">Save</button>
      <button class="button" type="button" (click)="stop.emit()">Cancel</button>
      @if (wrong(); as wrong) {
        <span class="wrong" role="alert" [id]="id">{{ wrong }}</span>
      }
    </form>
  `,
  styles: `
    .wrong {
      flex-basis: 100%;
    }
  `,
})
export class UserNameForm {
  readonly name = input.required<string>();
  /** The error of the last request that renamed the user. */
  readonly error = input.required<unknown>();
  readonly edit = output();
  readonly save = output<string>();
  readonly stop = output();

  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  /** The typed text stays when the name of the user changes. */
  readonly #model = linkedSignal<string, { name: string }>({
    source: this.name,
    computation: (name, before) => before?.value ?? { name },
  });

  protected readonly id = inject(Ids).next('name-wrong');
  protected readonly fields = form(this.#model, (path) => {
    required(path.name);
    maxLength(path.name, 80);
    showProblems(path, this.error);
  });
  protected readonly wrong = computed(() => messagesOf(this.fields.name().errors()));

  constructor() {
    afterNextRender(() => this.field().nativeElement.select());
  }
}
