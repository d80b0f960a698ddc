import { Component, computed, input, output } from '@angular/core';

/** A button that loads a list, and shows that it is loading. */
@Component({
  selector: 'app-load-button',
  template: `
    <button
      type="button"
      [class]="again() ? 'button' : 'button primary'"
      [attr.aria-busy]="pending()"
      (click)="pressed.emit()"
    >
      {{ label() }}
    </button>
  `,
})
export class LoadButton {
  readonly what = input.required<string>();
  readonly pending = input.required<boolean>();
  /** Whether the list is already loaded. */
  readonly again = input.required<boolean>();
  readonly pressed = output();

  protected readonly label = computed(() =>
    this.pending()
      ? `Loading ${this.what()}…`
      : `${this.again() ? 'Reload' : 'Load'} ${this.what()}`,
  );
}
