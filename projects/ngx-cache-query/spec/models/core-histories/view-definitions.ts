import type { Views } from './library';

interface Post {
  readonly done: boolean;
  readonly list: number;
  readonly author: { readonly name: string; readonly age: number } | null;
}

/** A view, and the name of the query that must agree with it. It reads the same entries, unless others are named. */
type ViewDefinition = readonly [name: string, view: (...args: never) => unknown, of?: string];

/** Returns the views. Some read all `users` too. */
export function viewsOf(views: Views | undefined, users: object): readonly ViewDefinition[] {
  if (views === undefined) return [];
  const { countRows, distinctRows, groupRows, join, limit, mapRows, maxOf, orderBy, sumOf } = views;
  const { view, where, whereEquals } = views;
  const open = where(({ done }: Post) => !done);
  const nameOf = ({ author }: Post) => author?.name;
  return [
    ['open', view(open)],
    ['ranked', view(open, orderBy('rank'))],
    ['by adults', view(where(({ author }: Post) => (author?.age ?? 0) > 3))],
    [
      'first names',
      view(
        orderBy((post: Post) => nameOf(post) ?? ''),
        limit(3),
      ),
    ],
    ['list', view(whereEquals((list: number) => ({ list })))],
    ['count', view(open, countRows())],
    ['names', view(mapRows(nameOf))],
    ['groups', view(groupRows('title'))],
    ['counts', view(groupRows(nameOf), countRows())],
    ['ages', view(sumOf('age'))],
    ['oldest', view(maxOf('age'))],
    ['titles', view(distinctRows('title'))],
    ['owned', view(join(users, ['rank', 'age']), mapRows(pairText)), 'all Post'],
    ['marked', view(mapRows(({ tag }: { tag: { title: string } | null }) => tag?.title))],
    ['low', view(where(({ rank }: { rank: number }) => rank < 2))],
    ['loaded', view(open)],
  ];
}

function pairText([post, user]: readonly [{ title: string }, { name: string }]): string {
  return `${post.title} ${user.name}`;
}
