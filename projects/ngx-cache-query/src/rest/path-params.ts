/** The value of a path parameter. */
export type PathValue = string | number | bigint | boolean;

/** The parameters of a path template: `/users/:id`, `/users{/:id}` or `/files/*path`. */
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

/** Splits a string into two parts: the parameter name at its beginning, and the rest. */
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
