// This file contains only code that a user could write. The package is imported by name, and there are no casts.
import { AsyncPipe } from '@angular/common';
import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import {
  CacheService,
  Entity,
  Query,
  RestEndpoint,
  fromEventSource,
  infinite,
  isTemporary,
  optimistic,
  orderBy,
  pageNumber,
  paginated,
  provideCache,
  reportProgress,
  restEndpoints,
  retries,
  schema,
  toValues,
  trackEntity,
  typed,
  view,
  withExpiry,
  withFrameBatching,
  withRefetchOnFocus,
  withRest,
  withRetention,
  withRetry,
} from 'ngx-cache-query';
import { map } from 'rxjs';

class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  readonly isAdmin: boolean = false;
}

const getUsers = new RestEndpoint({
  path: '/users',
  schema: new schema.All(User),
  retry: retries({ count: 2 }),
});

const sortedUsers = new Query(
  new schema.All(User),
  (entries, { asc }: { asc: boolean } = { asc: false }) => {
    const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
    return asc ? sorted : sorted.reverse();
  },
);
const countUsers = new Query(new schema.All(User), (entries) => entries.length);

class Todo extends Entity {
  readonly id: number = 0;
  readonly userId: string = '';
  readonly title: string = '';
}

const todoEndpoints = restEndpoints({
  path: '/todos/:id',
  schema: Todo,
  searchParams: {} as { userId?: string },
  pages: paginated('page', pageNumber()),
  optimistic,
}).extend(({ get }) => ({
  finish: get.extend({
    path: '/todos/:id/finish',
    method: 'POST',
    optimistic: (_cache, { id }) => optimistic({ id, title: 'Done' }),
  }),
}));
const uploadPhoto = new RestEndpoint({
  path: '/users/:id/photo',
  method: 'PUT',
  body: typed<FormData>(),
  progress: ({ id }) => reportProgress({ onUpload: ({ loaded }) => console.log(id, loaded) }),
});

const todosByTitle = new Query(todoEndpoints.getList.schema, view(orderBy('title')));

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
    @for (todo of todos(); track trackEntity(todo)) {
      <p class="todo" [class.temporary]="isTemporary(todo)">{{ todo.title }}</p>
    }
    <button id="todo" (click)="addTodo()">Add a todo</button>
  `,
})
class App {
  private readonly cache = inject(CacheService);
  protected readonly users$ = this.cache.select(sortedUsers, { asc: true });
  protected readonly count = this.cache.selectSignal(countUsers);

  protected readonly todos = this.cache.selectSignal(todosByTitle, { userId: '1' });
  protected readonly pages = infinite(todoEndpoints.getList.getPage, () => [{ userId: '1' }], {
    lazy: true,
  });
  protected readonly events$ = fromEventSource<{ id: number }>('/api/events', { silence: 30_000 });
  protected readonly polled = this.cache.resource(
    todoEndpoints.getList.polled(5_000),
    () => [{ userId: '1' }],
    { lazy: true },
  );
  protected readonly finishing = this.cache.mutation(todoEndpoints.finish);
  protected readonly uploading = this.cache.mutation(uploadPhoto);
  protected readonly names$ = this.cache.watch(getUsers).pipe(
    toValues(),
    map((users) => users.map(({ name }) => name)),
  );
  protected readonly trackEntity = trackEntity;
  protected readonly isTemporary = isTemporary;

  protected follow(): void {
    this.cache.connect(this.events$, Todo, {
      refetches: ({ id }) => (id === 0 ? [getUsers, [todoEndpoints.get, { id }], User] : []),
    });
  }

  protected addTodo(): void {
    this.cache.fetch(todoEndpoints.getList.push, { userId: '1', title: 'Tea' }).subscribe({
      next: ({ id }) => this.finishing.mutate({ id }),
      error: () => undefined, // rolled back
    });
  }

  protected fetch(): void {
    this.cache.fetch(getUsers).subscribe();
  }

  protected add(): void {
    this.cache.set(User, { id: '3', name: 'Barbara' });
  }
}

bootstrapApplication(App, {
  providers: [
    provideCache(
      withRest({ urlPrefix: '/api' }),
      withExpiry({ staleTime: 30_000 }),
      withRetry({ count: 1 }),
      withRefetchOnFocus(),
      withFrameBatching(),
      withRetention({ time: 60_000, maxRows: 10_000, keep: [User] }),
    ),
  ],
}).catch((error: unknown) => console.error(error));
