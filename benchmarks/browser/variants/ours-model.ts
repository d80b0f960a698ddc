// The entities, queries and writes that both variants of this library use.
import { inject } from '@angular/core';
import {
  CacheService,
  countRows,
  Entity,
  orderBy,
  Query,
  schema,
  view,
  where,
} from 'ngx-cache-query';
import { isShown, type Shown, type Store, type Todo } from '../contract';

export class UserEntity extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
}

export class TodoEntity extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  readonly rank: number = 0;
  readonly createdAt: string = '';
  readonly user: UserEntity = UserEntity.fromJS({});
  static override readonly schema = { user: UserEntity };
}

const all = new schema.All(TodoEntity);

export const shownTodos = new Query(
  all,
  view(
    where((todo: TodoEntity, shown: Shown) => isShown(shown, todo)),
    orderBy((todo: TodoEntity, { by }: Shown) => todo[by]),
  ),
);

export const openTodos = new Query(
  all,
  view(
    where((todo) => !todo.done),
    countRows(),
  ),
);

export abstract class Writes<P> implements Store<P> {
  private readonly cache = inject(CacheService);

  load(response: readonly Todo[]): void {
    this.cache.set([TodoEntity], response);
  }

  change(id: number, fields: { readonly title: string; readonly done: boolean }): void {
    this.cache.set(TodoEntity, { id, ...fields });
  }

  renameUser(id: number, name: string): void {
    this.cache.set(UserEntity, { id, name });
  }

  insert(todo: Todo): void {
    this.cache.set(TodoEntity, todo);
  }

  remove(id: number): void {
    this.cache.delete(TodoEntity, id);
  }

  abstract show(shown: Shown): void;
  abstract select(id: number): void;
  abstract page(): P;
}
