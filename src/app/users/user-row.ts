import { Component, computed, inject, input } from '@angular/core';
import { CacheService, isTemporary } from 'ngx-cache-query';
import type { User } from '../data/user';
import { deleteUser } from '../data/user-endpoints';
import { Avatar } from '../ui/avatar';
import { deletion } from '../ui/deletion';
import { Selection } from './selection';
import { UserEditErrors } from './user-edit-errors';
import { UserEdits } from './user-edits';
import { UserNameForm } from './user-name-form';

/** A user in a list, who can be selected, renamed, made an admin and deleted. */
@Component({
  selector: 'app-user-row',
  imports: [Avatar, UserEditErrors, UserNameForm],
  templateUrl: './user-row.html',
  styleUrl: './user-row.css',
})
export class UserRow {
  readonly user = input.required<User>();

  readonly #selection = inject(Selection);

  protected readonly isTemporary = isTemporary;
  protected readonly edits = new UserEdits(this.user);
  protected readonly remove = deletion(
    inject(CacheService).mutation(deleteUser),
    this.user,
    () => this.user().name,
  );
  protected readonly selected = computed(() => this.#selection.userId() === this.user().id);

  protected select(): void {
    this.#selection.userId.set(this.user().id);
  }
}
