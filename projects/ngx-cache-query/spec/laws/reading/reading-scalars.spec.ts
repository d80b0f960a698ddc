import { Subject } from 'rxjs';
import { TestBed } from '@angular/core/testing';
import {
  type CacheError,
  CacheService,
  Collection,
  Endpoint,
  Entity,
  isTemporary,
  optimistic,
  Query,
  ref,
  Scalar,
  schema,
  toValues,
} from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { beginRead, Served } from '../../support/served';
import { arrive, setUpRetained } from '../../support/retained';
import { watch } from '../../support/watch';

class Sector extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
class Company extends Entity {
  static override readonly key: string = 'Company';
  readonly id: string = '';
  readonly name: string = '';
  readonly sector: Sector | undefined = undefined;
  readonly rivals: readonly Company[] = [];
  readonly pct: number = 0;
  readonly bought: Date | null = null;
  get label() {
    return `${this.name} ${this.pct}`;
  }
  static override get schema() {
    return { sector: Sector, rivals: [Company], bought: Date };
  }
}
class Portfolio extends Entity {
  readonly id: string = '';
  readonly positions: readonly Company[] = [];
  static override get schema() {
    return { positions: [companyIn] };
  }
}
const companyIn = new Scalar(Company, {
  lens: ({ portfolio }: { portfolio?: string }) => portfolio,
  fields: ['pct', 'bought'],
});
const companiesIn = companyIn.of(new schema.All(Company));

/** Returns the error that `write` throws. */
function errorOf(write: () => unknown): CacheError {
  try {
    write();
  } catch (error) {
    return error as CacheError;
  }
  throw new Error('nothing was thrown');
}

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const inA = companyIn.at({ portfolio: 'a' });
const inB = companyIn.at({ portfolio: 'b' });
const get = (id: string, portfolio?: string) => cache.get(companyIn, { id, portfolio });
const labels = (list: readonly Company[] | undefined) => list?.map(({ label }) => label);

