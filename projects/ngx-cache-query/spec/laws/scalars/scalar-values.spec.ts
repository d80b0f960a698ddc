import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  CacheService,
  Collection,
  Entity,
  optimistic,
  Endpoint,
  Query,
  Scalar,
  type SchemaLike,
  schema,
} from 'ngx-cache-query';
import { beginRead, fetchOnce, Served } from '../../support/served';
import { watch } from '../../support/watch';

class Company extends Entity {
  readonly id: number | string = 0;
  readonly name: string = '';
  readonly pct: number = 0;
  readonly bought: number = 0;
  readonly partner: Company | undefined = undefined;
  static override get schema() {
    return { partner: companyIn.at({ portfolio: 'a' }) };
  }
  get label() {
    return `${this.name} ${this.pct} ${this.bought}`;
  }
}
const companyIn = new Scalar(Company, {
  lens: ({ portfolio }: { portfolio?: string }) => portfolio,
  fields: ['pct', 'bought'],
});
const companiesIn = companyIn.of(new schema.All(Company));
const inA = companyIn.at({ portfolio: 'a' });
const inB = companyIn.at({ portfolio: 'b' });

let service: CacheService;
const get = (id: number | string, portfolio = 'a') => service.get(companyIn, { id, portfolio });

/** Begins an optimistic mutation. */
function begin(response: object, of: SchemaLike = companyIn) {
  const response$ = new Subject<unknown>();
  const endpoint = new Endpoint({
    load: (_: { portfolio: string }) => response$,
    schema: of,
    sideEffect: true,
    optimistic: () => optimistic(response),
  });
  service.fetch(endpoint, { portfolio: 'a' }).subscribe({ error: () => undefined });
  return response$;
}

