import type { ValueOf } from '../requests/endpoint';
import type { ArraySchema } from '../schema/array';
import type { FieldsOf } from '../schema/fields-of';
import type { EntityClass, EntityMapping, SchemaLike, SchemaNode } from '../schema/schema';
import type { Union } from '../schema/union';
import type { Values } from '../schema/values';
import type { ListIn, MemberIn } from './collection-in';
import type { Flatten } from './rest-args';
import type { BodyOf, RestOptions, RestResponseType } from './rest-options';

/**
 * The types of a `RestEndpoint`, named as the options from which TypeScript infers them. A missing member has the
 * default of the option.
 */
export interface RestTypes {
  /** The path template, such as `'/users/:id'`. */
  readonly path: string;
  readonly schema?: SchemaLike | undefined;
  /** The search parameters, without those of the path. */
  readonly searchParams?: unknown;
  readonly defaultSearchParams?: unknown;
  /** The body of the request. */
  readonly body?: unknown;
  readonly responseType?: RestResponseType | undefined;
  /** What `process` returns. Default: the type of `responseType`, which is `unknown` for JSON. */
  readonly raw?: unknown;
  /** The value. Default: what the schema describes, or `raw`. */
  readonly value?: unknown;
  /** The body that adds an item to the list. Default: the fields of its class. */
  readonly item?: unknown;
  /** The path of the endpoint that moves an item, if the endpoint is the list of `restEndpoints`. */
  readonly movePath?: string | undefined;
  /** The parameter that identifies a page, if the list of `restEndpoints` has endpoints for its pages. */
  readonly pages?: string | undefined;
  /** The parameter that identifies the page, if the endpoint loads pages. */
  readonly page?: string | undefined;
  /** `true` if it is declared how to find the next page. */
  readonly next?: true | undefined;
}

/** Returns a member of {@link RestTypes}; `undefined` if it is missing. */
export type TypeIn<T extends RestTypes, Name extends keyof RestTypes> = Name extends keyof T
  ? T[Name]
  : undefined;

export type SchemaIn<T extends RestTypes> = TypeIn<T, 'schema'>;

export type TypeOf<T extends RestTypes> = T extends {
  readonly responseType: infer Type extends RestResponseType;
}
  ? Type
  : 'json';

/** What `process` returns. */
export type RawIn<T extends RestTypes> = T extends { readonly raw: infer Raw }
  ? Raw
  : BodyOf<TypeOf<T>>;

export type ValueIn<T extends RestTypes> = T extends { readonly value: infer Value }
  ? Value
  : ValueOf<SchemaIn<T>, RawIn<T>>;

export type ItemIn<T extends RestTypes> = T extends { readonly item: infer Item }
  ? Item
  : CreatingBody<SchemaIn<T>, TypeIn<T, 'body'>>;

/** The types of an endpoint that changes the list of another one. The search parameters are optional. */
export type ChangingTypes<T extends RestTypes, Value, Body> = Flatten<
  { path: T['path']; schema: SchemaNode<Value>; body: Body } & Optional<
    'searchParams',
    [TypeIn<T, 'searchParams'>] extends [undefined]
      ? undefined
      : Partial<TypeIn<T, 'searchParams'>> | undefined
  > &
    Optional<'defaultSearchParams', TypeIn<T, 'defaultSearchParams'>>
>;

/** The types of a list that stay when it is extended. The body that creates an item depends on the schema and the body. */
export type KeptTypes<T extends RestTypes, S, Body> = Pick<
  T,
  keyof T & ('movePath' | 'pages' | 'page' | 'next')
> &
  (T extends { readonly item: infer Item }
    ? [MemberIn<S>, Body, MemberIn<SchemaIn<T>>, TypeIn<T, 'body'>] extends [
        MemberIn<SchemaIn<T>>,
        TypeIn<T, 'body'>,
        MemberIn<S>,
        Body,
      ]
      ? { item: Item }
      : unknown
    : unknown);

/** The types that TypeScript infers from options. Members with a default are left out, so that editors show less. */
export type InferredTypes<
  Path extends string,
  S extends SchemaLike,
  Search,
  Body,
  Type extends RestResponseType,
  Raw,
  Defaults,
> = { path: Path; schema: S } & Optional<'searchParams', Search> &
  Optional<'defaultSearchParams', Defaults> &
  Optional<'body', Body> &
  OptionalType<Type, Raw>;

/** A member that is left out if its type is `undefined`. */
export type Optional<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : { [K in Name]: T };

type OptionalType<Type extends RestResponseType, Raw> = ('json' extends Type
  ? unknown
  : { responseType: Type }) &
  ([BodyOf<Type>, Raw] extends [Raw, BodyOf<Type>] ? unknown : { raw: Raw });

/** Infers `T` from options. Members of `T` that are neither an option nor a type are mistakes. */
export type InferringOptions<T extends RestTypes> = { readonly [K in keyof T]?: T[K] } & {
  readonly [K in Exclude<keyof T, keyof RestTypes | keyof RestOptions<T>>]?: never;
};

/** The body of a request that creates an entity in a list. Default: the fields of one of the classes of the list. */
export type CreatingBody<S, Body> = [Body] extends [undefined]
  ? [MemberClass<ListIn<S>>] extends [never]
    ? Readonly<Record<string, unknown>>
    : FieldsOfAny<MemberClass<ListIn<S>>>
  : Body;

/** The body of `assign`. Default: an object that maps each key to the fields of one entity. */
export type AssigningBody<Body, Item> = [Body] extends [undefined]
  ? Readonly<Record<string, Item>>
  : Body;

type MemberClass<List> = List extends readonly (infer Item)[]
  ? ClassIn<Item>
  : List extends ArraySchema<infer Item, infer _> | Values<infer Item, infer _>
    ? ClassIn<Item>
    : never;

type ClassIn<Item> = Item extends EntityClass
  ? Item
  : Item extends Union<infer Mapping>
    ? Mapping[keyof Mapping]
    : Item extends EntityMapping
      ? Item[keyof Item]
      : never;

type FieldsOfAny<C> = C extends EntityClass ? FieldsOf<C> : never;