describe('R13 an entity through a lens', () => {
  beforeEach(() => {
    setUp();
    cache.set([Company], [{ id: 'x', name: 'Acme' }, { id: 'y' }]);
    cache.set([inA], [{ id: 'x', pct: 1 }]);
    cache.set([inB], [{ id: 'x', pct: 2 }]);
  });

  it('is an instance of the class with the values of the lens', () => {
    expect(get('x', 'a')).toBeInstanceOf(Company);
    expect([get('x', 'a')?.label, get('x', 'b')?.label]).toEqual(['Acme 1', 'Acme 2']);
    expect({ ...get('x', 'a') }).toEqual({ ...cache.get(Company, 'x')!, pct: 1 });
  });

  it('has the values of the entity where the lens has none', () => {
    expect(get('x', 'c')).toBe(cache.get(Company, 'x'));
    expect(get('y', 'a')?.pct).toBe(0);
    expect(get('x')).toBe(cache.get(Company, 'x'));
    cache.set(Company, { id: 'y', pct: 7 });
    expect(get('y', 'a')?.pct).toBe(7);
    expect(get('z', 'a')).toBeUndefined();
  });

  it('emits only for its own lens, and for the fields of the entity', () => {
    const [a, b] = ['a', 'b'].map((portfolio) =>
      watch(cache.select(companyIn, { id: 'x', portfolio })),
    );
    cache.set(inA, { id: 'x', pct: 3 });
    expect([labels(a.values as Company[]), labels(b.values as Company[])]).toEqual([
      ['Acme 1', 'Acme 3'],
      ['Acme 2'],
    ]);
    cache.set(Company, { id: 'x', name: 'Acme Inc.' });
    expect([a.last?.label, b.last?.label]).toEqual(['Acme Inc. 3', 'Acme Inc. 2']);
    cache.set(Company, { id: 'y', name: 'Other' });
    expect([a.values.length, b.values.length]).toEqual([3, 2]);
  });

  it('does not change the entity itself', () => {
    const seen = watch(cache.select(Company, 'x'));
    cache.set(inA, { id: 'x', pct: 3 });
    expect(seen.values.length).toBe(1);
    expect(seen.last?.pct).toBe(0);
  });

  it('is the identical object until something in it changes', () => {
    const first = get('x', 'a');
    cache.set(inB, { id: 'x', pct: 5 });
    cache.set(inA, { id: 'x', pct: 1 });
    expect(get('x', 'a')).toBe(first);
    expect(watch(cache.select(companyIn, { id: 'x', portfolio: 'a' })).last).toBe(first);
    cache.set(inA, { id: 'x', pct: 4 });
    expect(get('x', 'a')).not.toBe(first);
  });

  it('finds a lens that is a number by its text, and keys that resemble each other apart', () => {
    const byYear = new Scalar(Company, {
      lens: ({ year }: { year: number | string }) => year,
      fields: ['pct'],
    });
    cache.set(byYear.at({ year: 2026 }), { id: 'x', pct: 6 });
    expect(cache.get(byYear, { id: 'x', year: '2026' })?.pct).toBe(6);
    cache.set([Company], [{ id: 'a b' }, { id: 'a' }]);
    cache.set(byYear.at({ year: 'c' }), { id: 'a b', pct: 1 });
    cache.set(byYear.at({ year: 'b c' }), { id: 'a', pct: 2 });
    const read = (id: string, year: string) => cache.get(byYear, { id, year })?.pct;
    expect([read('a b', 'c'), read('a', 'b c')]).toEqual([1, 2]);
  });

  it('emits nothing for equal values, whether the lens is a number or its text', () => {
    const byYear = new Scalar(Company, {
      lens: ({ year }: { year: number | string }) => year,
      fields: ['pct'],
    });
    cache.set(Company, { id: 'x' });
    const seen = watch(cache.select(byYear, { id: 'x', year: 2026 }));
    for (const year of [2026, '2026', 2026]) cache.set(byYear.at({ year }), { id: 'x', pct: 6 });
    expect(seen.values.map((company) => company?.pct)).toEqual([seen.values[0]?.pct, 6]);
  });

  it('is read by a list, a join and a process', () => {
    expect(labels(cache.get(companiesIn, { portfolio: 'a' }))).toEqual(['Acme 1', ' 0']);
    expect(cache.get(companiesIn, { portfolio: 'a' })).toBe(
      cache.get(companiesIn, { portfolio: 'a' }),
    );
    const [a, b] = ['a', 'b'].map((portfolio) => watch(cache.select(companiesIn, { portfolio })));
    cache.set(
      [inA],
      [
        { id: 'x', pct: 3 },
        { id: 'y', pct: 4 },
      ],
    );
    expect(labels(a.last)).toEqual(['Acme 3', ' 4']);
    expect([a.values.length, b.values.length]).toEqual([2, 1]);
    const join = cache.get({ company: companyIn, list: companiesIn }, { id: 'x', portfolio: 'b' });
    expect([join?.company?.label, join?.list?.[0]]).toEqual(['Acme 2', join?.company]);
    const sum = new Query(companiesIn, (list) => list.reduce((total, { pct }) => total + pct, 0));
    expect([cache.get(sum, { portfolio: 'a' }), cache.get(sum, { portfolio: 'b' })]).toEqual([
      7, 2,
    ]);
  });

  it('is read from the list of a Collection, which receives the same arguments', () => {
    const companies = new Collection([Company], { argsKey: () => ({}) });
    cache.set(companies, [{ id: 'x' }]);
    const list = companyIn.of(companies);
    expect(labels(cache.get(list, { portfolio: 'b' }))).toEqual(['Acme 2']);
    expect(cache.get(companyIn.of(new Collection([Company])), { portfolio: 'b' })).toBeUndefined();
  });

  it('is frozen in dev mode, keeps its relations, and is written as the entity', () => {
    cache.set(Company, { id: 'x', sector: { id: 5, name: 'steel' }, rivals: ['y', 'x'] as never });
    const seen = get('x', 'a')!;
    expect(Object.isFrozen(seen)).toBeTrue();
    expect(seen.sector).toBe(cache.get(Sector, 5)!);
    expect(seen.rivals).toBe(cache.get(Company, 'x')!.rivals);
    expect(ref(seen, 'sector')).toBe('5');
    cache.set(Sector, { id: 5, name: 'iron' });
    expect(get('x', 'a')?.sector?.name).toBe('iron');
    cache.set(Company, get('x', 'a')!);
    expect([cache.get(Company, 'x')?.pct, get('x', 'b')?.pct]).toEqual([0, 2]);
  });

  it('has null and deserialized values of its lens', () => {
    cache.set(inA, { id: 'x', bought: '2026-01-02', pct: null });
    const seen = get('x', 'a');
    expect([seen?.bought?.getFullYear(), seen?.pct]).toEqual([2026, null!]);
    cache.set(inA, { id: 'x', bought: null });
    expect([get('x', 'a')?.bought, cache.get(Company, 'x')?.bought]).toEqual([null, null]);
  });
});

