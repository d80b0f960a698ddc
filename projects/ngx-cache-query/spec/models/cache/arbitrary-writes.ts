import * as fc from 'fast-check';
import type { ClassName } from './classes';
import type { Item } from './model';
import type { Write } from './operations';

/** Only a few keys, so that writes collide. */
export const pk = fc.integer({ min: 1, max: 4 });
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
/** A person with nested people and teams. */
export const person: fc.Arbitrary<Item> = fc.record(
  { id: pk, name, friend: fc.oneof(pk, flatPerson, fc.constant(null)), team: fc.oneof(pk, team) },
  { requiredKeys: ['id'] },
);
/** The items of a response. */
export const items = fc.array(person, { maxLength: 4 });
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

/** A local write outside a batch. */
export const write: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 6,
    arbitrary: type.chain((of) => itemOf(of).map((item): Write => ({ do: 'set', type: of, item }))),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('update' as const), pk, name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), type, pk }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('deleteWhere' as const),
      type,
      pks: fc.uniqueArray(pk, { maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refetchShowing' as const),
      type,
      pk: fc.option(pk, { nil: undefined }),
    }),
  },
);

/** A batch, possibly with nested batches. */
export const batch: fc.Arbitrary<Write> = fc.record({
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
