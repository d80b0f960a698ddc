// TypeScript has no types for these imports: each is the text of the file.
// @ts-expect-error -- text
import feed from '../data/feed' with { loader: 'text' };
// @ts-expect-error -- text
import todo from '../data/todo' with { loader: 'text' };
// @ts-expect-error -- text
import todoQueries from '../data/todo-queries' with { loader: 'text' };
// @ts-expect-error -- text
import userEndpoints from '../data/user-endpoints' with { loader: 'text' };
// @ts-expect-error -- text
import userProfile from '../data/user-profile' with { loader: 'text' };
// @ts-expect-error -- text
import userQueries from '../data/user-queries' with { loader: 'text' };

/** The sources of the examples. */
export const sources = {
  users: { file: 'user-queries.ts', code: codeOf(userQueries) },
  create: { file: 'user-endpoints.ts', code: codeOf(userEndpoints) },
  profile: { file: 'user-profile.ts', code: codeOf(userProfile) },
  todos: { file: 'todo.ts, todo-queries.ts', code: codeOf(todo, todoQueries) },
  feed: { file: 'feed.ts', code: codeOf(feed) },
} as const;

export type SourceName = keyof typeof sources;

/** Returns the text of files without their imports. */
function codeOf(...files: readonly unknown[]): string {
  return files
    .map((text) =>
      String(text)
        .replace(/^import .+;\n+/gm, '')
        .trim(),
    )
    .join('\n\n');
}
