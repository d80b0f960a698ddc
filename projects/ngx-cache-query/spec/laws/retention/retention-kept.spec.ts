import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  Endpoint,
  Entity,
  onlyExisting,
  provideCache,
  Query,
  schema,
  toValues,
  withClock,
  withExpiry,
  withRetention,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { arrive, setUpRetained } from '../../support/retained';
import { Served } from '../../support/served';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

const MINUTE = 60_000;

class Note extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
  static override readonly key: string = 'Note';
}
class Price extends Entity {
  readonly id: number = 0;
  readonly amount: number = 0;
  readonly note: Note | undefined = undefined;
  static override readonly key: string = 'Price';
  static override readonly schema = { note: Note };
}

let { cache, clock, held, setActive } = {} as ReturnType<typeof setUpRetained>;
function setUp(options: Parameters<typeof setUpRetained>[0] = {}, ...features: CacheFeature[]) {
  ({ cache, clock, held, setActive } = setUpRetained(options, ...features));
}
/** Lets time pass in steps, so that each timer fires at its time. */
const pass = (minutes: number) => {
  for (let i = 0; i < minutes; i++) clock.pass(MINUTE);
};

describe('K2 the response of an endpoint', () => {
  it('stays while it is requested again', () => {
    setUp();
    const prices = new Served([Price]);
    watch(cache.fetch(prices.endpoint));
    prices.respond([{ id: 1 }]);
    cache.get(prices.endpoint);
    watch(cache.fetch(prices.endpoint));
    pass(60);
    expect(cache.get(prices.endpoint)?.map(({ id }) => id)).toEqual([1]);
  });
});

describe('K2 rows that only the application wrote', () => {
  beforeEach(() => setUp());

  it('stay, and with them what they reference', () => {
    cache.set(Price, { id: 1, note: 7 });
    arrive(cache, [Note], [{ id: 7 }, { id: 8 }]);
    pass(60);
    expect([held('Price'), held('Note')]).toEqual([['1'], ['7']]);
  });

  it('are evicted after a response has changed them', () => {
    cache.set(Note, { id: 1, text: 'mine' });
    arrive(cache, Note, { id: 1, text: 'of the server' });
    pass(60);
    expect(held('Note')).toEqual([]);
  });

  it('do not include rows of the server that an update changed', () => {
    arrive(cache, Note, { id: 1, text: 'a' });
    cache.set(Note, 1, () => ({ text: 'b' }));
    pass(60);
    expect(held('Note')).toEqual([]);
  });

  it('do not include a row that was deleted and arrives again', () => {
    cache.set(Note, { id: 1 });
    cache.delete(Note, 1);
    arrive(cache, Note, { id: 1 });
    pass(60);
    expect(held('Note')).toEqual([]);
  });
});

describe('K2 entities of a connected stream', () => {
  it('stay until the connection ends, but not those that they could reference', () => {
    setUp();
    const prices$ = new Subject<object>();
    const connection = cache.connect(prices$, [Price]);
    arrive(cache, [Price], [{ id: 1, amount: 5 }]);
    arrive(cache, Note, { id: 1 });
    pass(60);
    expect([held('Price'), held('Note')]).toEqual([['1'], []]);
    connection.unsubscribe();
    cache.get(Price, 1);
    pass(60);
    expect(held('Price')).toEqual([]);
  });
});

describe('K2 entities of a stream that creates none', () => {
  it('are evicted', () => {
    setUp();
    cache.connect(new Subject<object>(), onlyExisting([Price]));
    arrive(cache, [Price], [{ id: 1 }]);
    pass(60);
    expect(held('Price')).toEqual([]);
  });
});

describe('K2 the keep option', () => {
  it('takes an endpoint, whose responses stay', () => {
    const load = ({ id }: { readonly id: number }) => of({ id });
    const getNote = new Endpoint({ load, schema: Note });
    const getOther = new Endpoint({ load, schema: Note });
    setUp({ keep: [getNote] });
    watch(cache.fetch(getNote, { id: 1 }));
    watch(cache.fetch(getOther, { id: 2 }));
    pass(60);
    expect(held('Note')).toEqual(['1']);
    expect(cache.get(getNote, { id: 1 })?.id).toBe(1);
  });
});

