import type { SchemaLike, ValueOf } from 'ngx-cache-query';
import type { ExtendedBody } from './creating-body';
import type { ListEndpoint } from './list-endpoint';
import type { MergedDefaults } from './rest-args';
import type { RestEndpoint } from './rest-endpoint';
import type { RestOptions, RestResponseType } from './rest-options';

/** A group of endpoints that can be extended. */
export type RestEndpoints<Endpoints> = Endpoints & {
  /**
   * Returns a copy of this group, with endpoints replaced or added.
   *
   * @param more an object of endpoints, or a function that derives them from the existing endpoints
   */
  extend<More extends object>(
    more: More | ((endpoints: Endpoints) => More),
  ): RestEndpoints<Omit<Endpoints, keyof More> & More>;
  /**
   * Returns a copy of this group, with changed options for one endpoint. If the name is new, adds an endpoint that
   * extends `get`.
   */
  extend<Name extends string, const O extends Partial<AnyOptions>>(
    name: Name,
    options: O,
  ): RestEndpoints<
    Omit<Endpoints, Name> & {
      readonly [K in Name]: Extended<Endpoints[K extends keyof Endpoints ? K : never], O>;
    }
  >;
};

type Endpoints = Readonly<Record<string, unknown>>;

/** Returns a copy of the endpoints, with an `extend` function added. */
export function extendable(endpoints: Endpoints): Endpoints {
  const extend = (
    more: string | Endpoints | ((base: Endpoints) => Endpoints),
    options?: object,
  ): Endpoints => {
    if (typeof more === 'function') return extendable({ ...endpoints, ...more(endpoints) });
    if (typeof more === 'object') return extendable({ ...endpoints, ...more });
    const base = (endpoints[more] ?? endpoints['get']) as Pick<RestEndpoint<string>, 'extend'>;
    return extendable({ ...endpoints, [more]: base.extend(options!) });
  };
  return Object.defineProperty({ ...endpoints }, 'extend', { value: extend });
}

type AnyOptions = RestOptions<
  string,
  SchemaLike,
  unknown,
  unknown,
  RestResponseType,
  unknown,
  object
>;

/** The endpoint `E` with its options changed by `O`. */
type Extended<E, O> = [E] extends [never]
  ? Made<'', undefined, undefined, undefined, unknown, undefined, never, never, O>
  : E extends RestEndpoint<
        infer P,
        infer S,
        infer Q,
        infer B,
        infer _T,
        infer _R,
        infer _V,
        infer _I,
        infer D
      >
    ? Made<P, S, Q, B, BodyOfPush<E>, D, MovePathOf<E>, FieldOf<E>, O>
    : Made<'', undefined, undefined, undefined, unknown, undefined, never, never, O>;
/**
 * The body of `push`, inferred from the type of `push`. If `E` has more members than RestEndpoint, TypeScript cannot
 * infer the body from the type arguments of `E`.
 */
type BodyOfPush<E> = E extends {
  readonly push: RestEndpoint<
    infer _P,
    infer _S,
    infer _Q,
    infer Body,
    infer _T,
    infer _R,
    infer _V,
    infer _I,
    infer _D
  >;
}
  ? Body
  : unknown;
/** The path of `move`; `never` if the endpoint has no `move`. */
type MovePathOf<E> = E extends {
  readonly move: RestEndpoint<
    infer Path,
    infer _S,
    infer _Q,
    infer _B,
    infer _T,
    infer _R,
    infer _V,
    infer _I,
    infer _D
  >;
}
  ? Path
  : never;
/** The parameter that identifies a page; `never` if the endpoint has no pages. */
type FieldOf<E> = E extends {
  readonly getPage: { readonly pagesOf: { readonly field: infer Field extends string } };
}
  ? Field
  : never;
type Made<
  P extends string,
  S extends SchemaLike,
  Q,
  B,
  I,
  D,
  MovePath extends string,
  Field extends string,
  O,
> = MadeOf<
  O extends { readonly path: infer Given extends string } ? Given : P,
  O extends { readonly schema: infer Given extends SchemaLike } ? Given : S,
  O extends { readonly searchParams: infer Given } ? Given : Q,
  O extends { readonly body: infer Given } ? Given : B,
  MergedDefaults<D, O extends { readonly defaultSearchParams: infer Given } ? Given : undefined>,
  [S, B],
  I,
  MovePath,
  Field
>;
type MadeOf<
  P extends string,
  S extends SchemaLike,
  Q,
  B,
  D,
  Before,
  I,
  MovePath extends string,
  Field extends string,
> = [MovePath] extends [never]
  ? RestEndpoint<
      P,
      S,
      Q,
      B,
      'json',
      unknown,
      ValueOf<S, unknown>,
      ExtendedBody<Before, [S, B], I>,
      D
    >
  : ListEndpoint<P, S, Q, B, 'json', unknown, ExtendedBody<Before, [S, B], I>, D, MovePath, Field>;
