import { TestBed } from '@angular/core/testing';
import { CacheService, provideCache, schema } from 'ngx-cache-query';
import { withExtension, writeRows } from 'ngx-cache-query/extensions';
import { describeErrors, Event, REFUSED } from '../../support/dated-event';
import { Recorder } from '../../support/recorder';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

const events = new schema.All(Event);

describe('W5, W6 a deserializer that throws', () => {
  let cache: CacheService;
  let recorder: Recorder;
  beforeEach(() => {
    recorder = new Recorder();
    TestBed.configureTestingModule({ providers: [provideCache(withExtension(() => recorder))] });
    cache = TestBed.inject(CacheService);
  });
  const ids = () => cache.get(events)?.map(({ id }) => id);

  it('rejects a restore by an extension', () => {
    const row = (id: number, at: string) => ({
      table: 'DeserializedEvent',
      pk: String(id),
      fields: { id, at },
    });
    cache.set(Event, { id: 1, at: '2020-01-01' });
    expect(() => writeRows(recorder.handle, [row(2, '2020-01-02'), row(3, 'bad')])).toThrowError(
      REFUSED,
    );
    expect(ids()).toEqual([1]);
  });

  it('rejects an optimistic response, before anything is sent', () => {
    cache.set(Event, { id: 1, at: '2020-01-01' });
    const move = new Served(Event, { sideEffect: true, expected: () => ({ id: 1, at: 'bad' }) });
    const seen = watch(cache.fetch(move.endpoint));
    const source = `${move.endpoint.name} (optimistic)`;
    expect(describeErrors(seen.errors)).toEqual([`NCQ1012 ${source} DeserializedEvent 1`]);
    expect(move.requests.length).toBe(0);
    expect(cache.get(Event, 1)!.at).toEqual(new Date('2020-01-01'));
  });

  it('rejects the response of a mutation, and the optimistic update is rolled back', () => {
    cache.set(Event, { id: 1, title: 'old', at: '2020-01-01' });
    const move = new Served(Event, {
      sideEffect: true,
      expected: () => ({ id: 1, title: 'expected' }),
    });
    const seen = watch(cache.fetch(move.endpoint));
    expect(cache.get(Event, 1)!.title).toBe('expected');
    move.respond({ id: 1, title: 'new', at: 'bad' });
    expect(describeErrors(seen.errors)).toEqual([
      `NCQ1012 ${move.endpoint.name} DeserializedEvent 1`,
    ]);
    expect(cache.get(Event, 1)!.title).toBe('old');
  });
});
