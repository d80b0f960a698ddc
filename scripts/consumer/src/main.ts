// Everything here is what a user writes: the package is imported by name, and there are no casts.
import { AsyncPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { CacheService, Entity, Query, provideCache, schema } from 'ngx-cache-query';
import { RestEndpoint, withRest } from 'ngx-cache-query/rest';

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  readonly isAdmin: boolean = false;
}

const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });

const sortedUsers = new Query(
  new schema.All(User),
  (entries, { asc }: { asc: boolean } = { asc: false }) => {
    const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
    return asc ? sorted : sorted.reverse();
  },
);
const countUsers = new Query(new schema.All(User), (entries) => entries.length);

@Component({
  selector: 'app-root',
  imports: [AsyncPipe],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @if (users$ | async; as users) {
      <ul>
        @for (user of users; track user.pk()) {
          <li>{{ user.name }}</li>
        }
      </ul>
    } @else {
      <p id="empty">No users in cache yet</p>
    }
    <p id="count">{{ count() ?? 'unknown' }}</p>
    <button id="fetch" (click)="fetch()">Fetch</button>
    <button id="add" (click)="add()">Add</button>
  `,
})
class App {
  private readonly cache = inject(CacheService);
  protected readonly users$ = this.cache.select(sortedUsers, { asc: true });
  protected readonly count = this.cache.selectSignal(countUsers);

  protected fetch(): void {
    this.cache.fetch(getUsers).subscribe();
  }

  protected add(): void {
    this.cache.set(User, { id: '3', name: 'Barbara' });
  }
}

bootstrapApplication(App, { providers: [provideCache(withRest({ urlPrefix: '/api' }))] }).catch(
  (error: unknown) => console.error(error),
);
