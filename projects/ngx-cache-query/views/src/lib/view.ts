import {
  CacheError,
  CacheErrorCode,
  ɵINCREMENTAL as INCREMENTAL,
  type ɵIncrementalProcess as IncrementalProcess,
  type ɵJoinArgs as JoinArgs,
} from 'ngx-cache-query';
import { sourcesOf } from './sources';
import { LiveView } from './live-view';
import type { AnyStep, Args, ViewStep } from './step';

declare const ngDevMode: unknown;

type Items = readonly unknown[];

/** The list that the next step takes: of groups, the list of each group. */
type Rows<Out> = Out extends ReadonlyMap<unknown, infer Group> ? Rows<Group> : Out;

/** What the next step returns: of groups, its result for each group. */
type Each<Out, Next> =
  Out extends ReadonlyMap<infer Key, infer Group> ? Map<Key, Each<Group, Next>> : Next;

/** What `view` builds: a `process` function that can follow changes. */
export type View<In, Out, P extends Items> = (entries: In, ...args: P) => Out;

/**
 * A `process` function of declared steps. Called with a list it gives the result; in a `Query` over
 * `schema.All` that is watched it follows changes: an entity that is written, joined anew or deleted is
 * evaluated once and moved to its place, and nothing else is looked at.
 *
 * Steps get the arguments of the Query. They must be pure.
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
  const process = (entries: unknown, ...args: Args) => {
    if (!Array.isArray(entries) && !(entries instanceof Map)) throw notAListError();
    return steps.reduce<unknown>((value, step) => applyStep(step, value, args), entries);
  };
  const incremental: IncrementalProcess = {
    sourcesOf,
    make: (reader, entities, args) => new LiveView(reader, entities, steps, args),
  };
  return Object.assign(process, { [INCREMENTAL]: incremental });
}

/** What a step makes of a list, or of the list of each group. */
function applyStep(step: AnyStep, value: unknown, args: Args): unknown {
  if (!(value instanceof Map)) return step.apply(value as never, args as never);
  const groups = new Map<unknown, unknown>();
  for (const [key, group] of value) groups.set(key, applyStep(step, group, args));
  return groups;
}

/** Error NCQ3004. */
function notAListError(): CacheError {
  return new CacheError(
    CacheErrorCode.MisplacedView,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `a view received something other than a list. Use it in a Query that reads a list: schema.All, ` +
        `a schema.Collection, or the endpoint of a list.`,
    { source: 'view' },
  );
}
