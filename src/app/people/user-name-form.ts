import {
  Component,
  type ElementRef,
  afterNextRender,
  computed,
  inject,
  input,
  linkedSignal,
  viewChild,
} from '@angular/core';
import { FormField, form, maxLength, required } from '@angular/forms/signals';
import { messagesOf, showProblems } from '../ui/field-problems';
import { Ids } from '../ui/ids';
import type { UserEdits } from './user-edits';

/** A form for a new name of a user. */
@Component({
  selector: 'app-user-name-form',
  imports: [FormField],
  template: `
    <form class="line" (submit)="$event.preventDefault(); edits().rename(fields.name().value())">
      <input
        #name
        class="input"
        autocomplete="off"
        [formField]="fields.name"
        [attr.aria-label]="'New name of ' + edits().user().name"
        [attr.aria-invalid]="wrong() ? true : null"
        [attr.aria-describedby]="wrong() ? id : null"
        (input)="edits().renamed.clear()"
        (keydown.escape)="edits().stopRenaming()"
      />
      <button class="button primary" type="submit">Save</button>
      <button class="button" type="button" (click)="edits().stopRenaming()">Cancel</button>
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
  readonly edits = input.required<UserEdits>();

  private readonly name = viewChild.required<ElementRef<HTMLInputElement>>('name');
  /** The typed text stays when the name of the user changes. */
  readonly #model = linkedSignal<string, { name: string }>({
    source: () => this.edits().user().name,
    computation: (name, before) => before?.value ?? { name },
  });

  protected readonly id = inject(Ids).next('name-wrong');
  protected readonly fields = form(this.#model, (path) => {
    required(path.name);
    maxLength(path.name, 80);
    showProblems(path, () => this.edits().renamed.error());
  });
  protected readonly wrong = computed(() => messagesOf(this.fields.name().errors()));

  constructor() {
    afterNextRender(() => this.name().nativeElement.select());
  }
}
