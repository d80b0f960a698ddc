import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { CacheService, Collection, Entity, provideCache, Query, schema } from 'ngx-cache-query';
import { itHolds } from '../support/runs';
import { watch } from '../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Team extends Entity {
  readonly id: number = 0;
  readonly lead: User = User.fromJS({});
  readonly members: User[] = [];
  static override readonly schema = { lead: User, members: [User] };
}
const allUsers = new schema.All(User);
const allTeams = new schema.All(Team);
const list = new Collection([User]);
const everything = { users: allUsers, teams: allTeams, list };
const leads = new Query(allTeams, (teams) => teams.map(({ lead }) => lead));
const join = new Query(everything, (all) => ({ ...all }));

/** Throws if a value contains two instances of the same entity. */
function checkInstances(value: unknown): void {
  const found = new Map<string, Entity>();
  const parts = [value];
  for (const next of parts) {
    if (typeof next !== 'object' || next === null) continue;
    if (next instanceof Entity && next.pk() !== 0) {
      const name = `${next.constructor.name} ${String(next.pk())}`;
      const other = found.get(name);
      if (other !== undefined && other !== next) throw new Error(`two instances of ${name}`);
      found.set(name, next);
    }
    parts.push(...(Object.values(next) as unknown[]));
  }
}

describe('R8 the model of reads inside batches', () => {
  type Step = (cache: CacheService) => void;
  /** Returns a step with a text for failure reports. */
  function labelled(text: unknown, step: Step): Step {
    return Object.assign(step, { [fc.toStringMethod]: () => JSON.stringify(text) });
  }
  const ids = fc.constantFrom(1, 2);
  const name = fc.constantFrom('x', 'y');
  const user = fc.record({ id: ids, name }, { requiredKeys: ['id'] });
  const team = fc.record(
    { id: ids, lead: fc.oneof(ids, user), members: fc.array(ids, { maxLength: 2 }) },
    { requiredKeys: ['id'] },
  );
  const views = { allUsers, allTeams, list, leads, join, everything };
  type View = keyof typeof views;
  const read = (from: CacheService, view: View) => from.get(views[view] as typeof allUsers);

  const write: fc.Arbitrary<Step> = fc.oneof(
    user.map((row) => labelled(['user', row], (to) => to.set(User, row))),
    team.map((row) => labelled(['team', row], (to) => to.set(Team, row as object))),
    ids.map((id) => labelled(['delete user', id], (to) => to.delete(User, id))),
    ids.map((id) => labelled(['delete team', id], (to) => to.delete(Team, id))),
    ids.map((id) => labelled(['push', id], (to) => to.set(list.push, { id }))),
    fc
      .tuple(ids, name)
      .map(([id, to]) =>
        labelled(['rename', id, to], (from) =>
          from.set(User, id, (each) => ({ name: each.name === to ? '' : to })),
        ),
      ),
    ids.map((id) =>
      labelled(['lead', id], (to) =>
        to.set(Team, id, ({ lead }) => ({ lead: lead.id === 1 ? 2 : 1 })),
      ),
    ),
  );
  const look: fc.Arbitrary<Step> = fc
    .constantFrom<View>('allUsers', 'allTeams', 'list', 'leads', 'join', 'everything')
    .map((view) => labelled(['read', view], (from) => checkInstances(read(from, view))));
  const step = fc.oneof(write, look);
  const batch = (content: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
    fc.tuple(fc.array(content, { maxLength: 8 }), fc.boolean()).map(([steps, fails]) =>
      labelled(['batch', fails, steps.map((each) => fc.stringify(each))], (to) => {
        try {
          to.batch(() => {
            for (const each of steps) each(to);
            if (fails) throw new Error('as wanted');
          });
        } catch (error) {
          if ((error as Error).message !== 'as wanted') throw error;
        }
      }),
    );
  const inner = batch(step);
  const outer = batch(fc.oneof({ weight: 4, arbitrary: step }, { weight: 1, arbitrary: inner }));

  itHolds('contains one instance per entity, and agrees with subscribers after any history', () => {
    const property = fc.property(
      fc.array(write, { maxLength: 5 }),
      fc.array(outer, { minLength: 1, maxLength: 4 }),
      (before, steps) => {
        const injector = createEnvironmentInjector(
          [provideCache()],
          TestBed.inject(EnvironmentInjector),
        );
        const own = injector.get(CacheService);
        own.set(list, [{ id: 1 }, { id: 2 }]);
        for (const each of before) each(own);
        const names = Object.keys(views) as View[];
        const watched = names.map((view) => watch(own.select(views[view] as typeof allUsers)));
        for (const each of steps) {
          each(own);
          expect(names.filter((view, i) => read(own, view) !== watched[i].last)).toEqual([]);
        }
        injector.destroy();
      },
    );
    fc.assert(property, { numRuns: 400 });
  });
});
