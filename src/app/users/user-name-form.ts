import {
  Component,
  type ElementRef,
  afterNextRender,
  inject,
  input,
  linkedSignal,
  output,
  viewChild,
} from '@angular/core';
import { FormField, form, maxLength, required } from '@angular/forms/signals';
import { messagesOf, showProblems } from '../ui/field-problems';
import { Ids } from '../ui/ids';

/** A form for a new name. */
@Component({
  selector: 'app-user-name-form',
  imports: [FormField],
  template: `
    @let wrong = messagesOf(fields.name().errors());
    <form (submit)="$event.preventDefault(); renamed.emit(fields.name().value())">
      <input
        #name
        class="input"
        autocomplete="off"
        [formField]="fields.name"
        [attr.aria-label]="'New name of ' + current()"
        [attr.aria-invalid]="wrong ? true : null"
        [attr.aria-describedby]="wrong ? id : null"
        (keydown.escape)="cancelled.emit()"
      />
      <button class="button primary" type="submit">Save</button>
      <button class="button" type="button" (click)="cancelled.emit()">Cancel</button>
      @if (wrong) {
        <span class="wrong" role="alert" [id]="id">{{ wrong }}</span>
      }
    </form>
  `,
  styles: `
    form {
      display: flex;
      flex-wrap: wrap;
      gap: 0.4rem;
    }
    .input {
      flex: 1 1 9rem;
    }
    .wrong {
      flex-basis: 100%;
      color: var(--danger);
      font-size: var(--tiny);
    }
  `,
})
export class UserNameForm {
  readonly current = input.required<string>();
  /** The error of the last attempt. */
  readonly error = input<unknown>();
  readonly renamed = output<string>();
  readonly cancelled = output();

  private readonly name = viewChild.required<ElementRef<HTMLInputElement>>('name');
  /** The typed text stays when the current name changes. */
  readonly #model = linkedSignal<string, { name: string }>({
    source: this.current,
    computation: (name, before) => before?.value ?? { name },
  });

  protected readonly id = inject(Ids).next('name-wrong');
  protected readonly messagesOf = messagesOf;
  protected readonly fields = form(this.#model, (path) => {
    required(path.name);
    maxLength(path.name, 80);
    showProblems(path, this.error);
  });

  constructor() {
    afterNextRender(() => this.name().nativeElement.select());
  }
}