describe('R13 the response for a lens', () => {
  beforeEach(setUp);

  it('stores the fields of the lens apart from the entity, and its value has them', () => {
    const served = new Served([companyIn]);
    const a = watch(cache.watch(served.endpoint, { portfolio: 'a' }).pipe(toValues()));
    served.respond([{ id: 'x', name: 'Acme', pct: 1 }]);
    const b = watch(cache.watch(served.endpoint, { portfolio: 'b' }).pipe(toValues()));
    served.respond([{ id: 'x', name: 'Acme', pct: 2 }]);
    expect([labels(a.last), labels(b.last)]).toEqual([['Acme 1'], ['Acme 2']]);
    expect(a.last![0]).toBe(get('x', 'a')!);
    expect(labels(cache.get(new schema.All(Company)))).toEqual(['Acme 0']);
    cache.set(inB, { id: 'x', pct: 3 });
    expect([a.values.length, b.values.length]).toEqual([1, 2]);
  });

  it('is not requested again for a lens that was seen before', () => {
    const served = new Served([companyIn.columns]);
    for (const portfolio of ['a', 'b', 'a']) {
      const seen = watch(cache.watch(served.endpoint, { portfolio }).pipe(toValues()));
      if (portfolio !== 'a' || served.requests.length === 1) served.respond([{ id: 'x', pct: 1 }]);
      seen.subscription.unsubscribe();
    }
    expect(served.requests.length).toBe(2);
  });

  it('fills columns of entities that are in the cache, and of those that arrive later', () => {
    cache.set(Company, { id: 'x', name: 'Acme' });
    const columns = new Served([companyIn.columns]);
    const seen = watch(cache.watch(columns.endpoint, { portfolio: 'a' }).pipe(toValues()));
    columns.respond([
      { id: 'x', pct: 1, name: 'ignored' },
      { id: 'y', pct: 2 },
    ]);
    expect(labels(seen.last)).toEqual(['Acme 1']);
    expect(cache.get(new schema.All(Company))?.length).toBe(1);
    cache.set(Company, { id: 'y', name: 'Bolt' });
    expect(labels(seen.last)).toEqual(['Acme 1', 'Bolt 2']);
    expect(get('y', 'a')?.label).toBe('Bolt 2');
  });

  it('has columns by key in a map', () => {
    cache.set([Company], [{ id: 'x', name: 'Acme' }]);
    const map = new Served(new schema.Values(companyIn.columns));
    const seen = watch(cache.watch(map.endpoint, { portfolio: 'a' }).pipe(toValues()));
    map.respond({ x: { pct: 1 } });
    expect(seen.last?.['x'].label).toBe('Acme 1');
  });

  it('is shown in a relation, where the entity keeps the lens', () => {
    const served = new Served(Portfolio);
    const seen = watch(cache.watch(served.endpoint, { id: 'a', portfolio: 'a' }).pipe(toValues()));
    served.respond({ id: 'a', positions: [{ id: 'x', name: 'Acme', rivals: ['x'], pct: 1 }] });
    cache.set(inB, { id: 'x', pct: 9 });
    expect(labels(seen.last?.positions)).toEqual(['Acme 1']);
    expect(seen.last?.positions[0].rivals).toEqual([cache.get(Company, 'x')!]);
    expect(seen.values.length).toBe(1);
    cache.set(inA, { id: 'x', pct: 2 });
    expect(labels(cache.get(Portfolio, 'a')?.positions)).toEqual(['Acme 2']);
  });

  it('is refused without a lens, a key or an object', () => {
    const codes = [
      () => cache.set([companyIn], [{ id: 'x', pct: 1 }]),
      () => cache.set([inA.columns], [{ pct: 1 }]),
      () => cache.set([inA.columns], [5]),
      () => cache.set([inA], ['x']),
      () => new Scalar(undefined as never, { fields: [], lens: () => 1 }),
    ].map((write) => errorOf(write).code);
    expect(codes).toEqual(['NCQ1013', 'NCQ1004', 'NCQ1003', 'NCQ1003', 'NCQ1009']);
    expect(errorOf(() => cache.set([companyIn], [{}])).message).toContain(
      'set(schema): at [0]: the values of',
    );
  });

  it('is older than a later write, field by field', () => {
    const { respond } = beginRead(cache, [inA]);
    cache.set(inA, { id: 'x', pct: 5 });
    respond([{ id: 'x', name: 'Acme', pct: 1, bought: '2020-01-01' }]);
    expect(get('x', 'a')?.label).toBe('Acme 5');
    expect(get('x', 'a')?.bought?.getFullYear()).toBe(2020);
  });
});

