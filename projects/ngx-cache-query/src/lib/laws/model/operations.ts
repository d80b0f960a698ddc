import * as fc from 'fast-check';
import type { ClassName } from './classes';
import type { EndpointName } from './endpoints';
import type { Item } from './model';

/** One thing that happens to a cache. */
export type Operation =
  | { readonly do: 'set'; readonly type: ClassName; readonly item: Item }
  | { readonly do: 'update'; readonly pk: number; readonly name: string }
  | { readonly do: 'delete'; readonly type: ClassName; readonly pk: number }
  | { readonly do: 'invalidate'; readonly type: ClassName; readonly pk: number | undefined }
  | { readonly do: 'respond'; readonly endpoint: EndpointName; readonly items: readonly Item[] }
  | { readonly do: 'begin'; readonly slot: number; readonly endpoint: EndpointName }
  | { readonly do: 'land'; readonly slot: number; readonly items: readonly Item[] }
  | { readonly do: 'abort'; readonly slot: number }
  | { readonly do: 'batch'; readonly steps: readonly Operation[]; readonly fails: boolean }
  | { readonly do: 'reset' }
  | { readonly do: 'sweep' };

/** An operation, and what a subscriber does when it hears of it. */
export interface Step {
  readonly operation: Operation;
  readonly answer: readonly Operation[];
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
const endpoint = fc.constantFrom<EndpointName>('everyone', 'some', 'pets', 'page');
const slot = fc.integer({ min: 0, max: 1 });

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

const write: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: type.chain((of) =>
      itemOf(of).map((item): Operation => ({ do: 'set', type: of, item })),
    ),
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

const batch: fc.Arbitrary<Operation> = fc.record({
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

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: write },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('respond' as const), endpoint, items }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('begin' as const), slot, endpoint }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('land' as const), slot, items }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('abort' as const), slot }) },
  { weight: 3, arbitrary: batch },
  { weight: 1, arbitrary: fc.constant<Operation>({ do: 'reset' }) },
  { weight: 1, arbitrary: fc.constant<Operation>({ do: 'sweep' }) },
);

/** A random history. */
export const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    operation,
    answer: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Operation[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.oneof(write, batch), { maxLength: 3 }) },
    ),
  }),
  { maxLength: 24 },
);
