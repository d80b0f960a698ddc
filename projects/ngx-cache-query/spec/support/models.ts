import { Entity, schema } from 'ngx-cache-query';

/** A user with string ids, as in the specification. */
export class User extends Entity {
  readonly id: string = '';
  readonly name: string = '';
  readonly isAdmin: boolean = false;
}

/** A todo of a user. It is flat in the response, and nested when it is read. */
export class Todo extends Entity {
  readonly id: number = 0;
  readonly userId: User = User.fromJS({});
  readonly title: string = '';
  readonly completed: boolean = false;
  static override readonly schema = { userId: User };
}

export abstract class FeedItem extends Entity {
  readonly id: number = 0;
  abstract readonly type: 'link' | 'post';
}
export class Link extends FeedItem {
  readonly type = 'link' as const;
  readonly url: string = '';
  readonly title: string = '';
}
export class Post extends FeedItem {
  readonly type = 'post' as const;
  readonly content: string = '';
}

export const allUsers = new schema.All(User);
export const allTodos = new schema.All(Todo);
export const feed = new schema.All({ link: Link, post: Post }, 'type');

/** Returns the names of users, in order. */
export function names(users: readonly User[] | undefined): string[] | undefined {
  return users?.map((user) => user.name);
}

/** Returns a link as a server would send it. */
export const link = (id: number, more: object = {}) => ({ id, type: 'link', ...more });
/** Returns a post as a server would send it. */
export const post = (id: number, more: object = {}) => ({ id, type: 'post', ...more });
/** Returns links and posts as words: link1, post2. */
export const kinds = (list: readonly object[] | undefined) =>
  list?.map((item) => `${(item as Link).type}${(item as Link).id}`);
/** Returns the ids of the items in a list. */
export const idList = (list: readonly { readonly id: unknown }[] | undefined) =>
  list?.map((item) => item.id);