describe('the values of a lens', () => {
  beforeEach(() => (service = TestBed.inject(CacheService)));

  it('have the keys of their entities, also in a map, whose keys are texts', () => {
    service.set(Company, { id: 5, name: 'Acme' });
    service.set(new schema.Values(inA.columns), { '5': { pct: 1 } });
    expect(get(5)?.label).toBe('Acme 1 0');
  });

  it('do not survive an optimistic creation that fails', () => {
    const creation = begin({ id: 'c', name: 'New' });
    service.set(inB.columns, { id: 'c', pct: 5 });
    service.set(inA.columns, { id: 'c', bought: 6 });
    expect([get('c')?.label, get('c', 'b')?.label]).toEqual(['New 0 6', 'New 5 0']);
    creation.error(new Error('refused'));
    service.set(Company, { id: 'c', name: 'Other' });
    expect([get('c')?.label, get('c', 'b')?.label]).toEqual(['Other 0 0', 'Other 0 0']);
  });

  it('stay if an optimistic change of an entity that is not in the service fails', () => {
    service.set(inB.columns, { id: 1, pct: 5 });
    begin({ id: 1, name: 'New' }).error(new Error('refused'));
    service.set(Company, { id: 1, name: 'Other' });
    expect(get(1, 'b')?.label).toBe('Other 5 0');
  });

  it('are not those from before a deletion if others arrive with its answer', () => {
    service.set(inA, { id: 1, name: 'Acme', pct: 1, bought: 2 });
    const deletion = begin({ id: 1 }, new schema.Invalidate(Company));
    service.batch(() => {
      service.set(inA.columns, { id: 1, pct: 7 });
      deletion.next({ id: 1 });
    });
    service.set(Company, { id: 1, name: 'New' });
    expect(get(1)?.label).toBe('New 0 0');
  });

  it('are not those from before a deletion that waits for an earlier answer', () => {
    service.set(inA, { id: 1, name: 'Acme', pct: 1, bought: 2 });
    const edit = begin({ id: 2 }, Company);
    const deletion = begin({ id: 1 }, new schema.Invalidate(Company));
    const { respond } = beginRead(service, [inB.columns]);
    deletion.next({ id: 1 });
    service.set(inA.columns, { id: 1, pct: 7 });
    respond([{ id: 1, pct: 8 }]);
    service.set(Company, { id: 1, name: 'New' });
    expect([get(1)?.label, get(1, 'b')?.label]).toEqual(['New 7 0', 'New 0 0']);
    edit.next({ id: 2 });
    expect([get(1)?.label, get(1, 'b')?.label]).toEqual(['New 7 0', 'New 0 0']);
  });

  it('do not emit an equal entity if a response has no field of the lens', () => {
    service.set([Company], [{ id: 1, name: 'Acme' }]);
    const one = watch(service.select(companyIn, { id: 1, portfolio: 'a' }));
    const list = watch(service.select(companiesIn, { portfolio: 'a' }));
    fetchOnce(service, [inA], [{ id: 1, name: 'Acme' }]);
    expect([one.values.length, list.values.length]).toEqual([1, 1]);
    expect(get(1)).toBe(service.get(Company, 1));
  });

  it('move with what was written by a temporary id to the id of the server', () => {
    const list = new Served([companyIn]);
    service.set([Company], [{ id: 1 }, { id: 2 }]);
    const seen = watch(service.watch(list.endpoint, { portfolio: 'a' }));
    list.respond([{ id: 1 }, { id: 2 }]);
    const creation = begin({ name: 'New', pct: 3 });
    const { id } = service.get(new schema.All(Company))!.at(-1)!;
    service.set(list.endpoint, [{ portfolio: 'a' }], [{ id }, { id: 1 }, { id: 2 }]);
    service.set(inB.columns, { id, bought: 4 });
    creation.next({ id: 9, name: 'New', pct: 5 });
    expect(service.get(list.endpoint, { portfolio: 'a' })?.map((each) => each.id)).toEqual([
      9, 1, 2,
    ]);
    expect([get(9)?.label, get(9, 'b')?.label]).toEqual(['New 5 0', 'New 0 4']);
    expect(seen.subscription.closed).toBeFalse();
  });

  it('reach subscribers of the id of the server, who subscribed before it was known', () => {
    const creation = begin({ name: 'New', pct: 3 });
    const seen = watch(service.select(companyIn, { id: 9, portfolio: 'a' }));
    creation.next({ id: 9, name: 'New', pct: 5 });
    service.set(inA.columns, { id: 9, pct: 6 });
    expect(seen.values.map((each) => each?.label)).toEqual([undefined, 'New 5 0', 'New 6 0']);
  });

  it('are deleted with an entity that has a temporary id as another name', () => {
    const creation = begin({ name: 'New', pct: 3 });
    const { id } = service.get(new schema.All(Company))![0];
    creation.next({ id: 9, name: 'New', pct: 5 });
    service.set(inB.columns, { id: 9, pct: 6 });
    expect([get(9)?.pct, get(9, 'b')?.pct]).toEqual([5, 6]);
    service.delete(Company, id);
    service.set(Company, { id: 9, name: 'Other' });
    expect([get(9)?.pct, get(9, 'b')?.pct]).toEqual([0, 0]);
  });

  it('are shown in relations that lead back to the entity', () => {
    service.set(
      [inA],
      [
        {
          id: 1,
          name: 'Acme',
          pct: 1,
          partner: { id: 2, name: 'Bolt', pct: 2, partner: { id: 1 } },
        },
      ],
    );
    const one = get(1)!;
    expect([one.label, one.partner?.label]).toEqual(['Acme 1 0', 'Bolt 2 0']);
    expect(one.partner?.partner).toBe(one);
    const seen = watch(service.select(companyIn, { id: 1, portfolio: 'a' }));
    service.set(inA.columns, { id: 2, pct: 3 });
    expect(seen.last?.partner?.label).toBe('Bolt 3 0');
    expect(seen.last?.partner?.partner).toBe(seen.last!);
  });

  it('are shown in chains of any length', () => {
    const items = Array.from({ length: 500 }, (_, id) => ({
      id: id + 1,
      name: 'n',
      pct: id,
      partner: id + 2,
    }));
    service.set([inA], items);
    let last = get(1);
    for (let n = 1; n < 500; n++) last = last?.partner;
    expect(last?.pct).toBe(499);
  });

  it('are not taken from another entity if a relation contains only the key', () => {
    class Fund extends Entity {
      readonly id: number = 0;
      readonly pct: number = 0;
    }
    class Deal extends Entity {
      readonly id: number = 0;
      readonly fund = Fund.fromJS({});
      readonly company = Company.fromJS({});
      static override readonly schema = { fund: Fund, company: inA };
    }
    service.set(inA, { id: 1, name: 'Acme', pct: 1 });
    service.set(Deal, { id: 1, fund: { id: 1, pct: 9 }, company: 1 as never });
    const { company, fund } = service.get(Deal, 1)!;
    expect([company.label, fund.pct]).toEqual(['Acme 1 0', 9]);
  });

  it('leave an item of a list as it is if the cache does not have it', () => {
    service.set(inA, { id: 1, name: 'Acme', pct: 1 });
    const list = new Query(new schema.All(Company), (all) => [
      ...all,
      Company.fromJS({ id: 0, name: 'Others', pct: 9 }),
    ]);
    const shown = service.get(companyIn.of(list), { portfolio: 'a' });
    expect(shown?.map(({ label }) => label)).toEqual(['Acme 1 0', 'Others 9 0']);
  });

  it('are written to lists of a Collection through the entity', () => {
    const companies = new Collection([Company]);
    service.set(companies, [{ id: 1 }]);
    service.set(inA.columns, { id: 1, pct: 4 });
    expect(service.get(companyIn.of(companies), {})?.map(({ pct }) => pct)).toEqual([0]);
  });
});
