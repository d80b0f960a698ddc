import { Component, computed, inject, input, model, signal } from '@angular/core';
import { CacheService, isTemporary } from 'ngx-cache-query';
import type { User } from '../data/user';
import { deleteUser, updateUser } from '../data/user-endpoints';
import { announced } from '../ui/announced';
import { Avatar } from '../ui/avatar';
import { deletion } from '../ui/deletion';
import { failureOf } from '../ui/failure';
import { focusKeeper } from '../ui/focus-keeper';
import { MutationError } from '../ui/mutation-error';
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

  readonly #cache = inject(CacheService);
  readonly #keepFocus = focusKeeper('.rename');
  #name = '';

  protected readonly isTemporary = isTemporary;
  protected readonly renamed = announced(this.#cache.mutation(updateUser), {
    done: ({ name }) => `The user is now called ${name}.`,
    failed: () => `${this.user().name} was not renamed.`,
  });
  protected readonly admin = announced(this.#cache.mutation(updateUser), {
    done: ({ name, isAdmin }) => `${name} is ${isAdmin ? 'now' : 'no longer'} an admin.`,
    failed: () => `${this.user().name} was not changed.`,
  });
  protected readonly remove = deletion(
    this.#cache.mutation(deleteUser),
    this.user,
    () => this.user().name,
  );
  protected readonly renaming = signal(false);
  /** Whether the server rejected the name. The message is then shown next to the field. */
  protected readonly refused = computed(
    () => this.renaming() && 'name' in (failureOf(this.renamed.error())?.fields ?? {}),
  );

  protected startRenaming(): void {
    this.renamed.clear();
    this.renaming.set(true);
  }

  /**
   * Saves a name optimistically. If the name contains only spaces, the form stays open, because the server rejects it.
   */
  protected rename(name = this.#name): void {
    this.#name = name;
    this.renamed.mutate({ id: this.user().id }, { name });
    if (name.trim() !== '') this.#close();
  }

  protected stopRenaming(): void {
    this.renamed.clear();
    this.#close();
  }

  /** The checkbox shows the optimistic value in the cache. */
  protected toggleAdmin(): void {
    const { id, isAdmin } = this.user();
    this.#keepFocus();
    this.admin.mutate({ id }, { isAdmin: !isAdmin });
  }

  #close(): void {
    this.renaming.set(false);
    this.#keepFocus();
  }
}
