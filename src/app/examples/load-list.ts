import { Component, computed, input } from '@angular/core';
import { MutationError } from '../ui/mutation-error';
import type { TriggeredRead } from '../ui/triggered-read';

/** A button that loads a list. Shows that the list is loading, and why it could not be loaded. */
@Component({
  selector: 'app-load-list',
  imports: [MutationError],
  template: `
    <button
      type="button"
      [class]="again() ? 'button' : 'button primary'"
      [attr.aria-busy]="read().isPending()"
      (click)="read().load()"
    >
      {{ label() }}
    </button>
    <app-mutation-error
      [mutation]="read()"
      [what]="'The ' + what() + ' could not be loaded.'"
      (retry)="read().load()"
    />
  `,
  host: { class: 'actions' },
})
export class LoadList {
  readonly what = input.required<string>();
  readonly read = input.required<TriggeredRead<[]>>();
  /** Whether the list is already loaded. */
  readonly again = input.required<boolean>();

  protected readonly label = computed(() =>
    this.read().isPending()
      ? `Loading ${this.what()}…`
      : `${this.again() ? 'Reload' : 'Load'} ${this.what()}`,
  );
}
