// This library as in its README: `restEndpoints` with optimistic updates, a resource, a mutation, and a Query.
import { computed, inject, Injectable } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { CacheService, Entity, optimistic, Query, restEndpoints, schema } from 'ngx-cache-query';
import { ReadmeStore, startReadme } from '../readme';

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

const todos = restEndpoints({ path: '/api/todos/:id', schema: Todo, optimistic });
const doneTodos = new Query(new schema.All(Todo), (all) => all.filter((todo) => todo.done));

@Injectable()
class CacheStore extends ReadmeStore {
  private readonly cache = inject(CacheService);
  private readonly list = this.cache.resource(todos.getList);
  private readonly update = this.cache.mutation(todos.partialUpdate);
  private readonly doneTodos = toSignal(this.cache.select(doneTodos));
  readonly todos = this.list.value;
  readonly hasFailed = computed(() => this.list.error() !== undefined);
  readonly done = computed(() => this.doneTodos()?.length ?? 0);
  readonly changeHasFailed = computed(() => this.update.error() !== undefined);

  setDone(id: number, done: boolean): void {
    this.update.mutate({ id }, { done });
  }
}

startReadme(CacheStore);