describe('R13 the values of a lens', () => {
  beforeEach(() => {
    setUp();
    cache.set([inA], [{ id: 'x', name: 'Acme', pct: 1 }]);
  });
  const changing = (respond: (id: string) => object) => {
    const response$ = new Subject<unknown>();
    const endpoint = new Endpoint({
      load: (_: { portfolio: string }) => response$,
      schema: companyIn,
      sideEffect: true,
      optimistic: () => optimistic(respond('x')),
    });
    return { endpoint, response$ };
  };

  it('are deleted with their entity', () => {
    const seen = watch(cache.select(companyIn, { id: 'x', portfolio: 'a' }));
    cache.delete(Company, 'x');
    cache.set(Company, { id: 'x', name: 'New' });
    expect(seen.values.map((each) => each?.label)).toEqual(['Acme 1', undefined, 'New 0']);
  });

  it('are not brought back by a read that began before the deletion', () => {
    const { respond } = beginRead(cache, [inA.columns]);
    cache.delete(Company, 'x');
    respond([{ id: 'x', pct: 4 }]);
    cache.set(Company, { id: 'x' });
    expect(get('x', 'a')?.pct).toBe(0);
  });

  it('are not given to a new entity by a read that began before the deletion of the old one', () => {
    const { respond } = beginRead(cache, [inB]);
    cache.delete(Company, 'x');
    cache.set(Company, { id: 'x', name: 'New' });
    respond([{ id: 'x', name: 'Acme', pct: 4 }]);
    expect(get('x', 'b')?.label).toBe('New 0');
  });

  it('are optimistic with a mutation, and roll back with it', () => {
    const { endpoint, response$ } = changing((id) => ({ id, pct: 8 }));
    const seen = watch(cache.select(companyIn, { id: 'x', portfolio: 'a' }));
    watch(cache.fetch(endpoint, { portfolio: 'a' }));
    watch(cache.fetch(endpoint, { portfolio: 'b' }));
    expect([get('x', 'a')?.pct, get('x', 'b')?.pct]).toEqual([8, 8]);
    response$.error(new Error('refused'));
    expect(labels(seen.values as Company[])).toEqual(['Acme 1', 'Acme 8', 'Acme 1']);
    expect(get('x', 'b')?.pct).toBe(0);
  });

  it('stay when the deletion of their entity is rolled back', () => {
    const response$ = new Subject<unknown>();
    const endpoint = new Endpoint({
      load: () => response$,
      schema: new schema.Invalidate(Company),
      sideEffect: true,
      optimistic: () => optimistic({ id: 'x' }),
    });
    const seen = watch(cache.select(companyIn, { id: 'x', portfolio: 'a' }));
    watch(cache.fetch(endpoint));
    response$.error(new Error('refused'));
    expect(seen.values.map((each) => each?.label)).toEqual(['Acme 1', undefined, 'Acme 1']);
    const second = new Served(new schema.Invalidate(Company), { sideEffect: true });
    watch(cache.fetch(second.endpoint));
    second.respond({ id: 'x' });
    cache.set(Company, { id: 'x' });
    expect(get('x', 'a')?.pct).toBe(0);
  });

  it('are deleted with their entity while an earlier mutation of another entity is in flight', () => {
    mutation(cache, Company).send({ id: 'y' });
    const deletions = mutation(cache, new schema.Invalidate(Company));
    deletions.send({ id: 'x' });
    deletions.respond({ id: 'x' });
    cache.set(Company, { id: 'x', name: 'New' });
    expect(get('x', 'a')?.label).toBe('New 0');
  });

  it('stay if they arrive between a deletion and the end of a mutation of the deleted entity', () => {
    const edits = mutation(cache, Company);
    edits.send({ id: 'x', name: 'Bolt' });
    cache.batch(() => {
      cache.delete(Company, 'x');
      cache.set([inA.columns], [{ id: 'x', pct: 7 }]);
    });
    edits.fail();
    cache.set(Company, { id: 'x', name: 'New' });
    expect(get('x', 'a')?.label).toBe('New 7');
  });

  it('stay if they arrive between a deletion and the end of an earlier mutation', () => {
    const edits = mutation(cache, Company);
    edits.send({ id: 'y' });
    const deletions = mutation(cache, new schema.Invalidate(Company));
    deletions.send({ id: 'x' });
    deletions.respond({ id: 'x' });
    cache.set([inA.columns], [{ id: 'x', pct: 7 }]);
    edits.respond({ id: 'y' });
    cache.set(Company, { id: 'x', name: 'New' });
    expect(get('x', 'a')?.label).toBe('New 7');
  });

  it('follow an entity whose temporary id is replaced', () => {
    const { endpoint, response$ } = changing(() => ({ name: 'Bolt', pct: 3 }));
    const seen = watch(cache.select(companiesIn, { portfolio: 'a' }));
    watch(cache.fetch(endpoint, { portfolio: 'a' }));
    expect(labels(seen.last)).toEqual(['Acme 1', 'Bolt 3']);
    expect(isTemporary(seen.last![1])).toBeTrue();
    response$.next({ id: 'z', name: 'Bolt', pct: 4 });
    expect(labels(seen.last)).toEqual(['Acme 1', 'Bolt 4']);
    expect(get('z', 'a')?.pct).toBe(4);
  });

  it('are read in an open batch, and rolled back with it', () => {
    const seen = watch(cache.select(companyIn, { id: 'x', portfolio: 'a' }));
    const first = get('x', 'a');
    const run = () =>
      cache.batch(() => {
        cache.set(inA, { id: 'x', pct: 2 });
        cache.set(Company, { id: 'x', name: 'Bolt' });
        expect(get('x', 'a')?.label).toBe('Bolt 2');
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    expect(get('x', 'a')).toBe(first);
    cache.batch(() => {
      cache.set(inA, { id: 'x', pct: 2 });
      cache.set(Company, { id: 'x', name: 'Bolt' });
    });
    expect(labels(seen.values as Company[])).toEqual(['Acme 1', 'Bolt 2']);
  });

  it('come from a stream', () => {
    const columns$ = new Subject<unknown>();
    cache.connect(columns$, [inA.columns]);
    const seen = watch(cache.select(companyIn, { id: 'x', portfolio: 'a' }));
    columns$.next([{ id: 'x', pct: 2 }]);
    columns$.next([{ id: 'x', pct: 2 }]);
    columns$.next([{ id: 'unknown', pct: 2 }]);
    expect(labels(seen.values as Company[])).toEqual(['Acme 1', 'Acme 2']);
  });

  it('are gone after a reset', async () => {
    await cache.clear();
    cache.set(Company, { id: 'x', name: 'Acme' });
    expect(get('x', 'a')?.label).toBe('Acme 0');
  });
});

describe('R13 the values of a lens with withRetention', () => {
  it('stay while they are in use, and are evicted no later than their entity', () => {
    const { cache: retained, clock, held } = setUpRetained({ time: 100_000 });
    const table = 'Scalar of Company';
    arrive(
      retained,
      [inA],
      [
        { id: 'x', pct: 1 },
        { id: 'y', pct: 2 },
      ],
    );
    arrive(retained, [inB], [{ id: 'x', pct: 1 }]);
    const seen = watch(retained.select(companyIn, { id: 'x', portfolio: 'a' }));
    for (let n = 0; n < 40; n++) {
      clock.pass(25_000);
      retained.set(Sector, { id: 1, name: `${n}` });
    }
    expect([held('Company'), held(table)]).toEqual([['x'], ['"x" a']]);
    expect(seen.values.length).toBe(1);
    seen.subscription.unsubscribe();
    for (let n = 0; n < 40; n++) {
      clock.pass(25_000);
      retained.set(Sector, { id: 1, name: `${n}` });
    }
    expect([held('Company'), held(table)]).toEqual([[], []]);
  });
});
