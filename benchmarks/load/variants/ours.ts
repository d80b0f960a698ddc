// This library: entities, two endpoints, the state of the list as a signal, and `fetch` for the edit.
import { computed, inject, Injectable, signal } from '@angular/core';
import { CacheService, Entity, RestEndpoint, schema } from 'ngx-cache-query';
import { start } from '../start';
import { TodoStore } from '../todos';

class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
}

class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  readonly createdAt: string = '';
  readonly user: User = User.fromJS({});
  static override readonly schema = { user: User };
}

const getTodos = new RestEndpoint({ path: '/api/todos', schema: new schema.All(Todo) });
const updateTodo = new RestEndpoint({
  path: '/api/todos/:id',
  method: 'PATCH',
  body: {} as { title: string },
  schema: Todo,
});

@Injectable()
class CacheStore extends TodoStore {
  private readonly cache = inject(CacheService);
  private readonly id = signal<number | null>(null);
  private readonly response = this.cache.resource(getTodos);
  private readonly renaming = this.cache.mutation(updateTodo);
  readonly todos = this.response.value;
  readonly hasFailed = computed(() => this.response.error() !== undefined);
  readonly selected = this.cache.selectSignal(Todo, () => [this.id()]);
  readonly renameHasFailed = computed(() => this.renaming.error() !== undefined);

  select(id: number): void {
    this.id.set(id);
  }

  rename(id: number, title: string): void {
    this.renaming.mutate({ id }, { title });
  }
}

start(CacheStore);
