// This library: `restEndpoints` with optimistic updates, a resource for each list, and a view with a parameter.
import { inject, Injectable, type Signal } from '@angular/core';
import {
  CacheService,
  Entity,
  optimistic,
  provideCache,
  Query,
  restEndpoints,
  schema,
  typed,
  view,
  where,
} from 'ngx-cache-query';
import { firstValueFrom } from 'rxjs';
import { isInPart, type Store, STORE, type Todo } from '../contract';
import { start } from '../start';

class UserEntity extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
}

class TodoEntity extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly listId: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  readonly createdAt: string = '';
  readonly user: UserEntity = UserEntity.fromJS({});
  static override readonly schema = { user: UserEntity };
}

const todos = restEndpoints({
  path: '/api/todos/:id',
  schema: TodoEntity,
  searchParams: typed<{ listId?: number }>(),
  optimistic,
});

const part = new Query(
  new schema.All(TodoEntity),
  view(where((todo: TodoEntity, index: number) => isInPart(todo, index))),
);

@Injectable()
class CacheStore implements Store {
  private readonly cache = inject(CacheService);
  private readonly update = this.cache.mutation(todos.partialUpdate);

  list(listId?: number): Signal<readonly Todo[] | undefined> {
    return this.cache.resource(todos.getList, () => [listId === undefined ? {} : { listId }]).value;
  }

  part(index: number): Signal<readonly Todo[] | undefined> {
    return this.cache.selectSignal(part, () => [index]);
  }

  load(listId: number): Promise<unknown> {
    return firstValueFrom(this.cache.fetch(todos.getList, { listId }));
  }

  setDone({ id }: Todo, done: boolean): void {
    this.update.mutate({ id }, { done });
  }
}

void start([provideCache(), { provide: STORE, useClass: CacheStore }]);
