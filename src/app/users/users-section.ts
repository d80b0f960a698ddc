import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { getUsers } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { LoadButton } from '../ui/load-button';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';
import { UserCounts } from './user-counts';
import { UserList } from './user-list';

@Component({
  selector: 'app-users-section',
  imports: [LoadButton, TaskError, UserCounts, UserList],
  template: `
    <section class="card" aria-labelledby="users">
      <div class="card-head">
        <h2 tabindex="-1" id="users">Users</h2>
        <app-load-button
          what="users"
          [pending]="loading.pending()"
          [again]="!!answer()"
          (asked)="load()"
        />
      </div>
      <app-task-error [task]="loading" what="The users did not come." />
      <app-user-counts />
      <app-user-list />
    </section>
  `,
})
export class UsersSection {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected readonly loading = new Task();
  /** The last response. It is `undefined` before the first, even if the cache has users from elsewhere. */
  protected readonly answer = this.#cache.selectSignal(getUsers);

  protected load(): void {
    this.loading.run(this.#cache.fetch(getUsers), ({ length }) =>
      this.#announcer.say(`${length} users are in the cache.`),
    );
  }
}
