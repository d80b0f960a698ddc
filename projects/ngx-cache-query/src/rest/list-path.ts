/**
 * The path of a list: that of an entity without its last parameter, and without what introduces it. `/todos/:id`,
 * `/todos{/:id}`, `/todos\\(:id\\)` and `/todos\\?id=:id` become `/todos`, and `/todos/:id.json` becomes `/todos.json`.
 */
export type ListPath<Path extends string> = Path extends `${infer Before}/`
  ? `${Shortened<Before>}/`
  : Shortened<Path>;

type Shortened<Path extends string> = Path extends `${string}}`
  ? WithoutGroup<Path>
  : WithoutParameter<Path>;

/** Removes the last segment if it is a parameter. */
type WithoutParameter<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Tail extends `${string}/${string}`
    ? `${Head}/${WithoutParameter<Tail>}`
    : Tail extends `${string}}${string}`
      ? Path
      : Tail extends `${':' | '*'}${infer Name}`
        ? `${Head}${Suffix<Name>}`
        : Tail extends `${infer Before}${'\\(' | '\\?'}${string}:${string}`
          ? `${Head}/${Before}`
          : Path
  : Path;

/** What follows a name: a dot and a text, such as `.json`. */
type Suffix<Name extends string> = Name extends `${string}.${infer Text}`
  ? Name extends `${string}${':' | '*' | '"'}${string}`
    ? ''
    : `.${Text}`
  : '';

/** Removes the innermost group at the end of the path, if that group ends with a parameter. */
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

export function listPath<Path extends string>(path: Path): ListPath<Path> {
  return path.replace(LAST, '$1$2$3') as ListPath<Path>;
}

/** Matches the last parameter with what introduces it, a suffix or the closing braces of groups, and a slash. */
const LAST =
  /(?:\/[:*](?:[^/{}.:*"]+(\.[^/{}:*"]+)|[^/{}]+)|\\[(?][^/{}]*:[^/{}]+|\{[^{}]*\/[:*][^/{}]+\}(\}*))(\/?)$/;
