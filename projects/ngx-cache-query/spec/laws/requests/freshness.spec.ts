import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import { Endpoint, Entity, schema, toValues, withExpiry } from 'ngx-cache-query';
import { causesOf } from '../../support/causes';
import { Timed } from '../../support/timed';
import { watch } from '../../support/watch';

describe('F5 how long a response stays fresh', () => {
  it('is one minute, or the option of the cache or the endpoint', () => {
    for (const [features, options, length] of [
      [[], {}, 60_000],
      [[withExpiry({ staleTime: 5_000 })], {}, 5_000],
      [[withExpiry({ staleTime: 5_000 })], { staleTime: 100 }, 100],
    ] as const) {
      const timed = new Timed(...features);
      const { cache, clock } = timed;
      const getUser = timed.endpoint(options);
      watch(cache.ensure(getUser));
      clock.pass(length - 1);
      watch(cache.ensure(getUser));
      expect(timed.requestCount).withContext(`${length}`).toBe(1);
      clock.pass(1);
      watch(cache.ensure(getUser));
      expect(timed.requestCount).withContext(`${length}`).toBe(2);
    }
  });

  it('ends with its first entity that expires, and state emits then', () => {
    const { cache, clock } = new Timed();
    class Price extends Entity {
      readonly id: number = 0;
      readonly seconds: number = 0;
      static override expiresAt(row: { seconds?: number }, { fetchedAt }: { fetchedAt: number }) {
        return row.seconds === undefined ? undefined : fetchedAt + row.seconds * 1_000;
      }
    }
    let requestCount = 0;
    const load = () => {
      requestCount++;
      return of([{ id: 1 }, { id: 2, seconds: 9 }, { id: 3, seconds: 3 }]);
    };
    const getPrices = new Endpoint({ load, schema: [Price] });
    const seen = watch(cache.watch(getPrices));
    expect(seen.last!.isStale).toBeFalse();
    clock.pass(2_999);
    expect(seen.last!.isStale).toBeFalse();
    clock.pass(1);
    expect(seen.last!.isStale).toBeTrue();
    expect(requestCount).toBe(1);
    watch(cache.watch(getPrices).pipe(toValues()));
    expect(requestCount).toBe(2);
  });

  it('does not ask for the time of an entity that the response deletes', () => {
    const { cache, clock } = new Timed();
    class Price extends Entity {
      readonly id: number = 0;
      static override expiresAt({ until }: { until?: number }) {
        return until;
      }
    }
    const response = { price: { id: 1, until: clock.now() + 10 }, gone: { id: 2 } };
    const getPrice = new Endpoint({
      load: () => of(response),
      schema: { price: Price, gone: new schema.Invalidate(Price) },
    });
    const seen = watch(cache.watch(getPrice));
    expect([seen.last!.status, seen.last!.isStale]).toEqual(['resolved', false]);
    clock.pass(10);
    expect(seen.last!.isStale).toBeTrue();
  });

  it('ends also if it is the response to an older read, while a newer one is in flight', () => {
    const { cache, clock } = new Timed(withExpiry({ staleTime: 500 }));
    class Person extends Entity {
      readonly id: number = 0;
    }
    const answers: Subject<Partial<Person>[]>[] = [];
    const load = () => (answers[answers.length] = new Subject());
    const getPeople = new Endpoint({ load, schema: [Person] });
    const seen = watch(cache.watch(getPeople));
    watch(cache.fetch(getPeople));
    cache.batch(() => cache.delete(Person, 1)); // Later callers send their own request.
    watch(cache.fetch(getPeople));
    expect(answers.length).toBe(2);
    answers[0].next([{ id: 2 }]);
    answers[0].complete();
    expect([seen.last!.isFetching, seen.last!.isStale]).toEqual([true, false]);
    clock.pass(500);
    expect([seen.last!.isFetching, seen.last!.isStale]).toEqual([true, true]);
  });

  it('is tracked per response, not per row', () => {
    const timed = new Timed();
    const [one, other] = [timed.endpoint(), timed.endpoint()];
    watch(timed.cache.ensure(one));
    timed.clock.pass(59_999);
    watch(timed.cache.ensure(other)); // the same user, fetched a second time
    timed.clock.pass(1);
    watch(timed.cache.ensure(other));
    expect(timed.requestCount).toBe(2);
    watch(timed.cache.ensure(one));
    expect(timed.requestCount).toBe(3);
  });

  it('keeps showing stale data during a refetch, in signals too', () => {
    const timed = new Timed();
    const { endpoint, requests } = timed.pending();
    const { cache, clock } = timed;
    watch(cache.fetch(endpoint));
    requests[0].next({ id: 'a', name: 'old' });
    clock.pass(60_000);
    const seen = watch(cache.watch(endpoint).pipe(toValues()));
    const state = watch(cache.watch(endpoint));
    const signal = TestBed.runInInjectionContext(() => cache.resource(endpoint).snapshot);
    for (const { value, isFetching, isStale } of [state.last!, signal()]) {
      expect([value?.name, isFetching, isStale]).toEqual(['old', true, true]);
    }
    requests[1].next({ id: 'a', name: 'new' });
    expect(seen.values.map(({ name }) => name)).toEqual(['old', 'new']);
    expect(signal()).toEqual(state.last!);
    expect([signal().value?.name, signal().isFetching, signal().isStale]).toEqual([
      'new',
      false,
      false,
    ]);
  });
});

