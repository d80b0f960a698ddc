import type { RestTypes, TypeIn } from './rest-types';

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

/**
 * The arguments of a `RestEndpoint`: an object with the path and search parameters if there are any, and the body if
 * there is one.
 */
export type RestArgs<T extends RestTypes> = ArgsFor<
  T['path'],
  TypeIn<T, 'searchParams'>,
  TypeIn<T, 'body'>,
  TypeIn<T, 'defaultSearchParams'>
>;

export type ArgsFor<Path extends string, Search, Body, Defaults = undefined> = WithBody<
  RestParams<Path, Search, Defaults>,
  Body,
  [keyof PathParams<Path>, undefined] extends [never, Search] ? true : false
>;

export type RestParams<Path extends string, Search, Defaults = undefined> = Flatten<
  PathParams<Path> & SearchOf<Search, Defaults>
>;

/**
 * The arguments of a call, as the functions in the endpoint options receive them. If a call can omit the parameters,
 * its first argument is either the parameters or the body.
 */
export type OptionArgs<Path extends string, Search, Body, Defaults = undefined> =
  IsUnion<ArgsFor<Path, Search, Body, Defaults>> extends true
    ? [paramsOrBody: ArgsFor<Path, Search, Body, Defaults>[0], body?: Body]
    : ArgsFor<Path, Search, Body, Defaults>;

type IsUnion<T, All = T> = (
  T extends unknown ? ([All] extends [T] ? never : true) : never
) extends never
  ? false
  : true;

/** The search parameters of a call. Those with a default are optional, and `null` omits one from the request. */
export type SearchOf<Search, Defaults> = [Defaults] extends [undefined]
  ? Declared<Search>
  : Omit<Declared<Search>, keyof Defaults> & {
      readonly [K in keyof Defaults]?:
        (K extends keyof Declared<Search> ? Declared<Search>[K] : Widen<Defaults[K]>) | null;
    };

/** The default search parameters in `Before` and `More`, which takes precedence. */
export type MergedDefaults<Before, More> = [More] extends [undefined]
  ? Before
  : [Before] extends [undefined]
    ? More
    : Flatten<Omit<Before, keyof More> & More>;

type Declared<Search> = [Search] extends [undefined] ? unknown : Exclude<Search, undefined>;

/** @typeParam MayOmit whether the parameters can be omitted, so that the body is the only argument */
type WithBody<Params, Body, MayOmit> = [keyof Params] extends [never]
  ? [Body] extends [undefined]
    ? []
    : [body: Body]
  : [Body] extends [undefined]
    ? Record<string, never> extends Params
      ? [params?: Params]
      : [params: Params]
    : [MayOmit, Record<string, never>] extends [true, Params]
      ? [body: Body] | [params: Params & NoneOf<Exclude<keyof Body, keyof Params>>, body: Body]
      : [params: Params, body: Body];

/** An object without the fields in `Name`, so that TypeScript distinguishes parameters from bodies. */
type NoneOf<Name extends PropertyKey> = string extends Name
  ? unknown
  : { readonly [K in Name]?: undefined };

type Widen<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T;

/** Makes one object of an intersection. It is a conditional type, because editors show a mapped type by its name. */
export type Flatten<T> = T extends unknown ? { [K in keyof T]: T[K] } : never;
