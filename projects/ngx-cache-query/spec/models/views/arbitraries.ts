import fc from 'fast-check';
import {
  averageOf,
  countRows,
  distinctRows,
  groupRows,
  join,
  limit,
  mapRows,
  maxOf,
  minOf,
  orderBy,
  type ViewStep,
  sumOf,
  view,
  where,
  whereEquals,
} from 'ngx-cache-query';
import { allOwners, type Thing, type ViewArgs } from './models';

type Args = readonly [ViewArgs];
type AnyView = (list: readonly Thing[], ...args: Args) => unknown;
type AnyStep = ViewStep<never, unknown, never>;

const collator = new Intl.Collator('en');
const length = (a: string, b: string): number => a.length - b.length;

/** Steps that filter or order items. */
const rowSteps: Record<string, AnyStep> = {
  done: where((thing: Thing) => thing.done),
  atLeast: where((thing: Thing, { atLeast }: ViewArgs) => (thing.size ?? 0) >= atLeast),
  senior: where((thing: Thing) => (thing.owner?.level ?? 0) > 1),
  team: whereEquals<Thing, [ViewArgs]>(({ team }) => ({ team })),
  owned: whereEquals<Thing>({ owner: 1, done: false } as never),
  size: whereEquals<Thing>({ size: 0.1 }),
  byTeam: orderBy<Thing>('team'),
  bySize: orderBy<Thing>('size', 'desc'),
  byOwner: orderBy((thing: Thing) => thing.owner?.name, collator, 'size', 'asc'),
  byLength: orderBy<Thing>('team', length, 'id', 'desc'),
  some: limit<Thing, [ViewArgs]>(({ count: some }) => some),
  later: limit<Thing>(3, 2),
  oneOfTeam: distinctRows<Thing>('team'),
  oneOfOwner: distinctRows((thing: Thing) => thing.owner),
};

/** Steps at the end of a view that convert the items to another result. */
const lastSteps: Record<string, readonly AnyStep[]> = {
  list: [],
  names: [mapRows((thing: Thing) => `${thing.team} ${thing.size}`)],
  cards: [mapRows((thing: Thing) => ({ team: thing.team, owner: thing.owner }))],
  cardsOfTwo: [mapRows((thing: Thing) => ({ team: thing.team })), limit(2)],
  count: [countRows()],
  sum: [sumOf((thing: Thing) => thing.size)],
  average: [averageOf((thing: Thing) => thing.size)],
  min: [minOf((thing: Thing) => thing.size)],
  max: [maxOf((thing: Thing) => thing.size)],
  groups: [groupRows((thing: Thing) => thing.team)],
  counts: [groupRows((thing: Thing) => thing.team), countRows()],
  sums: [groupRows((thing: Thing) => thing.owner?.level), sumOf((thing: Thing) => thing.size)],
  pairs: [join(allOwners, (thing: Thing) => thing.owner)],
  equals: [join(allOwners, [(thing: Thing) => thing.size, 'level'])],
  pairNames: [
    join(allOwners, [(thing: Thing) => thing.size, 'level']),
    orderBy(([thing]: readonly [Thing, unknown]) => thing.team),
    mapRows(([thing, { name }]) => `${thing.team} ${name}`),
    limit(4),
  ],
};

/** A view, and its steps as text. */
export interface Sample {
  readonly process: AnyView;
  readonly text: string;
}

/** Any view with up to four steps on items and one last step. */
export const views: fc.Arbitrary<Sample> = fc
  .tuple(
    fc.array(fc.constantFrom(...Object.keys(rowSteps)), { maxLength: 4 }),
    fc.constantFrom(...Object.keys(lastSteps)),
  )
  .map(([names, last]) => ({
    process: (view as (...steps: readonly unknown[]) => AnyView)(
      ...names.map((name) => rowSteps[name]),
      ...lastSteps[last],
    ),
    text: [...names, last].join(' | '),
  }));

export const viewArgs: fc.Arbitrary<ViewArgs> = fc.record({
  team: fc.constantFrom('red', 'blue', undefined),
  atLeast: fc.constantFrom(-1, 0, 0.1, 3),
  count: fc.constantFrom(0, 1, 2, 5, Infinity),
}) as fc.Arbitrary<ViewArgs>;

const pk = fc.integer({ min: 1, max: 9 });
const owner = fc.integer({ min: 1, max: 3 });
const fields = fc.record(
  {
    team: fc.constantFrom('red', 'blue', 'green', 'yellow'),
    size: fc.constantFrom(0, -0, 0.1, 0.2, 0.3, 1, 3, 1e16, NaN, Infinity, -Infinity, null),
    done: fc.boolean(),
    owner: fc.oneof(owner, fc.constant(null)),
  },
  { requiredKeys: [] },
);
const ownerFields = fc.record(
  { name: fc.constantFrom('Ada', 'Bo', 'ada'), level: fc.constantFrom(0, 1, 2, 3) },
  { requiredKeys: [] },
);

/** An operation on the cache. */
export type Action =
  | { readonly kind: 'item' | 'note' | 'owner'; readonly pk: number; readonly fields: object }
  | { readonly kind: 'delete item' | 'delete note' | 'delete owner'; readonly pk: number }
  | { readonly kind: 'reset' | 'sweep' | 'watch' | 'leave' | 'read' }
  | { readonly kind: 'batch'; readonly actions: readonly Action[] };

const writes: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('item' as const), pk, fields }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('note' as const), pk, fields }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('owner' as const), pk: owner, fields: ownerFields }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete item' as const), pk }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete note' as const), pk }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete owner' as const), pk: owner }) },
);

/** Operations in any order. */
export const histories: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: writes },
    {
      weight: 3,
      arbitrary: fc
        .array(writes, { minLength: 1, maxLength: 12 })
        .map((actions) => ({ kind: 'batch' as const, actions })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Action>(
        { kind: 'reset' },
        { kind: 'sweep' },
        { kind: 'watch' },
        { kind: 'leave' },
        { kind: 'read' },
      ),
    },
  ),
  { maxLength: 30 },
);
