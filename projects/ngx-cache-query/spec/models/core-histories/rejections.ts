import { attempt, fail } from './checks';
import type { History } from './history';
import { broken } from './inputs';
import { show } from './inspector';
import { canonical, fields, list, one } from './shapes';
import type { Side } from './side';
import { librarySchema } from './writes';

/** Writes something malformed. Nothing is stored. */
export function writeBroken(history: History): void {
  const { inputs, random } = history;
  if (random.chance(0.2)) return changeKey(history);
  const items = inputs.items(one('Post'));
  const { code, input, path } = broken(random, items);
  const isPage = random.chance(0.4);
  const shape = isPage
    ? fields({ user: one('User'), posts: list(one('Post')) })
    : list(one('Post'));
  const value = isPage ? { posts: input, user: { id: 1, name: 'z' } } : input;
  const at = path === undefined ? undefined : isPage ? `posts${path}` : path;
  history.say(`set(${JSON.stringify(shape)}, ${show(value)}): ${code} at ${at}`);
  rejected(history, code, at, (side) =>
    side.cache.set(librarySchema(side, shape), structuredClone(value)),
  );
}

function changeKey(history: History): void {
  const key = history.inputs.key('User');
  const code = history.picture.entity('User', canonical(key)) && 'NCQ2004';
  history.say(`set(User, ${key}, () => ({ id: 99 })): ${code}`);
  rejected(history, code, undefined, ({ cache, world }) =>
    cache.set(world.classes.User, key, () => ({ id: 99 })),
  );
}

/** Checks that a write is rejected with an error that contains a code and a path. */
function rejected(
  { sides }: History,
  code: string | undefined,
  path: string | undefined,
  write: (side: Side) => void,
): void {
  for (const side of sides) {
    const result = attempt(() => write(side));
    const error = 'error' in result ? (result.error as Error) : undefined;
    const problem = errorProblem(error, code, path);
    if (problem !== undefined) fail(side, problem);
  }
}

export function errorProblem(
  error: unknown,
  code: string | undefined,
  path: string | undefined,
): string | undefined {
  const found = (error ?? {}) as { code?: string; path?: string; stack?: string };
  return found.code === code && found.path === path
    ? undefined
    : `${found.code} at ${found.path} instead of ${code} at ${path}: ${found.stack}`;
}
