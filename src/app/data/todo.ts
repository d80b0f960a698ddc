import { Entity } from 'ngx-cache-query';
import { User } from './user';

export class Todo extends Entity {
  readonly id: number = 0;
  /**
   * In the response, this is a number. When read, it is the user, or the default instance while the user is not in the
   * cache.
   */
  readonly userId: User = User.fromJS({});
  readonly title: string = '';
  readonly completed: boolean = false;

  static override readonly key: string = 'Todo';
  static override readonly schema = { userId: User };
}
