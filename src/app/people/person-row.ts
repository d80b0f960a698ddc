import { Component, inject, input, model } from '@angular/core';
import { CacheService, isTemporary } from 'ngx-cache-query';
import type { User } from '../data/user';
import { deleteUser } from '../data/user-endpoints';
import { Avatar } from '../ui/avatar';
import { deletion } from '../ui/deletion';
import { MutationError } from '../ui/mutation-error';
import { UserEdits } from './user-edits';
import { UserNameForm } from './user-name-form';

/** A user in a list, who can be selected, renamed, made an admin and deleted. The content is shown below the name. */
@Component({
  selector: 'app-person-row',
  imports: [Avatar, MutationError, UserNameForm],
  templateUrl: './person-row.html',
  styles: `
    :host {
      display: block;
      container-type: inline-size;
    }
    .row {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto;
      align-items: center;
      gap: 0.25rem 0.75rem;
      padding: 0.5rem;
      border-radius: var(--radius);
    }
    .selected {
      background: var(--accent-soft);
    }
    app-user-name-form {
      grid-column: 2 / -1;
    }
    .who {
      display: grid;
      justify-items: start;
      min-width: 0;
    }
    @container (max-width: 27rem) {
      .row {
        grid-template-columns: auto minmax(0, 1fr);
      }
      .tools {
        grid-column: 2;
      }
    }
  `,
})
export class PersonRow {
  readonly user = input.required<User>();
  readonly selected = model.required<boolean>();
  readonly canDelete = input(false);

  protected readonly isTemporary = isTemporary;
  protected readonly edits = new UserEdits(this.user);
  protected readonly remove = deletion(
    inject(CacheService).mutation(deleteUser),
    this.user,
    () => this.user().name,
  );
}
