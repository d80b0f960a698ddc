import { Entity } from 'ngx-cache-query';
import { User } from './user';

/** The fields that links and posts have in common. The class itself has no table. */
export abstract class FeedItem extends Entity {
  readonly id: number = 0;
  abstract readonly type: 'link' | 'post';
  /** The author. In the response, this field contains the author's id. */
  readonly authorId: User | null = null;
  readonly createdAt: Date = new Date(0);

  static override readonly schema = { authorId: User, createdAt: (iso: string) => new Date(iso) };
}

export class Link extends FeedItem {
  override readonly type = 'link' as const;
  readonly url: string = '';
  readonly title: string = '';

  static override readonly key: string = 'Link';
}

export class Post extends FeedItem {
  override readonly type = 'post' as const;
  readonly content: string = '';

  static override readonly key: string = 'Post';
}

/** The number of links and posts of a user, counted by the server. */
export class Author extends Entity {
  readonly id: number = 0;
  readonly authorId: User | null = null;
  readonly links: number = 0;
  readonly posts: number = 0;

  static override readonly key: string = 'Author';
  static override readonly schema = { authorId: User };
}
