import { Component, input, model } from '@angular/core';
import type { User } from '../data/user';
import type { Period } from '../data/user-activity';
import { Avatar } from '../ui/avatar';
import { UserEditErrors } from '../users/user-edit-errors';
import { UserEdits } from '../users/user-edits';
import { UserNameForm } from '../users/user-name-form';
import { PersonActivity } from './person-activity';

/** A person in the list, who can be selected, renamed and made an admin. */
@Component({
  selector: 'app-person-row',
  imports: [Avatar, PersonActivity, UserEditErrors, UserNameForm],
  templateUrl: './person-row.html',
  styles: `
    .row {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr) auto auto;
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
    .name {
      font-weight: 500;
      overflow-wrap: anywhere;
    }
    .count {
      font-size: var(--tiny);
    }
    b {
      font-weight: 600;
    }
    @media (max-width: 30rem) {
      .row {
        grid-template-columns: auto minmax(0, 1fr) auto;
      }
      .who {
        grid-column: 2 / -1;
      }
      .check {
        grid-column: 2;
      }
    }
  `,
})
export class PersonRow {
  readonly user = input.required<User>();
  readonly open = input.required<number>();
  readonly period = input.required<Period>();
  readonly selected = model.required<boolean>();

  protected readonly edits = new UserEdits(this.user);
}
