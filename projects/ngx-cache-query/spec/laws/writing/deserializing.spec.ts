import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import { CacheService, Endpoint, Entity, schema } from 'ngx-cache-query';
import { calls, describeErrors, Event, REFUSED } from '../../support/dated-event';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

class Summary extends Entity {
  readonly id: number = 0;
  readonly at: number = 0;
  static override readonly key: string = 'DeserializedEvent';
  static override readonly schema = {
    at: (iso: string) => {
      calls.push(`summary of ${iso}`);
      return Date.parse(iso);
    },
  };
}
const events = new schema.All(Event);

describe('W5, W6 a deserializer that throws', () => {
  let cache: CacheService;
  beforeEach(() => {
    calls.length = 0;
    cache = TestBed.inject(CacheService);
  });
  const ids = () => cache.get(events)?.map(({ id }) => id);

  it('rejects the whole response: fetch errors, and nothing is stored', () => {
    const list = watch(cache.select(events));
    const served = new Served([Event]);
    const seen = watch(cache.fetch(served.endpoint));
    served.respond([
      { id: 1, at: '2020-01-01' },
      { id: 2, at: 'bad' },
    ]);
    expect(describeErrors(seen.errors)).toEqual([
      `NCQ1012 ${served.endpoint.name} DeserializedEvent 2`,
    ]);
    expect([list.values, list.errors, cache.get(Event, 1)]).toEqual([[undefined], [], undefined]);
    cache.set(Event, { id: 3, at: '2020-01-03' });
    expect(ids()).toEqual([3]);
  });

  it('rejects set, and keeps the existing row', () => {
    cache.set(Event, { id: 1, at: '2020-01-01' });
    const seen = watch(cache.select(Event, 1));
    expect(() => cache.set(Event, { id: 1, title: 'x', at: 'bad' })).toThrowError(REFUSED);
    expect(() => cache.set(Event, 1, () => ({ at: 'bad' }))).toThrowError(
      /set\(.*for DeserializedEvent 1/,
    );
    expect([seen.values.length, seen.errors, seen.last!.title]).toEqual([1, [], '']);
    expect(seen.last!.at).toEqual(new Date('2020-01-01'));
  });

  it('rejects its batch, unless the batch catches the error', () => {
    expect(() =>
      cache.batch(() => {
        cache.set(Event, { id: 1, at: '2020-01-01' });
        cache.set(Event, { id: 2, at: 'bad' });
      }),
    ).toThrowError(REFUSED);
    expect(ids()).toBeUndefined();
    cache.batch(() => {
      cache.set(Event, { id: 1, at: '2020-01-01' });
      expect(() => cache.set(Event, { id: 2, at: 'bad' })).toThrowError(REFUSED);
    });
    expect(ids()).toEqual([1]);
  });

  it('is reported even if pk() needs more than the row', () => {
    class Day extends Entity {
      readonly at: Date | null = null;
      override pk(_parent?: unknown, _key?: string, args?: readonly unknown[]) {
        return (args![0] as { readonly day: string }).day;
      }
      static override readonly schema = {
        at: (): Date => {
          throw new Error('no date');
        },
      };
    }
    const endpoint = new Endpoint({
      name: 'getDay',
      load: (_: { readonly day: string }) => of({ at: 'x' }),
      schema: Day,
    });
    const seen = watch(cache.fetch(endpoint, { day: 'monday' }));
    expect(describeErrors(seen.errors)[0]).toMatch(/^NCQ1012 getDay (undefined|Day monday)$/);
  });

  it('is an error of that value in a stream, and the stream continues', () => {
    const messages = new Subject<object>();
    const errors: unknown[] = [];
    cache.connect(messages, Event, { onError: (error) => errors.push(error) });
    messages.next({ id: 1, at: 'bad' });
    messages.next({ id: 2, at: '2020-01-02' });
    expect([describeErrors(errors), ids()]).toEqual([
      ['NCQ1012 connect(DeserializedEvent) DeserializedEvent 1'],
      [2],
    ]);
  });
});

describe('W9 a deserializer', () => {
  let cache: CacheService;
  beforeEach(() => {
    calls.length = 0;
    cache = TestBed.inject(CacheService);
  });

  it('runs once per raw value, during the write', () => {
    cache.set(Event, { id: 1, at: '2020-01-01' });
    expect(calls).toEqual(['2020-01-01']);
    const at = cache.get(Event, 1)!.at;
    cache.set(Event, { id: 1, title: 'x' });
    cache.set(Event, { id: 1, at: '2020-01-01' });
    expect(cache.get(Event, 1)!.at).toBe(at);
    expect(calls).toEqual(['2020-01-01']);
    cache.set(Event, { id: 1, at: '2020-01-02' });
    expect(cache.get(events)![0].at).toEqual(new Date('2020-01-02'));
    expect(calls).toEqual(['2020-01-01', '2020-01-02']);
  });

  it('keeps its value while other fields change before the first read', () => {
    cache.set(Event, { id: 1, at: '2020-01-01' });
    cache.set(Event, { id: 1, title: 'a' });
    cache.set(Event, { id: 1, title: 'b' });
    expect(cache.get(Event, 1)!.at).toEqual(new Date('2020-01-01'));
    expect(calls).toEqual(['2020-01-01']);
  });

  it('belongs to the last raw value if a response contains an entity twice', () => {
    cache.set(Event, { id: 1, at: '2020-01-01' });
    cache.set(
      [Event],
      [
        { id: 1, at: '2020-01-02' },
        { id: 1, title: 'a' },
      ],
    );
    expect(cache.get(Event, 1)!.at).toEqual(new Date('2020-01-02'));
    cache.set(
      [Event],
      [
        { id: 1, at: '2020-01-03' },
        { id: 1, at: '2020-01-02' },
      ],
    );
    expect(cache.get(Event, 1)!.at).toEqual(new Date('2020-01-02'));
  });

  it('does not run for null, or for a missing field', () => {
    cache.set([Event], [{ id: 1, at: null }, { id: 2 }]);
    expect([cache.get(Event, 1)!.at, cache.get(Event, 2)!.at, calls]).toEqual([null, null, []]);
  });

  it('gives its value to reads in the batch that writes it', () => {
    cache.batch(() => {
      cache.set(Event, { id: 1, at: '2020-01-01' });
      expect(cache.get(Event, 1)!.at).toEqual(new Date('2020-01-01'));
    });
    expect(cache.get(Event, 1)!.at).toEqual(new Date('2020-01-01'));
    expect(calls).toEqual(['2020-01-01']);
  });

  it('runs for each class that shares the table', () => {
    cache.get(Summary, 1);
    cache.set(Event, { id: 1, at: '2020-01-01' });
    expect(calls.sort()).toEqual(['2020-01-01', 'summary of 2020-01-01']);
    expect(cache.get(Summary, 1)!.at).toBe(Date.parse('2020-01-01'));
    expect(cache.get(Event, 1)!.at).toEqual(new Date('2020-01-01'));
    expect(calls.length).toBe(2);
  });

  it('keeps the values of rows that move when a table is compacted', () => {
    const rows = Array.from({ length: 300 }, (_, id) => ({ id, at: new Date(id).toISOString() }));
    cache.set([Event], rows);
    cache.batch(() => {
      for (let id = 0; id < 290; id++) cache.delete(Event, id);
    });
    calls.length = 0;
    expect(cache.get(events)!.map(({ at }) => at!.getTime())).toEqual([
      290, 291, 292, 293, 294, 295, 296, 297, 298, 299,
    ]);
    expect(calls).toEqual([]);
  });
});
