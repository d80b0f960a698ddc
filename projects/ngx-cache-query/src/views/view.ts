// A view is a `process` function that is built from steps. While a Query with a view has subscribers, its result is
// maintained item by item: a source passes changed items, the first steps work on each of them, and sinks keep what the
// other steps need of all items.
import type { CreateLive } from '../reactive/live';
import { INCREMENTAL } from '../reactive/live';
import { listSource } from './list-source';
import { maintain } from './live-view';
import { type AnyStep, type Args, openPipe, type ViewStep } from './step';
import type { JoinArgs } from '../schema/queryable';

type Items = readonly unknown[];

/** The list that the next step receives. After `groupRows`, this is the list of one group. */
type Rows<Out> = Out extends ReadonlyMap<unknown, infer Group> ? Rows<Group> : Out;

/** The result of the next step. After `groupRows`, this is a Map with the result for each group. */
type Each<Out, Next> =
  Out extends ReadonlyMap<infer Key, infer Group> ? Map<Key, Each<Group, Next>> : Next;

/** The result of {@link view}: a `process` function. */
export type View<In, Out, P extends Items> = (entries: In, ...args: P) => Out;

/**
 * Builds the `process` function of a Query from steps. While the Query has subscribers, its result is maintained
 * incrementally: if an entity is written or deleted, the steps run only for this entity. The functions in the steps
 * receive the arguments of the Query, and must be pure.
 *
 * @example
 * ```ts
 * const inTeam = new Query(
 *   new schema.All(User),
 *   view(
 *     where((user, { team }: { team: string }) => user.team === team),
 *     orderBy('name'),
 *     limit(50),
 *   ),
 * );
 * cache.select(inTeam, { team: 'core' }); // Observable<User[] | undefined>
 * ```
 */
export function view<A, B, P extends Items>(s1: ViewStep<A, B, P>): View<A, B, P>;
export function view<A, B, C, P1 extends Items, P2 extends Items>(
  s1: ViewStep<A, B, P1>,
  s2: ViewStep<Rows<B>, C, P2>,
): View<A, Each<B, C>, JoinArgs<P1 | P2>>;
export function view<A, B, C, D, P1 extends Items, P2 extends Items, P3 extends Items>(
  s1: ViewStep<A, B, P1>,
  s2: ViewStep<Rows<B>, C, P2>,
  s3: ViewStep<Rows<C>, D, P3>,
): View<A, Each<B, Each<C, D>>, JoinArgs<P1 | P2 | P3>>;
export function view<
  A,
  B,
  C,
  D,
  E,
  P1 extends Items,
  P2 extends Items,
  P3 extends Items,
  P4 extends Items,
>(
  s1: ViewStep<A, B, P1>,
  s2: ViewStep<Rows<B>, C, P2>,
  s3: ViewStep<Rows<C>, D, P3>,
  s4: ViewStep<Rows<D>, E, P4>,
): View<A, Each<B, Each<C, Each<D, E>>>, JoinArgs<P1 | P2 | P3 | P4>>;
export function view<
  A,
  B,
  C,
  D,
  E,
  F,
  P1 extends Items,
  P2 extends Items,
  P3 extends Items,
  P4 extends Items,
  P5 extends Items,
>(
  s1: ViewStep<A, B, P1>,
  s2: ViewStep<Rows<B>, C, P2>,
  s3: ViewStep<Rows<C>, D, P3>,
  s4: ViewStep<Rows<D>, E, P4>,
  s5: ViewStep<Rows<E>, F, P5>,
): View<A, Each<B, Each<C, Each<D, Each<E, F>>>>, JoinArgs<P1 | P2 | P3 | P4 | P5>>;
export function view<
  A,
  B,
  C,
  D,
  E,
  F,
  G,
  P1 extends Items,
  P2 extends Items,
  P3 extends Items,
  P4 extends Items,
  P5 extends Items,
  P6 extends Items,
>(
  s1: ViewStep<A, B, P1>,
  s2: ViewStep<Rows<B>, C, P2>,
  s3: ViewStep<Rows<C>, D, P3>,
  s4: ViewStep<Rows<D>, E, P4>,
  s5: ViewStep<Rows<E>, F, P5>,
  s6: ViewStep<Rows<F>, G, P6>,
): View<A, Each<B, Each<C, Each<D, Each<E, Each<F, G>>>>>, JoinArgs<P1 | P2 | P3 | P4 | P5 | P6>>;
export function view(...steps: readonly AnyStep[]): View<never, unknown, never> {
  const flat = steps.flatMap((step) => step.parts ?? step);
  const process = (entries: unknown, ...args: Args) => {
    const sink = openPipe(flat, args);
    listSource(sink)(entries);
    return sink.read(undefined);
  };
  const live: CreateLive = (...from) => maintain(flat, ...from);
  return Object.assign(process, { [INCREMENTAL]: live });
}
