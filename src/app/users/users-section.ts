import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { getUsers } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { LoadButton } from '../ui/load-button';
import { MutationError } from '../ui/mutation-error';
import { triggeredRead } from '../ui/triggered-read';
import { UserCounts } from './user-counts';
import { UserList } from './user-list';

@Component({
  selector: 'app-users-section',
  imports: [LoadButton, MutationError, UserCounts, UserList],
  template: `
    <section class="card" aria-labelledby="users">
      <div class="card-head">
        <h2 tabindex="-1" id="users">Users</h2>
        <app-load-button
          what="users"
          [pending]="loading.isPending()"
          [again]="!!answer()"
          (pressed)="loading.load()"
        />
      </div>
      <app-mutation-error
        [mutation]="loading"
        what="The users could not be loaded."
        (retry)="loading.load()"
      />
      <app-user-counts />
      <app-user-list />
    </section>
  `,
})
export class UsersSection {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected readonly loading = triggeredRead(getUsers, ({ length }) =>
    this.#announcer.say(`${length} users are in the cache.`),
  );
  /**
   * The last response. It is `undefined` before the first response, even if the cache already contains users from other
   * responses.
   */
  protected readonly answer = this.#cache.selectSignal(getUsers);
}
