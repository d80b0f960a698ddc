import { CacheError } from 'ngx-cache-query';
import { parse, type Token } from 'path-to-regexp';

declare const ngDevMode: unknown;

/**
 * Parses a path template.
 *
 * @param source the name of the endpoint, for error messages
 * @throws CacheError NCQ5004 if the template is invalid, or contains a host or search parameters
 */
export function tokensOf(template: string, source: string): readonly Token[] {
  const misplaced = misplacedIn(template);
  if (misplaced !== undefined) throw invalidPathError(source, misplaced);
  let tokens: readonly Token[];
  try {
    ({ tokens } = parse(template));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw invalidPathError(
      source,
      (typeof ngDevMode === 'undefined' || !!ngDevMode) && message,
      cause,
    );
  }
  const group = closedGroup(tokens);
  if (group !== undefined) {
    throw invalidPathError(
      source,
      (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
        `"{${group}}" is an optional part without a parameter. Write a parameter as ":${group}"`,
    );
  }
  return tokens;
}

/**
 * Returns a message if the template contains a host, search parameters or an optional parameter such as `:id?`. In
 * production, returns `false` instead of the message. Returns `undefined` if there is no mistake.
 */
function misplacedIn(template: string): string | false | undefined {
  const [host] = /^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i.exec(template) ?? [];
  if (host !== undefined) {
    return (
      (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `"${host}" belongs in urlPrefix. Set this option on the endpoint, or use withRest to set it for all endpoints`
    );
  }
  const at = template.search(/(?<!\\)\?/);
  if (at < 0) return undefined;
  const [optional] = /:\w+\?(?=\/|$)/.exec(template) ?? [];
  return (
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
    (optional === undefined ? searchText(template.slice(at)) : optionalText(optional))
  );
}

const searchText = (search: string) =>
  `"${search}" belongs in searchParams. Declare the search parameters with ` +
  `searchParams: typed<{ name?: string }>(), and pass their values in the first argument`;

const optionalText = (parameter: string) =>
  `an optional parameter is written "{/${parameter.slice(0, -1)}}", not "/${parameter}"`;

/** Returns the text of the first group without a parameter. Returns `undefined` if every group has a parameter. */
function closedGroup(tokens: readonly Token[]): string | undefined {
  for (const token of tokens) {
    if (token.type !== 'group') continue;
    if (!token.tokens.some(({ type }) => type !== 'text')) {
      return token.tokens.map((part) => (part.type === 'text' ? part.value : '')).join('');
    }
    const inner = closedGroup(token.tokens);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Error NCQ5004. */
function invalidPathError(source: string, problem: string | false, cause?: unknown): CacheError {
  return new CacheError(
    'NCQ5004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: this path cannot be used: ${problem as string}.`,
    { source, cause },
  );
}
