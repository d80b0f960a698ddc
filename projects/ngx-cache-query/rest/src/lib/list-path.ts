/**
 * The path of a list of what a path leads to: without its last parameter. `/todos` of `/todos/:id`,
 * `/users/:userId/todos` of `/users/:userId/todos/:id`.
 */
export type ListPath<Path extends string> = Path extends `${infer Open}{/:${string}}`
  ? Open
  : Path extends `${infer Head}/${infer Tail}`
    ? Tail extends `${string}/${string}`
      ? `${Head}/${ListPath<Tail>}`
      : Tail extends `:${string}`
        ? Head
        : Path
    : Path;

/** {@link ListPath} of a template. */
export function listPath<Path extends string>(path: Path): ListPath<Path> {
  return path.replace(/(\/:[^/{}]+|\{\/:[^/{}]+\})$/, '') as ListPath<Path>;
}
