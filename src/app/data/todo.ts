import { Entity } from 'ngx-cache-query';
import { User } from './user';

export class Todo extends Entity {
  readonly id: number = 0;
  /** A number in the response, and the user when read: the default while that user is not cached. */
  readonly userId: User = User.fromJS({});
  readonly title: string = '';
  readonly completed: boolean = false;

  static override readonly key: string = 'Todo';
  static override readonly schema = { userId: User };
}
