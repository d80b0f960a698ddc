import { Entity, optimistic, restEndpoints, schema, typed } from 'ngx-cache-query';

export class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
}

export class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  readonly userId: number = 0;
  readonly user: User = User.fromJS({});
  static override readonly schema = { user: User };
}

export const allTodos = new schema.All(Todo);
export const userEndpoints = restEndpoints({ path: '/users/:id', schema: User, optimistic });
export const todoEndpoints = restEndpoints({
  path: '/todos/:id',
  schema: Todo,
  searchParams: typed<{ userId?: number }>(),
  optimistic,
});
