import type { Plain } from './picture';
import type { ClassName } from './shapes';

/** A query, described once for the cache and for the model. The entries are instances or plain objects. */
export interface Definition {
  readonly name: string;
  /** The readable that the query reads, or the members of a join. */
  readonly of: string | Readonly<Record<string, string>>;
  readonly args?: readonly (readonly unknown[])[];
  readonly readsMore?: boolean;
  readonly process: (
    entries: never,
    args: never,
    read: (type: ClassName, key: number) => Plain | undefined,
  ) => unknown;
}

interface Post {
  readonly id: unknown;
  readonly title: string;
  readonly done: boolean;
  readonly rank: number;
  readonly list: number;
  readonly author: User | null;
  readonly tags: readonly { readonly title: string }[];
}
interface User {
  readonly id: unknown;
  readonly name: string;
  readonly age: number;
}
interface Titled {
  readonly title: string;
  readonly rank: number;
}
type Posts = readonly Post[];

const POSTS = 'all Post';
const NUMBERS = [[0], [1]];

/** Compares numbers with NaN at the end, as `orderBy` does. */
function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}

/** Every query of the histories. A query over another one follows it. */
export const definitions: readonly Definition[] = [
  {
    name: 'open',
    of: POSTS,
    process: (posts: Posts) => posts.filter((post) => !post.done),
  },
  {
    name: 'ranked',
    of: POSTS,
    process: (posts: Posts) =>
      posts.filter((post) => !post.done).sort((a, b) => compareNumbers(a.rank, b.rank)),
  },
  {
    name: 'by adults',
    of: POSTS,
    process: (posts: Posts) => posts.filter((post) => (post.author?.age ?? 0) > 3),
  },
  {
    name: 'first names',
    of: POSTS,
    process: (posts: Posts) =>
      [...posts].sort((a, b) => compareTexts(nameOf(a), nameOf(b))).slice(0, 3),
  },
  {
    name: 'list',
    of: POSTS,
    args: NUMBERS,
    process: (posts: Posts, [n]: [number]) => posts.filter((post) => post.list === n),
  },
  {
    name: 'count',
    of: POSTS,
    process: (posts: Posts) => posts.filter((post) => !post.done).length,
  },
  { name: 'names', of: POSTS, process: (posts: Posts) => posts.map((post) => post.author?.name) },
  {
    name: 'text',
    of: POSTS,
    process: (posts: Posts) =>
      posts.map(({ title, tags }) => title + tags.map((tag) => tag.title).join()).join(' '),
  },
  {
    name: 'groups',
    of: POSTS,
    process: (posts: Posts) => grouped(posts, ({ title }) => title),
  },
  {
    name: 'counts',
    of: POSTS,
    process: (posts: Posts) =>
      new Map(
        [...grouped(posts, ({ author }) => author?.name)].map(([name, own]) => [name, own.length]),
      ),
  },
  {
    name: 'ages',
    of: 'all User',
    process: (users: readonly User[]) => users.reduce((sum, user) => sum + user.age, 0),
  },
  {
    name: 'oldest',
    of: 'all User',
    process: (users: readonly User[]) =>
      users.length === 0 ? undefined : Math.max(...users.map((user) => user.age)),
  },
  {
    name: 'titles',
    of: POSTS,
    process: (posts: Posts) =>
      posts.filter(({ title }, i) => posts.findIndex((other) => other.title === title) === i),
  },
  {
    name: 'owned',
    of: { posts: POSTS, users: 'all User' },
    process: ({ posts, users }: { posts?: Posts; users?: readonly User[] }) =>
      posts?.flatMap((post) =>
        (users ?? [])
          .filter((user) => user.age === post.rank)
          .map((user) => `${post.title} ${user.name}`),
      ),
  },
  {
    name: 'join',
    of: { users: 'all User', groups: 'all Group', open: 'open' },
    process: (all: object) => ({ ...all }),
  },
  {
    name: 'strict',
    of: POSTS,
    args: NUMBERS,
    process: (posts: Posts, [n]: [number]) => {
      if (posts.some(({ rank, list }) => rank === 3 && list === n))
        throw new Error(`rank 3 in ${n}`);
      return posts.length;
    },
  },
  { name: 'outer', of: 'ranked', process: (posts: Posts) => posts.at(0)?.author },
  { name: 'outermost', of: 'outer', process: (user: User | undefined) => `${user?.name}` },
  { name: 'name', of: 'User', args: [[1], [2], [7]], process: (user: User) => user.name },
  {
    name: 'lookup',
    of: 'all Group',
    readsMore: true,
    process: (
      groups: readonly unknown[],
      _: unknown,
      read: (type: ClassName, key: number) => Plain | undefined,
    ) => [groups.length, read('User', 1), read('Post', 2)?.['author']],
  },
  {
    name: 'marked',
    of: 'all Mark',
    process: (marks: readonly { tag: Titled | null }[]) => marks.map(({ tag }) => tag?.title),
  },
  {
    name: 'low',
    of: 'all Tag',
    process: (tags: readonly Titled[]) => tags.filter(({ rank }) => rank < 2),
  },
  {
    name: 'loaded',
    of: 'endpoint posts',
    args: NUMBERS,
    process: (posts: Posts) => posts.filter((post) => !post.done),
  },
  {
    name: 'kinds',
    of: 'all pets',
    process: (pets: readonly { kind: string }[]) => pets.map((each) => each.kind).join(),
  },
];

function nameOf({ author }: Post): string {
  return author?.name ?? '';
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function grouped<K>(posts: Posts, keyOf: (post: Post) => K): Map<K, Post[]> {
  const groups = new Map<K, Post[]>();
  for (const post of posts) {
    const key = keyOf(post);
    groups.set(key, [...(groups.get(key) ?? []), post]);
  }
  return groups;
}
