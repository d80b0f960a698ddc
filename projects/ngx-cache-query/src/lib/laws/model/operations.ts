import * as fc from 'fast-check';
import type { ClassName } from './classes';
import type { EndpointName } from './endpoints';
import type { Item } from './model';

/** A local write. */
export type Write =
  | { readonly do: 'set'; readonly type: ClassName; readonly item: Item }
  | { readonly do: 'update'; readonly pk: number; readonly name: string }
  | { readonly do: 'delete'; readonly type: ClassName; readonly pk: number }
  | { readonly do: 'invalidate'; readonly type: ClassName; readonly pk: number | undefined }
  | { readonly do: 'batch'; readonly steps: readonly Write[]; readonly fails: boolean };

/** What has to do with requests. */
export type Asking =
  | {
      readonly do: 'ask';
      readonly as: AskKind;
      readonly endpoint: EndpointName;
      /** What comes at once; without it the answer comes later. */
      readonly reply: Reply | undefined;
    }
  | { readonly do: 'land'; readonly nth: number; readonly reply: Reply }
  | { readonly do: 'leave'; readonly nth: number }
  | { readonly do: 'expire' | 'forget'; readonly endpoint: EndpointName }
  | { readonly do: 'mutate'; readonly item: Item };

/** One thing that happens to a cache. */
export type Operation = Write | Asking | { readonly do: 'reset' | 'sweep' };

/** The verbs that ask an endpoint. */
export type AskKind = 'fetch' | 'ensure' | 'watch' | 'state';

/** What a server says: items, that it failed, or nothing at all. */
export type Reply = readonly Item[] | 'fail' | 'empty';

/** An operation, and what a subscriber does when it hears of it. */
export interface Step {
  readonly operation: Operation;
  readonly answer: readonly Write[];
}

const pk = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const type = fc.constantFrom<ClassName>('Person', 'Card', 'Team', 'Cat', 'Dog');

const flatPerson: fc.Arbitrary<Item> = fc.record(
  { id: pk, name, friend: fc.oneof(pk, fc.constant(null)), team: pk },
  { requiredKeys: ['id'] },
);
const team: fc.Arbitrary<Item> = fc.record(
  { id: pk, title: name, lead: fc.oneof(pk, flatPerson), members: fc.array(pk, { maxLength: 3 }) },
  { requiredKeys: ['id'] },
);
const person: fc.Arbitrary<Item> = fc.record(
  { id: pk, name, friend: fc.oneof(pk, flatPerson, fc.constant(null)), team: fc.oneof(pk, team) },
  { requiredKeys: ['id'] },
);
const items = fc.array(person, { maxLength: 4 });
/** One of them more often, so that it is asked while it is asked. */
const endpoint = fc.constantFrom<EndpointName>(
  ...Array.from({ length: 4 }, () => 'everyone' as const),
  ...(['some', 'pets', 'page'] as const),
);
const nth = fc.nat({ max: 5 });
const reply = fc.oneof(
  { weight: 6, arbitrary: items },
  { weight: 2, arbitrary: fc.constant('fail' as const) },
  { weight: 1, arbitrary: fc.constant('empty' as const) },
);
const as = fc.constantFrom<AskKind>('fetch', 'ensure', 'watch', 'state', 'watch', 'state');

const itemOf = (of: ClassName): fc.Arbitrary<Item> => {
  switch (of) {
    case 'Person':
      return person;
    case 'Team':
      return team;
    case 'Card':
      return fc.record({ id: pk, name });
    case 'Cat':
      return fc.record({ id: pk, kind: fc.constant('cat'), owner: pk }, { requiredKeys: ['id'] });
    case 'Dog':
      return fc.record({ id: pk, kind: fc.constant('dog'), name }, { requiredKeys: ['id'] });
  }
};

const write: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 6,
    arbitrary: type.chain((of) => itemOf(of).map((item): Write => ({ do: 'set', type: of, item }))),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('update' as const), pk, name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), type, pk }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('invalidate' as const),
      type,
      pk: fc.option(pk, { nil: undefined }),
    }),
  },
);

const batch: fc.Arbitrary<Write> = fc.record({
  do: fc.constant('batch' as const),
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: write },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('batch' as const),
          steps: fc.array(write, { maxLength: 3 }),
          fails: fc.boolean(),
        }),
      },
    ),
    { maxLength: 5 },
  ),
  fails: fc.boolean(),
});

const asking: fc.Arbitrary<Asking> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      as,
      endpoint,
      reply: fc.option(reply, { nil: undefined, freq: 2 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('land' as const), nth, reply }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('expire' as const), endpoint }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const), endpoint }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mutate' as const), item: person }) },
);

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: write },
  { weight: 10, arbitrary: asking },
  { weight: 3, arbitrary: batch },
  { weight: 1, arbitrary: fc.constant<Operation>({ do: 'reset' }) },
  { weight: 1, arbitrary: fc.constant<Operation>({ do: 'sweep' }) },
);

/** A random history. */
export const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    operation,
    answer: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Write[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.oneof(write, batch), { maxLength: 3 }) },
    ),
  }),
  { maxLength: 24, size: 'max' },
);
