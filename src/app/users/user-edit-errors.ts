import { Component, input } from '@angular/core';
import { MutationError } from '../ui/mutation-error';
import type { UserEdits } from './user-edits';

/** The failed edits of a user, each with a button that retries it. */
@Component({
  selector: 'app-user-edit-errors',
  imports: [MutationError],
  template: `
    @if (!edits().refused()) {
      <app-mutation-error
        [mutation]="edits().renamed"
        [what]="edits().user().name + ' was not renamed.'"
        (retry)="edits().rename()"
      />
    }
    <app-mutation-error
      [mutation]="edits().admin"
      [what]="edits().user().name + ' was not changed.'"
      (retry)="edits().toggleAdmin()"
    />
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class UserEditErrors {
  readonly edits = input.required<UserEdits>();
}
