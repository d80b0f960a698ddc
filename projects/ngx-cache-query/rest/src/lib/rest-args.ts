/** The value of a path parameter. */
export type PathValue = string | number | bigint | boolean;

/**
 * The parameters of a path template. Templates have the syntax of `path-to-regexp`: a parameter `/users/:id`, an
 * optional group `/users{/:id}`, a wildcard `/files/*path`.
 */
export type PathParams<Path extends string> = string extends Path
  ? Readonly<Record<string, PathValue>>
  : Path extends `${infer Before}{${infer Group}}${infer After}`
    ? PathParams<Before> & Partial<PathParams<Group>> & PathParams<After>
    : Path extends `${infer Before}*${infer Rest}`
      ? NamedParams<Before> & Wildcard<TakeName<Rest>>
      : NamedParams<Path>;

type NamedParams<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Named<TakeName<Rest>>
  : unknown;
type Named<Taken> = Taken extends [infer Name extends string, infer Rest extends string]
  ? { readonly [K in Name]: PathValue } & NamedParams<Rest>
  : never;
type Wildcard<Taken> = Taken extends [infer Name extends string, infer Rest extends string]
  ? { readonly [K in Name]: readonly PathValue[] } & PathParams<Rest>
  : never;

/** Splits a text into the parameter name at its beginning and the rest of the text. */
type TakeName<
  Text extends string,
  Name extends string = '',
> = Text extends `"${infer Quoted}"${infer Rest}`
  ? [Quoted, Rest]
  : Text extends `${infer Char}${infer Rest}`
    ? Char extends NameChar
      ? TakeName<Rest, `${Name}${Char}`>
      : [Name, Text]
    : [Name, ''];

type Letters = 'abcdefghijklmnopqrstuvwxyz';
type CharOf<Text extends string> = Text extends `${infer Char}${infer Rest}`
  ? Char | CharOf<Rest>
  : never;
type NameChar = CharOf<Letters> | CharOf<Uppercase<Letters>> | CharOf<'0123456789_$'>;

/**
 * The arguments of a `RestEndpoint`: first an object with the path and search parameters, then the body. If an endpoint
 * has no parameters or no body, it does not take the respective argument.
 */
export type RestArgs<Path extends string, Search, Body> = WithBody<
  Flatten<PathParams<Path> & ([Search] extends [undefined] ? unknown : Search)>,
  Body
>;

type WithBody<Params, Body> = [keyof Params] extends [never]
  ? [Body] extends [undefined]
    ? []
    : [body: Body]
  : [Body] extends [undefined]
    ? Record<string, never> extends Params
      ? [params?: Params]
      : [params: Params]
    : [params: Params, body: Body];

type Flatten<T> = { [K in keyof T]: T[K] };
