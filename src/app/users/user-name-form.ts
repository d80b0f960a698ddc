import {
  Component,
  type ElementRef,
  afterNextRender,
  computed,
  input,
  output,
  viewChild,
} from '@angular/core';
import { draftOf } from '../ui/draft';
import { failureOf, sentenceAbout } from '../ui/failure';

let forms = 0;

/** A form for a new name. */
@Component({
  selector: 'app-user-name-form',
  template: `
    <form (submit)="$event.preventDefault(); renamed.emit(text())">
      <input
        #name
        class="input"
        autocomplete="off"
        required
        maxlength="80"
        [attr.aria-label]="'New name of ' + current()"
        [value]="text()"
        (input)="text.set(name.value)"
        [attr.aria-invalid]="!!wrong()"
        [attr.aria-describedby]="wrong() ? id : null"
        (keydown.escape)="cancelled.emit()"
      />
      <button class="button primary" type="submit">Save</button>
      <button class="button" type="button" (click)="cancelled.emit()">Cancel</button>
      @if (wrong(); as wrong) {
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

  /** The typed text stays when the current name changes. */
  readonly text = draftOf(this.current);
  protected readonly id = `name-wrong-${forms++}`;
  protected readonly wrong = computed(() => sentenceAbout(failureOf(this.error())?.fields, 'name'));

  private readonly name = viewChild.required<ElementRef<HTMLInputElement>>('name');

  constructor() {
    afterNextRender(() => this.name().nativeElement.select());
  }
}
