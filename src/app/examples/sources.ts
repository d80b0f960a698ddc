/** The sources of the examples. They are identical to those in src/app/data, and an end-to-end test compares them. */
export const sources = {
  users: {
    file: 'user-queries.ts',
    code: `export const sortedUsers = new Query(
  new schema.All(User),
  (entries, { asc, isAdmin, name = '' }: UserOrder = { asc: false }) => {
    let sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
    if (isAdmin !== undefined) sorted = sorted.filter((user) => user.isAdmin === isAdmin);
    if (name) sorted = sorted.filter((user) => contains(user.name, name));
    return asc ? sorted : sorted.reverse();
  },
);

export const countUsers = new Query(
  new schema.All(User),
  (entries, { isAdmin }: { isAdmin?: boolean } = {}) =>
    isAdmin === undefined
      ? entries.length
      : entries.filter((user) => user.isAdmin === isAdmin).length,
);`,
  },
  create: {
    file: 'user-endpoints.ts',
    code: `export type UserFields = Pick<User, 'name' | 'email' | 'isAdmin' | 'hue'>;

export const getUsers = new RestEndpoint({ path: '/users', schema: new schema.All(User) });

export const createUser = new RestEndpoint({
  path: '/users',
  method: 'POST',
  body: typed<UserFields>(),
  schema: User,
  optimistic,
});`,
  },
  profile: {
    file: 'user-queries.ts',
    code: `export const userProfile = new Query(
  { user: User, todos: new schema.All(Todo) },
  ({ user, todos }, { id }: { id: number }) =>
    user && { user, todos: todos?.filter((todo) => todo.userId.id === id) },
);`,
  },
  todos: {
    file: 'todo-queries.ts',
    code: `export class Todo extends Entity {
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

export const filteredTodos = new Query(
  new schema.All(Todo),
  (todos, { completed, owner = '', ownedByAdmin }: TodoFilter = {}) =>
    todos.filter(
      ({ completed: done, userId: user }) =>
        (completed === undefined || done === completed) &&
        (ownedByAdmin === undefined || user.isAdmin === ownedByAdmin) &&
        user.name.toLocaleLowerCase().includes(owner.toLocaleLowerCase()),
    ),
);`,
  },
  feed: {
    file: 'feed.ts',
    code: `const allFeedItems = new schema.All({ link: Link, post: Post }, 'type');

export const feedItems = new Query(
  allFeedItems,
  (items, { type }: { type?: 'link' | 'post' } = {}) =>
    type === undefined ? items : items.filter((item) => item.type === type),
);

export const countFeed = new Query(feedItems, (items) => items.length);`,
  },
} as const;

export type SourceName = keyof typeof sources;
