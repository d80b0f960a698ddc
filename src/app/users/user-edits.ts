import { type Signal, computed, inject, signal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import type { User } from '../data/user';
import { updateUser } from '../data/user-endpoints';
import { announced } from '../ui/announced';
import { failureOf } from '../ui/failure';

/** Renames a user and makes a user an admin, for every row of a user. Create it in an injection context. */
export class UserEdits {
  readonly #cache = inject(CacheService);
  #name = '';

  readonly renamed = announced(this.#cache.mutation(updateUser), {
    done: ({ name }) => `The user is now called ${name}.`,
    failed: () => `${this.user().name} keeps the name.`,
  });
  readonly admin = announced(this.#cache.mutation(updateUser), {
    done: ({ name, isAdmin }) => `${name} is ${isAdmin ? 'now' : 'no longer'} an admin.`,
    failed: () => `${this.user().name} stays as before.`,
  });
  readonly renaming = signal(false);
  /** Whether the server refused the name. The message is then beside the field. */
  readonly refused = computed(
    () => this.renaming() && 'name' in (failureOf(this.renamed.error())?.fields ?? {}),
  );

  constructor(private readonly user: Signal<User>) {}

  /** Saves a name optimistically. The form stays open for a name of blanks, because the server refuses it. */
  rename(name = this.#name): void {
    this.#name = name;
    this.renamed.run({ id: this.user().id }, { name });
    if (name.trim() !== '') this.renaming.set(false);
  }

  startRenaming(): void {
    this.renamed.clear();
    this.renaming.set(true);
  }

  stopRenaming(): void {
    this.renaming.set(false);
    this.renamed.clear();
  }

  /** The checkbox shows the value in the cache, which is optimistic. */
  toggleAdmin(): void {
    const { id, isAdmin } = this.user();
    this.admin.run({ id }, { isAdmin: !isAdmin });
  }
}