describe('F5 invalidIfStale', () => {
  const old = { id: 'a', name: 'old' };

  it('hides stale data from a new subscriber', () => {
    const responses = new Subject<object>();
    const timed = new Timed(withExpiry({ invalidIfStale: true }));
    const load = () => (timed.requestCount++ === 0 ? of(old) : responses);
    const getUser = timed.endpoint({ load });
    watch(timed.cache.fetch(getUser));
    timed.clock.pass(60_000);
    const seen = watch(timed.cache.watch(getUser).pipe(toValues()));
    responses.next({ id: 'a', name: 'new' });
    expect(seen.values.map(({ name }) => name)).toEqual(['new']);
  });

  it('of an endpoint takes precedence over withExpiry', () => {
    const timed = new Timed(withExpiry({ invalidIfStale: true }));
    const { endpoint, requests } = timed.pending({ invalidIfStale: false });
    watch(timed.cache.fetch(endpoint));
    requests[0].next(old);
    timed.clock.pass(60_000);
    expect(watch(timed.cache.watch(endpoint)).last!.value?.name).toBe('old');
  });

  it('keeps the data of active subscribers', () => {
    const timed = new Timed();
    const { endpoint, requests } = timed.pending({ invalidIfStale: true });
    const first = watch(timed.cache.watch(endpoint));
    requests[0].next(old);
    timed.clock.pass(60_000);
    watch(timed.cache.watch(endpoint));
    expect([first.last!.value?.name, first.last!.isFetching]).toEqual(['old', true]);
  });

  it('shows the response of a request in flight', () => {
    for (const isFirst of [true, false]) {
      const timed = new Timed();
      const { endpoint, requests } = timed.pending({ invalidIfStale: true });
      if (!isFirst) watch(timed.cache.fetch(endpoint));
      requests[0]?.next(old);
      timed.clock.pass(60_000);
      watch(timed.cache.fetch(endpoint));
      const seen = watch(timed.cache.watch(endpoint).pipe(toValues()));
      requests.at(-1)!.next({ id: 'a', name: 'new' });
      expect(seen.values.map(({ name }) => name)).toEqual(['new']);
      expect(timed.requestCount).toBe(isFirst ? 1 : 2);
    }
  });

  it('applies even after a recent failure', () => {
    const timed = new Timed();
    const { endpoint, requests } = timed.pending({
      invalidIfStale: true,
      errorStaleTime: 1_000,
    });
    watch(timed.cache.fetch(endpoint));
    requests[0].next(old);
    timed.clock.pass(60_000);
    watch(timed.cache.fetch(endpoint));
    requests[1].error('down');
    const { status, value } = watch(timed.cache.watch(endpoint)).last!;
    expect([status, value, timed.requestCount]).toEqual(['error', undefined, 2]);
  });
});

describe('F5 errorStaleTime', () => {
  it('prevents a new request right after a failure', () => {
    const timed = new Timed(withExpiry({ errorStaleTime: 1_000 }));
    const { cache, clock } = timed;
    const getUser = timed.failing();
    const first = watch(cache.watch(getUser));
    expect(first.last!.status).toBe('error');
    first.subscription.unsubscribe();
    clock.pass(999);
    expect(watch(cache.watch(getUser)).last!.status).toBe('error');
    expect(timed.requestCount).toBe(1);
    cache.refetch(getUser);
    expect(timed.requestCount).toBe(2);
    clock.pass(1_000);
    watch(cache.watch(getUser));
    expect(timed.requestCount).toBe(3);
  });

  it('lets a new subscriber without data receive the recent error', () => {
    const timed = new Timed();
    const getUser = timed.failing({ errorStaleTime: 1_000 });
    watch(timed.cache.fetch(getUser));
    const seen = watch(timed.cache.watch(getUser).pipe(toValues()));
    expect([String(causesOf(seen.errors)[0]), timed.requestCount]).toEqual(['Error: failure 1', 1]);
  });
});

describe('F3 the error is separate from the data', () => {
  it('in Observables and signals', () => {
    const timed = new Timed();
    const { endpoint, requests } = timed.pending();
    const state = watch(timed.cache.watch(endpoint));
    const signal = TestBed.runInInjectionContext(() => timed.cache.resource(endpoint).snapshot);
    const seen = watch(timed.cache.watch(endpoint).pipe(toValues()));
    signal();
    TestBed.tick();
    requests[0].next({ id: 'a', name: 'old' });
    timed.cache.refetch(endpoint);
    requests[1].error('down');
    for (const { status, value, error, refreshError, isStale } of [state.last!, signal()]) {
      expect([status, value?.name, error, isStale]).toEqual(['resolved', 'old', undefined, true]);
      expect(refreshError?.cause).toBe('down');
    }
    expect([seen.values.length, seen.errors]).toEqual([1, []]);
    timed.cache.refetch(endpoint);
    requests[2].next({ id: 'a', name: 'new' });
    for (const { status, refreshError } of [state.last!, signal()]) {
      expect([status, refreshError]).toEqual(['resolved', undefined]);
    }
  });
});
