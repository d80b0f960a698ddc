import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { sortedUsers } from '../data/user-queries';
import { Choice, type Option } from '../ui/choice';
import { ShowMore } from '../ui/show-more';
import { TextField } from '../ui/text-field';
import { UserRow } from './user-row';

/** The users, sorted and filtered. The controls set the arguments of a Query. */
@Component({
  selector: 'app-user-list',
  imports: [Choice, ShowMore, TextField, UserRow],
  template: `
    <div class="controls">
      <app-choice legend="Order" [options]="orders" [(value)]="asc" />
      <app-choice legend="Show" [options]="roles" [(value)]="isAdmin" />
      <app-text-field type="search" class="search" label="Name contains" [(value)]="name" />
    </div>
    @if (users(); as users) {
      <ul class="rows" role="list" aria-label="Users">
        @for (user of visible(); track trackEntity(user)) {
          <li><app-user-row [user]="user" /></li>
        } @empty {
          <li class="empty-note">No users match.</li>
        }
      </ul>
      <app-show-more what="users" [total]="users.length" [(limit)]="limit" />
    } @else {
      <p class="empty-note">No users in the cache yet</p>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 1rem;
      container-type: inline-size;
    }
    .controls {
      display: flex;
      flex-wrap: wrap;
      gap: 0.75rem 1rem;
    }
    .search {
      flex: 1 1 9rem;
    }
  `,
})
export class UserList {
  readonly #cache = inject(CacheService);

  protected readonly orders: readonly Option<boolean>[] = [
    { label: 'A to Z', value: true },
    { label: 'Z to A', value: false },
  ];
  protected readonly roles: readonly Option<boolean | undefined>[] = [
    { label: 'Everyone', value: undefined },
    { label: 'Admins', value: true },
    { label: 'Others', value: false },
  ];

  protected readonly asc = signal(true);
  protected readonly isAdmin = signal<boolean | undefined>(undefined);
  protected readonly name = signal('');

  protected readonly trackEntity = trackEntity;
  protected readonly users = this.#cache.selectSignal(sortedUsers, () => [
    { asc: this.asc(), isAdmin: this.isAdmin(), name: this.name() },
  ]);

  /** The maximum number of visible users. It is reset after each change to the controls. */
  protected readonly limit = linkedSignal({
    source: () => [this.asc(), this.isAdmin(), this.name()],
    computation: () => 10,
  });
  protected readonly visible = computed(() => this.users()?.slice(0, this.limit()) ?? []);
}
