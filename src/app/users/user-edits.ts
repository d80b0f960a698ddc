import { type Signal, computed, inject, signal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { tap } from 'rxjs';
import type { User } from '../data/user';
import { updateUser } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { failureOf } from '../ui/failure';
import { Task } from '../ui/task';

/** Renaming a user and making one an admin, as every row of a user does it. In an injection context. */
export class UserEdits {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  readonly renamed = new Task(() => `${this.user().name} keeps the name.`);
  readonly admin = new Task(() => `${this.user().name} stays as before.`);
  readonly renaming = signal(false);
  /** What the server says against the name stands beside the field. */
  readonly refused = computed(
    () => this.renaming() && 'name' in failureOf(this.renamed.error()).fields,
  );

  constructor(private readonly user: Signal<User>) {}

  /**
   * Saves a name, which shows at once. `done` is called with it; a name of blanks is for the server to
   * refuse beside the field, and `done` waits.
   */
  rename(name: string, done: () => void): void {
    const before = this.user().name;
    const request = this.#cache
      .fetch(updateUser, { id: this.user().id }, { name })
      .pipe(tap((user) => this.#announcer.say(`${before} is now called ${user.name}.`)));
    const isBlank = name.trim() === '';
    this.renamed.start(name, request, isBlank ? done : undefined);
    if (!isBlank) done();
  }

  startRenaming(): void {
    this.renamed.dismiss();
    this.renaming.set(true);
  }

  stopRenaming(): void {
    this.renaming.set(false);
    this.renamed.dismiss();
  }

  /** The box shows the value of the cache, which is optimistic. */
  toggleAdmin(click: Event): void {
    click.preventDefault();
    const { id } = this.user();
    const isAdmin = !this.user().isAdmin;
    const request = this.#cache
      .fetch(updateUser, { id }, { isAdmin })
      .pipe(
        tap((user) =>
          this.#announcer.say(`${user.name} is ${user.isAdmin ? 'now' : 'no longer'} an admin.`),
        ),
      );
    this.admin.start(String(isAdmin), request);
  }
}
