import {
  Component,
  type ElementRef,
  afterNextRender,
  input,
  output,
  viewChild,
} from '@angular/core';

/** Takes a new name in the place of the old one. */
@Component({
  selector: 'app-user-name-form',
  template: `
    <form (submit)="$event.preventDefault(); renamed.emit(name.value)">
      <input
        #name
        class="input"
        autocomplete="off"
        required
        maxlength="80"
        [attr.aria-label]="'New name of ' + current()"
        [value]="current()"
        (keydown.escape)="cancelled.emit()"
      />
      <button class="button primary" type="submit" [attr.aria-busy]="pending()">
        {{ pending() ? 'Saving…' : 'Save' }}
      </button>
      <button class="button" type="button" (click)="cancelled.emit()">Cancel</button>
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
  `,
})
export class UserNameForm {
  readonly current = input.required<string>();
  readonly pending = input.required<boolean>();
  readonly renamed = output<string>();
  readonly cancelled = output();

  private readonly name = viewChild.required<ElementRef<HTMLInputElement>>('name');

  constructor() {
    afterNextRender(() => this.name().nativeElement.select());
  }
}