describe('K1 the time until eviction', () => {
  const load = () => of([{ id: 1 }]);
  const isHeldAfter = (minutes: number) => {
    pass(minutes);
    return held('Note').length > 0;
  };

  it('is five minutes', () => {
    setUp();
    arrive(cache, Note, { id: 1 });
    expect([isHeldAfter(4), isHeldAfter(5)]).toEqual([true, false]);
  });

  it('is that of the expiry, if it is longer', () => {
    setUp({}, withExpiry({ staleTime: 20 * MINUTE }));
    arrive(cache, Note, { id: 1 });
    expect([isHeldAfter(19), isHeldAfter(15)]).toEqual([true, false]);
  });

  it('is that of the endpoint, if it is longer still', () => {
    setUp();
    watch(
      cache.fetch(new Endpoint({ load, schema: [Note], staleTime: 30 * MINUTE })),
    ).subscription.unsubscribe();
    expect([isHeldAfter(29), isHeldAfter(20)]).toEqual([true, false]);
  });

  it('does not pass while the page is hidden or offline', () => {
    setUp();
    arrive(cache, Note, { id: 1 });
    pass(2);
    setActive(false);
    expect(isHeldAfter(60)).toBeTrue();
    setActive(true);
    expect([isHeldAfter(2), isHeldAfter(5)]).toEqual([true, false]);
  });

  it('does not pass while the browser is offline, which its events tell', () => {
    const onLine = spyOnProperty(navigator, 'onLine').and.returnValue(true);
    const setOnline = (isOnline: boolean) => {
      onLine.and.returnValue(isOnline);
      dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    };
    clock = new FakeClock();
    TestBed.configureTestingModule({
      providers: [provideCache(withClock(clock), withRetention())],
    });
    cache = TestBed.inject(CacheService);
    arrive(cache, Note, { id: 1 });
    pass(2);
    setOnline(false);
    pass(60);
    setOnline(true);
    expect(cache.get(Note, 1)).toBeDefined();
    pass(60);
    expect(cache.get(Note, 1)).toBeUndefined();
  });

  it('needs few timers while the page is hidden', () => {
    setUp();
    arrive(cache, Note, { id: 1 });
    pass(4);
    setActive(false);
    const after = spyOn(clock, 'after').and.callThrough();
    pass(60);
    expect(after.calls.count()).toBeLessThan(61);
  });
});

describe('K2 a list of all entities', () => {
  it('shows what the application wrote after the rest was evicted', () => {
    setUp();
    cache.set(Note, { id: 1 });
    arrive(cache, Note, { id: 2 });
    pass(60);
    expect(cache.get(new schema.All(Note))).toBeUndefined();
    expect(cache.get(Note, 1)?.id).toBe(1);
  });
});

describe('K3 dev mode', () => {
  it('warns of a read of the cache that finds nothing because of an eviction', () => {
    const warnings = listenToWarnings();
    const getNotes = new Endpoint({ load: () => of([{ id: 1 }]), schema: [Note] });
    setUp();
    watch(cache.select(Note, 1)).subscription.unsubscribe();
    watch(cache.fetch(getNotes));
    cache.get(new schema.All(Note));
    pass(60);
    expect(warnings).not.toHaveBeenCalled();
    const texts = () => warnings.calls.allArgs().map(([text]) => String(text));
    watch(cache.select(Note, '1'));
    expect(texts()[0]).toContain('retention evicted the Note "1"');
    cache.get(new Query(new schema.All(Note), (notes) => notes.length));
    expect(texts()[1]).toContain('retention evicted some Note entities');
    cache.get(getNotes);
    expect(texts()[2]).toContain('retention evicted the response of ');
    cache.get(Note, 2);
    watch(cache.watch(getNotes).pipe(toValues()));
    cache.get(Note, 1);
    expect(texts().length).toBe(3);
  });

  it('warns once of 10,000 unused rows if there is no retention', () => {
    const warnings = listenToWarnings();
    const clock = new FakeClock();
    TestBed.configureTestingModule({ providers: [provideCache(withClock(clock))] });
    cache = TestBed.inject(CacheService);
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    arrive(cache, [Note], rows);
    const shown = watch(cache.select(Note, 0));
    clock.pass(MINUTE);
    expect(warnings).not.toHaveBeenCalled();
    shown.subscription.unsubscribe();
    arrive(cache, [Note], [{ id: 10_001 }]);
    clock.pass(MINUTE);
    cache.get(Note, 1);
    clock.pass(3 * MINUTE);
    expect(warnings.calls.allArgs().join()).toContain('Add withRetention()');
    expect(warnings).toHaveBeenCalledTimes(1);
  });
});
