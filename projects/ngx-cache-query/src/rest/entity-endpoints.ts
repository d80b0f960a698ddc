import type { Collection } from '../lists/collection';
import type { Reads } from '../requests/endpoint';
import type { EntityClass, SchemaLike, SchemaNode } from '../schema/schema';
import type { Invalidate } from '../schema/invalidate';
import type { AnyUnion } from '../schema/union';
import type { ListMembers } from './list-members';
import type { ListPath } from './list-path';
import type { Flatten } from './rest-args';
import type { RestEndpoint } from './rest-endpoint';
import type { CreatingBody, Optional, RestTypes } from './rest-types';

export type OneEntity = EntityClass | AnyUnion;

/** The fields of an entity. For a Union, these are the fields that at least one of its classes has. */
export type FieldsIn<C extends OneEntity> = CreatingBody<Collection<C[]>, undefined>;

/** The types of the endpoints of `restEndpoints`. Each member has the name of the option from which it is inferred. */
export interface EntityTypes {
  readonly path: string;
  readonly schema: OneEntity;
  readonly searchParams?: unknown;
  readonly body?: unknown;
  readonly defaultSearchParams?: unknown;
  readonly movePath?: string;
  readonly pages?: string;
  readonly next?: true;
  /** The Collection of the list. */
  readonly Collection?: SchemaLike;
}

/** The types that TypeScript infers from options. Members with a default are left out, so that editors show less. */
export type InferredEntityTypes<
  Path extends string,
  C extends OneEntity,
  Search,
  Body,
  Defaults,
  MovePath,
  List,
  Field extends string,
  Next extends true | undefined,
> = { path: Path; schema: C } & Optional<'searchParams', Search> &
  Optional<'defaultSearchParams', Defaults> &
  Optional<'body', Body> &
  Optional<'movePath', MovePath> &
  Optional<'Collection', List> &
  Optional<'pages', [Field] extends [never] ? undefined : Field> &
  Optional<'next', Next>;

/** The endpoints that `restEndpoints` returns. It is no interface, because editors would show `T` with each member. */
export type EntityEndpoints<T extends EntityTypes> = {
  /** `GET /todos/:id` */
  readonly get: RestEndpoint<Flatten<One<T>>> & Reads;
  /** `GET /todos`: loads the list that the parameters identify. */
  readonly getList: RestList<
    Flatten<
      {
        path: ListPath<T['path']>;
        schema: ListOf<T>;
        movePath: T extends { readonly movePath: infer Path extends string } ? Path : T['path'];
      } & Kept<T, 'searchParams' | 'defaultSearchParams' | 'pages' | 'next'> &
        Optional<'item', ItemOf<T>>
    >
  >;
  /** `PUT /todos/:id` */
  readonly update: RestEndpoint<Flatten<One<T> & { body: BodyOf<T> }>>;
  /** `PATCH /todos/:id` */
  readonly partialUpdate: RestEndpoint<Flatten<One<T> & { body: Partial<BodyOf<T>> }>>;
  /** `DELETE /todos/:id`: removes the entity from the cache and from every list. */
  readonly delete: RestEndpoint<
    Flatten<{ path: T['path']; schema: Deletion<T['schema']> } & Kept<T, 'defaultSearchParams'>>
  >;
};

/** The endpoint of a list, with those that change the list and load its pages. */
export type RestList<T extends RestTypes> = RestEndpoint<T> & ListMembers<T> & Reads;

type One<T extends EntityTypes> = { path: T['path']; schema: T['schema'] } & Kept<
  T,
  'defaultSearchParams'
>;

type Kept<T extends EntityTypes, Name extends keyof EntityTypes> = Pick<T, keyof T & Name>;

type BodyOf<T extends EntityTypes> = T extends { readonly body: infer Body }
  ? Body
  : FieldsIn<T['schema']>;

type ListOf<T extends EntityTypes> = T extends {
  readonly Collection: infer List extends SchemaLike;
}
  ? List
  : Collection<T['schema'][]>;

/** The body that creates an item, unless the list itself tells it. */
type ItemOf<T extends EntityTypes> = T extends
  { readonly body: unknown } | { readonly Collection: unknown }
  ? BodyOf<T>
  : undefined;

type Deletion<C extends OneEntity> = C extends EntityClass ? Invalidate<C> : SchemaNode<undefined>;
