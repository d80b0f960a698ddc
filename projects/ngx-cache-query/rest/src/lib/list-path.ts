/**
 * The path of a list of what a path leads to: without its last parameter, or the optional group that ends with
 * it. `/todos` of `/todos/:id`, `/todos/` of `/todos/:id/`, `/repos/:owner` of `/repos/:owner/*path`, `/users` of
 * `/users{/:id}`, `/users{/:id}` of `/users{/:id{/:part}}`. A path that ends with no parameter is its own.
 */
export type ListPath<Path extends string> = Path extends `${infer Before}/`
  ? `${Shortened<Before>}/`
  : Shortened<Path>;

type Shortened<Path extends string> = Path extends `${string}}`
  ? WithoutGroup<Path>
  : WithoutParameter<Path>;

/** Without the last segment when that is a parameter. */
type WithoutParameter<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Tail extends `${string}/${string}`
    ? `${Head}/${WithoutParameter<Tail>}`
    : Tail extends `${string}}${string}`
      ? Path
      : Tail extends `${':' | '*'}${string}`
        ? Head
        : Path
  : Path;

/** Without the innermost group that the path ends with, when a parameter ends that. */
type WithoutGroup<Path extends string> = Path extends `${infer Before}{${infer Rest}`
  ? Rest extends `${string}{${string}`
    ? `${Before}{${WithoutGroup<Rest>}`
    : Rest extends `${infer Group}}${infer Ends}`
      ? [IsClosing<Ends>, WithoutParameter<Group>] extends [true, infer Left]
        ? Left extends Group
          ? Path
          : `${Before}${Ends}`
        : Path
      : Path
  : Path;

type IsClosing<Text extends string> = Text extends ''
  ? true
  : Text extends `}${infer Rest}`
    ? IsClosing<Rest>
    : false;

/** {@link ListPath} of a template. */
export function listPath<Path extends string>(path: Path): ListPath<Path> {
  return path.replace(LAST, '$1$2') as ListPath<Path>;
}

/** A parameter, or a group that ends with one, in what may be more groups, before what may be a slash. */
const LAST = /(?:\/[:*][^/{}]+|\{[^{}]*\/[:*][^/{}]+\}(\}*))(\/?)$/;
