import * as fc from 'fast-check';
import type { CompanyItem, Lens } from './models';
import type { Mutation, World } from './world';

/** A step of a history. A subscriber can also leave and return, before or after a sweep. */
export type Step =
  | { readonly kind: 'act'; readonly text: string; readonly act: (world: World) => void }
  | { readonly kind: 'subscribe'; readonly nth: number; readonly isLater: boolean };

// Most steps use the same company and lens, so that they often collide.
const id = fc.constantFrom(1, 1, 1, 2);
const person = fc.constantFrom(1, 2);
const lens = fc.constantFrom<Lens[]>('a', 'a', 'a', 'b', 5);
const relation = fc.oneof(person, fc.constant(null));
const fields = {
  name: fc.constantFrom('Acme', 'Bolt'),
  boss: relation,
  pct: fc.constantFrom(0, 1, 2),
  lead: relation,
};
const item: fc.Arbitrary<CompanyItem> = fc.record({ id, ...fields }, { requiredKeys: ['id'] });
const items = fc.uniqueArray(item, { maxLength: 2, selector: (each) => each.id });

function on<T>(arbitrary: fc.Arbitrary<T>, name: string, act: (world: World, value: T) => void) {
  return arbitrary.map((value): Step & { kind: 'act' } => ({
    kind: 'act',
    text: `${name} ${fc.stringify(value)}`,
    act: (world) => act(world, value),
  }));
}

const set = on(
  fc.tuple(item, fc.constantFrom('entity' as const, 'lens' as const, 'columns' as const), lens),
  'set',
  (world, [each, form, of]) => world.set(each, form, of),
);
const setPerson = on(
  fc.tuple(person, fc.constantFrom('Ada', 'Bo', undefined)),
  'person',
  (world, [of, name]) => world.setPerson(of, name),
);
const remove = on(id, 'delete', (world, of) => world.delete(of));
const write = fc.oneof(
  { weight: 6, arbitrary: set },
  { weight: 2, arbitrary: setPerson },
  { weight: 2, arbitrary: remove },
);
const read = on(
  fc.tuple(items, fc.constantFrom('lens' as const, 'columns' as const), lens),
  'read',
  (world, [of, form, at]) => world.read(of, form, at),
);
const mutate = on(
  fc
    .record({
      form: fc.constantFrom<Mutation['form'][]>('entity', 'lens', 'columns', 'delete'),
      lens,
      isOptimistic: fc.boolean(),
      optimistic: item,
      response: fc.record({ id, ...fields }),
    })
    .map((each) => ({ ...each, optimistic: { ...each.optimistic, id: each.response.id } })),
  'mutate',
  (world, mutation) => world.mutate(mutation),
);
const create = on(fc.tuple(lens, item), 'create', (world, [of, each]) => world.create(of, each));
const respond = on(fc.tuple(fc.nat(3), fc.boolean()), 'respond', (world, [nth, isError]) =>
  world.respond(nth, isError),
);
const batch = on(
  fc.tuple(fc.array(write, { minLength: 1, maxLength: 4 }), fc.boolean()),
  'batch',
  (world, [writes, isRolledBack]) =>
    world.batch(() => writes.forEach((each) => each.act(world)), isRolledBack),
);
const others = on(fc.constantFrom('clear', 'sweep'), 'do', (world, what) =>
  what === 'clear' ? world.clear() : world.sweep(),
);
const subscribe = fc
  .record({ nth: fc.nat(20), isLater: fc.boolean() })
  .map((each): Step => ({ kind: 'subscribe', ...each }));

/** Histories. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: write },
    { weight: 4, arbitrary: read },
    { weight: 4, arbitrary: mutate },
    { weight: 1, arbitrary: create },
    { weight: 6, arbitrary: respond },
    { weight: 2, arbitrary: batch },
    { weight: 1, arbitrary: others },
    { weight: 1, arbitrary: subscribe },
  ),
  { maxLength: 20 },
);
