import { type Signal, computed, inject, signal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import type { User } from '../data/user';
import { updateUser } from '../data/user-endpoints';
import { announced } from '../ui/announced';
import { failureOf } from '../ui/failure';
import { focusKeeper } from '../ui/focus-keeper';

/**
 * Edits the user of a row: renames the user, and grants or revokes admin rights. Must be created in the injection
 * context of the row, whose button for renaming has the class `rename`.
 */
export class UserEdits {
  readonly #cache = inject(CacheService);
  readonly #keepFocus = focusKeeper('.rename');
  #name = '';

  readonly renamed = announced(this.#cache.mutation(updateUser), {
    done: ({ name }) => `The user is now called ${name}.`,
    failed: () => `${this.user().name} was not renamed.`,
    isShown: true,
  });
  readonly admin = announced(this.#cache.mutation(updateUser), {
    done: ({ name, isAdmin }) => `${name} is ${isAdmin ? 'now' : 'no longer'} an admin.`,
    failed: () => `${this.user().name} was not changed.`,
    isShown: true,
  });
  readonly renaming = signal(false);
  /** Whether the server rejected the name. The message is then shown next to the field. */
  readonly refused = computed(
    () => this.renaming() && 'name' in (failureOf(this.renamed.error())?.fields ?? {}),
  );

  constructor(readonly user: Signal<User>) {}

  /**
   * Saves a name optimistically. If the name contains only spaces, the form stays open, because the server rejects it.
   */
  rename(name = this.#name): void {
    this.#name = name;
    this.renamed.mutate({ id: this.user().id }, { name });
    if (name.trim() !== '') this.#close();
  }

  startRenaming(): void {
    this.renamed.clear();
    this.renaming.set(true);
  }

  stopRenaming(): void {
    this.renamed.clear();
    this.#close();
  }

  /** The checkbox shows the optimistic value in the cache. */
  toggleAdmin(): void {
    const { id, isAdmin } = this.user();
    this.#keepFocus();
    this.admin.mutate({ id }, { isAdmin: !isAdmin });
  }

  #close(): void {
    this.renaming.set(false);
    this.#keepFocus();
  }
}
