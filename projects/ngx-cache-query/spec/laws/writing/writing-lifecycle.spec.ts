import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, Entity, type RowMeta, schema } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

type Row = Readonly<Record<string, unknown>>;
let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('W9 static process', () => {
  beforeEach(setUp);

  it('creates the stored row from the item, its parent, its key and the arguments', () => {
    const calls: unknown[][] = [];
    class City extends Entity {
      readonly id: string = '';
      readonly label: string = '';
      static override process(...passed: [Row, unknown, string | undefined, readonly unknown[]]) {
        calls.push(passed);
        const { ID, ...rest } = passed[0];
        return { ...rest, id: ID, label: `city ${ID as string}` };
      }
    }
    class Land extends Entity {
      readonly id: string = '';
      readonly capital: City | null = null;
      static override readonly schema = { capital: City };
    }
    const item = { ID: 'p', other: 1 };
    const list = [item];
    const response = { list, one: { ID: 'q' }, land: { id: 'l', capital: { ID: 'r' } } };
    const endpoint = new Endpoint({
      load: (_a: number, _b: string) => of(response),
      schema: { list: [City], one: City, land: Land },
    });
    cache.fetch(endpoint, 1, 'two').subscribe();
    expect(calls).toEqual([
      [item, response, 'list', [1, 'two']],
      [response.one, response, 'one', [1, 'two']],
      [response.land.capital, response.land, 'capital', [1, 'two']],
    ]);
    expect(cache.get(City, 'p')?.label).toBe('city p');
    expect(cache.get(Land, 'l')?.capital?.label).toBe('city r');
    expect('ID' in cache.get(City, 'p')!).toBeFalse();
    expect(item).toEqual({ ID: 'p', other: 1 });
  });

  it('skips the entity by returning undefined', () => {
    class Note extends Entity {
      readonly id: string = '';
      readonly text: string = '';
      static override process(input: Row) {
        return input['deleted'] === true ? undefined : input;
      }
    }
    const notes = new schema.All(Note);
    cache.set(notes, [{ id: 'a' }, { id: 'b' }]);
    const fetched = watch(
      cache.fetch(
        new Endpoint({ load: () => of([{ id: 'a', deleted: true }, { id: 'c' }]), schema: notes }),
      ),
    );
    expect(cache.get(notes)?.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(fetched.last?.map(({ id }) => id)).toEqual(['c', 'b']);
  });
});

describe('W9 schema.Invalidate of a class with static process', () => {
  beforeEach(setUp);

  it('deletes the entity by the key of the item if process returns undefined', () => {
    class Note extends Entity {
      readonly id: string = '';
      static override process(input: Row) {
        return input['deleted'] === true ? undefined : input;
      }
    }
    const notes = new schema.All(Note);
    cache.set(notes, [{ id: 'a' }, { id: 'b' }]);
    cache.set([new schema.Invalidate(Note)], [{ id: 'a', deleted: true }]);
    expect(cache.get(notes)?.map(({ id }) => id)).toEqual(['b']);
  });
});

describe('W9 static validate', () => {
  beforeEach(setUp);
  class Price extends Entity {
    readonly id: string = '';
    readonly amount: number = 0;
    static override process(input: Row) {
      return { ...input, amount: Number(input['amount']) };
    }
    static override validate(row: Row): string | undefined {
      return (row['amount'] as number) < 0 ? 'negative amount' : undefined;
    }
  }

  it('gets the processed row, and a message that it returns is error NCQ1005: nothing is stored', () => {
    cache.set([Price], [{ id: 'a', amount: '1' }]);
    const error = thrownBy(() =>
      cache.set(
        { prices: [Price] },
        {
          prices: [
            { id: 'b', amount: '2' },
            { id: 'c', amount: '-3' },
          ],
        },
      ),
    );
    expect([error.code, error.path]).toEqual(['NCQ1005', 'prices[1]']);
    for (const part of ['Price', 'c', 'negative amount']) expect(error.message).toContain(part);
    expect(cache.get(new schema.All(Price))?.length).toBe(1);
  });

  it('gets the whole row if an updater returns a part of it', () => {
    class Range extends Entity {
      readonly id: string = '';
      readonly from: number = 0;
      readonly to: number = 0;
      static override validate(row: Row): string | undefined {
        return Number(row['from']) > Number(row['to']) ? 'upside down' : undefined;
      }
    }
    cache.set(Range, { id: 'r', from: 1, to: 5 });
    expect(thrownBy(() => cache.set(Range, 'r', () => ({ from: 6 }))).code).toBe('NCQ1005');
    cache.set(Range, 'r', () => ({ from: 5 }));
    expect(cache.get(Range, 'r')?.from).toBe(5);
  });

  it('does not get the fields of an outer row for a nested one, which needs a key of its own', () => {
    class Size extends Entity {
      readonly id: string = '';
      readonly width: number = 0;
      static override validate(row: Row): string | undefined {
        return Object.hasOwn(row, 'owner') ? 'fields of the box' : undefined;
      }
    }
    class Box extends Entity {
      readonly id: string = '';
      readonly owner: string = '';
      readonly size: Size = Size.fromJS({});
      static override readonly schema = { size: Size };
    }
    cache.set(Box, { id: 'b', owner: 'Ada' });
    const error = thrownBy(() => cache.set(Box, 'b', () => ({ size: { width: 5 } }) as never));
    expect([error.code, error.path]).toEqual(['NCQ1004', 'size']);
    expect(cache.get(new schema.All(Size))).toBeUndefined();
    cache.set(Box, 'b', () => ({ size: { id: 's', width: 5 } }) as never);
    expect([cache.get(Box, 'b')?.size.width, cache.get(Size, 's')?.width]).toEqual([5, 5]);
  });
});

describe('W9 static merge, shouldUpdate, shouldReorder', () => {
  beforeEach(setUp);

  it('merge gets the existing and the incoming row, and returns the new row', () => {
    const calls: [Row, Row][] = [];
    class Counter extends Entity {
      readonly id: string = '';
      readonly seen: number = 0;
      readonly tags: readonly string[] = [];
      static override merge(existing: Row, incoming: Row): Row {
        calls.push([existing, incoming]);
        return { ...incoming, seen: Number(existing['seen']) + 1 };
      }
    }
    cache.set(Counter, { id: 'a', seen: 1, tags: ['x'] });
    expect(calls).toEqual([]);
    cache.set(Counter, { id: 'a' });
    expect(calls).toEqual([[{ id: 'a', seen: 1, tags: ['x'] }, { id: 'a' }]]);
    const counter = cache.get(Counter, 'a')!;
    expect([counter.seen, counter.tags]).toEqual([2, []]);
  });

  it('merge that returns equal data is no change', () => {
    class Kept extends Entity {
      readonly id: string = '';
      readonly data: object = {};
      static override merge(existing: Row): Row {
        return structuredClone(existing);
      }
    }
    cache.set(Kept, { id: 'a', data: { x: [1] } });
    const seen = watch(cache.select(Kept, 'a'));
    cache.set(Kept, { id: 'a', data: { x: [2] } });
    expect(seen.values.length).toBe(1);
  });

  it('merge keeps parts that it returns equal, and copies the others', () => {
    const mine = { tags: ['x'] };
    class Mixed extends Entity {
      readonly id: string = '';
      readonly data: object = {};
      readonly mine: { tags: string[] } = { tags: [] };
      static override merge(existing: Row): Row {
        return { ...structuredClone(existing), mine };
      }
    }
    cache.set(Mixed, { id: 'a', data: { x: [1] } });
    const { data } = cache.get(Mixed, 'a')!;
    cache.set(Mixed, { id: 'a' });
    mine.tags.push('y');
    expect(cache.get(Mixed, 'a')?.data).toBe(data);
    expect(cache.get(Mixed, 'a')?.mine).toEqual({ tags: ['x'] });
  });

  it('merge puts an older read below the row', () => {
    const calls: [Row, Row][] = [];
    class Log extends Entity {
      readonly id: string = '';
      readonly text: string = '';
      static override merge(existing: Row, incoming: Row): Row {
        calls.push([existing, incoming]);
        return { ...existing, ...incoming };
      }
    }
    const read = new Served(Log);
    cache.fetch(read.endpoint).subscribe();
    cache.set(Log, { id: 'a', text: 'young' });
    read.respond({ id: 'a', text: 'old', more: 1 });
    expect(calls).toEqual([
      [
        { id: 'a', text: 'old', more: 1 },
        { id: 'a', text: 'young' },
      ],
    ]);
    expect(cache.get(Log, 'a')?.text).toBe('young');
  });

  it('shouldUpdate decides whether a row is written at all', () => {
    class Versioned extends Entity {
      readonly id: string = '';
      readonly version: number = 0;
      static override shouldUpdate(existing: Row, incoming: Row): boolean {
        return Number(incoming['version']) > Number(existing['version']);
      }
    }
    cache.set(Versioned, { id: 'a', version: 2 });
    const seen = watch(cache.select(Versioned, 'a'));
    cache.set(Versioned, { id: 'a', version: 1 });
    cache.set(Versioned, { id: 'a', version: 3 });
    expect(seen.values.map((each) => each?.version)).toEqual([2, 3]);
  });

  it('shouldReorder decides which row is older, and gets orders that grow with time', () => {
    const metas: [RowMeta, RowMeta][] = [];
    class Stamped extends Entity {
      readonly id: string = '';
      readonly at: number = 0;
      readonly text: string = '';
      static override shouldReorder(had: RowMeta, comes: RowMeta, existing: Row, incoming: Row) {
        metas.push([had, comes]);
        return Number(incoming['at']) < Number(existing['at']);
      }
    }
    cache.set(Stamped, { id: 'a', at: 5, text: 'five' });
    cache.set([Stamped], [{ id: 'a', at: 3, text: 'three', more: 'filled' }]);
    const stamped = cache.get(Stamped, 'a')!;
    expect([stamped.at, stamped.text]).toEqual([5, 'five']);
    expect((stamped as unknown as { more: string }).more).toBe('filled');
    cache.set(Stamped, { id: 'a', at: 6, text: 'six' });
    expect(cache.get(Stamped, 'a')?.text).toBe('six');
    expect(metas.length).toBe(2);
    for (const [had, comes] of metas) expect(comes.order).toBeGreaterThan(had.order);
  });
});
