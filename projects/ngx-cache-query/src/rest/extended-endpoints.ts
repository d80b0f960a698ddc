import type { OptimisticOption } from '../requests/optimistic-option';
import type { SchemaLike } from '../schema/schema';
import type { ListMembers } from './list-members';
import type { Flatten, MergedDefaults, RestParams } from './rest-args';
import type { RestEndpoint } from './rest-endpoint';
import type { RestOptions } from './rest-options';
import type { KeptTypes, Optional, RestTypes, SchemaIn, TypeIn } from './rest-types';

/** A group of endpoints that can be extended. */
export type RestEndpoints<Endpoints> = Endpoints & {
  /**
   * Returns a copy of this group, with endpoints replaced or added.
   *
   * @param more the endpoints, or a function that derives them from the existing ones
   */
  extend<More extends object>(
    more: More | ((endpoints: Endpoints) => More),
  ): RestEndpoints<Omit<Endpoints, keyof More> & More>;
  /** Returns a copy of this group, with changed options for one endpoint. A new name extends `get`. */
  extend<
    Name extends string,
    const O extends GroupOptions<Name extends keyof Endpoints ? Endpoints[Name] : unknown>,
  >(
    name: Name,
    options: O,
  ): RestEndpoints<
    Omit<Endpoints, Name> & {
      readonly [K in Name]: Extended<Endpoints[K extends keyof Endpoints ? K : never], O>;
    }
  >;
};

type Endpoints = Readonly<Record<string, unknown>>;

export function extendable(endpoints: Endpoints): Endpoints {
  const extend = (
    more: string | Endpoints | ((base: Endpoints) => Endpoints),
    options?: object,
  ): Endpoints => {
    if (typeof more !== 'string') {
      return extendable({ ...endpoints, ...(typeof more === 'function' ? more(endpoints) : more) });
    }
    const base = (endpoints[more] ?? endpoints['get']) as Pick<RestEndpoint<RestTypes>, 'extend'>;
    return extendable({ ...endpoints, [more]: base.extend(options!) });
  };
  return Object.defineProperty({ ...endpoints }, 'extend', { value: extend });
}

/** The options of one endpoint. Except for `optimistic`, its functions receive arguments of any endpoint. */
type GroupOptions<E> = Partial<Omit<RestOptions<RestTypes>, 'optimistic'>> & {
  readonly optimistic?: OptimisticOption<ArgsOfAny<E>>;
};

/** The arguments of an endpoint of the group. A new one may have any. */
type ArgsOfAny<E> = E extends { load(...args: infer Args): unknown }
  ? Args
  : [params: RestParams<string, undefined>, body: unknown];

type Extended<E, O> = [E] extends [never]
  ? RestEndpoint<Changed<{ path: '' }, O>>
  : E extends RestEndpoint<infer T>
    ? RestEndpoint<Changed<T, O>> & ListMembers<Changed<T, O>>
    : RestEndpoint<Changed<{ path: '' }, O>>;

type Changed<T extends RestTypes, O> = Flatten<
  {
    path: O extends { readonly path: infer Given extends string } ? Given : T['path'];
    schema: SchemaOf<T, O>;
  } & Optional<
    'searchParams',
    O extends { readonly searchParams: infer Given } ? Given : TypeIn<T, 'searchParams'>
  > &
    Optional<'body', BodyIn<T, O>> &
    Optional<
      'defaultSearchParams',
      MergedDefaults<
        TypeIn<T, 'defaultSearchParams'>,
        O extends { readonly defaultSearchParams: infer Given } ? Given : undefined
      >
    > &
    KeptTypes<T, SchemaOf<T, O>, BodyIn<T, O>>
>;

type SchemaOf<T extends RestTypes, O> = O extends {
  readonly schema: infer Given extends SchemaLike;
}
  ? Given
  : SchemaIn<T>;

type BodyIn<T extends RestTypes, O> = O extends { readonly body: infer Given }
  ? Given
  : TypeIn<T, 'body'>;
