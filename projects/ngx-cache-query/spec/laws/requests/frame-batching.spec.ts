import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  CacheService,
  Entity,
  provideCache,
  schema,
  withClock,
  withFrameBatching,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { User } from '../../support/models';
import { watch } from '../../support/watch';

type Fields = Readonly<Record<string, unknown>>;

const frame = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 120));

describe('W6, S1 withFrameBatching', () => {
  let cache: CacheService;
  let messages: Subject<object>;
  let errors: unknown[];

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [provideCache(withFrameBatching())] });
    cache = TestBed.inject(CacheService);
    messages = new Subject();
    errors = [];
    cache.connect(messages, User, { onError: (error) => errors.push(error) });
  });

  it('combines a burst into one commit, with each message as it was when it arrived', async () => {
    const seen = watch(cache.select(new schema.All(User)));
    const message = { id: 'a', name: 'Ada' };
    messages.next(message);
    message.name = 'changed later';
    for (let i = 0; i < 100; i++) messages.next({ id: `u${i % 10}`, name: `n${i}` });
    expect(seen.values).toEqual([undefined]);
    await frame();
    expect(seen.values.length).toBe(2);
    expect([seen.last!.length, seen.last![0].name, seen.last![10].name]).toEqual([
      11,
      'Ada',
      'n99',
    ]);
    messages.next({ id: 'a', name: 'Bea' });
    await frame();
    expect(seen.values.length).toBe(3);
  });

  it('shows what a subscriber sends while a frame is committed, in the next frame', async () => {
    const all = new schema.All(User);
    cache.select(all).subscribe((users) => {
      if (users?.length === 1) messages.next({ id: 'b', name: 'Bo' });
    });
    messages.next({ id: 'a', name: 'Ada' });
    await frame();
    await frame();
    expect(cache.get(all)!.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('loses no message when an onError handler throws', async () => {
    class Strict extends Entity {
      readonly id: number = 0;
      readonly n: number = 0;
      static override merge(existing: Fields, incoming: Fields): Fields {
        if (Number(incoming['n']) < 0) throw new Error('bad');
        return { ...existing, ...incoming };
      }
    }
    const numbers = new Subject<object>();
    const report = spyOn(globalThis, 'reportError');
    cache.set(Strict, { id: 1, n: 1 });
    cache.connect(numbers, Strict, {
      onError: (error) => {
        throw error;
      },
    });
    for (const [id, n] of [
      [2, 2],
      [1, -1],
      [3, 3],
    ]) {
      numbers.next({ id, n });
    }
    await frame();
    expect([cache.get(Strict, 2)?.n, cache.get(Strict, 3)?.n]).toEqual([2, 3]);
    expect(report).toHaveBeenCalledOnceWith(new Error('bad'));
  });

  it('loses nothing to a malformed message', async () => {
    messages.next({ id: 'a', name: 'Ada' });
    messages.next({ name: 'no key' });
    messages.next({ id: 'b', name: 'Bea' });
    await frame();
    expect(cache.get(new schema.All(User))?.map(({ name }) => name)).toEqual(['Ada', 'Bea']);
    expect(errors.length).toBe(1);
  });

  it('orders a message by its arrival: later writes are newer', async () => {
    const users = new schema.All(User);
    const seen = watch(cache.select(users));
    cache.set(users, [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    for (const id of ['a', 'b', 'c']) messages.next({ id, name: 'old', isAdmin: true });
    cache.set(User, { id: 'a', name: 'young' });
    cache.delete(User, 'b');
    await frame();
    const emitted = seen.last!.map(({ id, name, isAdmin }) => [id, name, isAdmin]);
    expect(emitted).toEqual([
      ['a', 'young', true],
      ['c', 'old', true],
    ]);
    messages.next({ id: 'b', name: 'again' });
    await frame();
    expect(seen.last!.map(({ name }) => name)).toEqual(['young', 'old', 'again']);
  });

  it('writes nothing that arrived before a reset', async () => {
    messages.next({ id: 'a', name: 'Ada' });
    void cache.reset();
    messages.next({ id: 'b', name: 'Bea' });
    await frame();
    expect(cache.get(new schema.All(User))?.map(({ name }) => name)).toEqual(['Bea']);
  });

  it('writes nothing after its end', async () => {
    messages.next({ id: 'a', name: 'Ada' });
    TestBed.resetTestingModule();
    await frame();
    expect(messages.observed).toBeFalse();
  });
});

describe('W6 withFrameBatching, when the frame is late or never comes', () => {
  let clock: FakeClock;
  let messages: Subject<object>;
  let frames: (() => void)[];

  function setUp(hidden = false) {
    spyOnProperty(document, 'hidden').and.returnValue(hidden);
    clock = new FakeClock();
    messages = new Subject();
    frames = [];
    spyOn(window, 'requestAnimationFrame').and.callFake((run) => frames.push(() => run(0)));
    spyOn(window, 'cancelAnimationFrame').and.callFake((nth) => (frames[nth - 1] = () => {}));
    TestBed.configureTestingModule({
      providers: [provideCache(withFrameBatching(), withClock(clock))],
    });
    return TestBed.inject(CacheService);
  }
  const names = (cache: CacheService) =>
    cache.get(new schema.All(User))?.map(({ name }) => name) ?? [];
  const runFrames = () => frames.splice(0).forEach((run) => run());

  it('commits after 100 milliseconds of the clock, once', () => {
    const cache = setUp();
    const seen = watch(cache.select(new schema.All(User)));
    cache.connect(messages, User);
    messages.next({ id: 'a', name: 'Ada' });
    clock.pass(99);
    expect(names(cache)).toEqual([]);
    clock.pass(1);
    expect(names(cache)).toEqual(['Ada']);
    runFrames();
    messages.next({ id: 'b', name: 'Bea' });
    runFrames();
    expect([names(cache), seen.values.length, clock.timersWithin(1_000)]).toEqual([
      ['Ada', 'Bea'],
      3,
      0,
    ]);
  });

  it('leaves no timer and no frame behind when the cache ends', () => {
    const cache = setUp();
    cache.connect(messages, User);
    messages.next({ id: 'a' });
    expect(clock.timersWithin(1_000)).toBe(1);
    TestBed.resetTestingModule();
    expect(clock.pendingTimers).toBe(0);
    expect(window.cancelAnimationFrame).toHaveBeenCalledTimes(1);
  });

  it('writes nothing that arrived before a reset, and everything that arrived after it', () => {
    const cache = setUp();
    cache.connect(messages, User);
    messages.next({ id: 'a', name: 'Ada' });
    void cache.reset();
    messages.next({ id: 'b', name: 'Bea' });
    runFrames();
    expect(names(cache)).toEqual(['Bea']);
  });

  it('writes what arrived before a reset that was rolled back', () => {
    const cache = setUp();
    cache.connect(messages, User);
    messages.next({ id: 'a', name: 'Ada' });
    const failing = () =>
      cache.batch(() => {
        void cache.reset();
        throw new Error('no');
      });
    expect(failing).toThrow();
    runFrames();
    expect(names(cache)).toEqual(['Ada']);
  });

  it('orders messages by arrival and skips those that fail, when a frame runs inside a subscriber', () => {
    class Strict extends Entity {
      readonly id: number = 0;
      readonly n: number = 0;
      static override merge(existing: Fields, incoming: Fields): Fields {
        if (existing['n'] === 1 && incoming['n'] === 2) throw new Error('from 1 to 2');
        return { ...existing, ...incoming };
      }
    }
    const cache = setUp();
    const errors: unknown[] = [];
    cache.set([Strict], [{ id: 1 }, { id: 2 }]);
    cache.connect(messages, Strict, { onError: (error) => errors.push(error) });
    messages.next({ id: 2, n: 5 });
    messages.next({ id: 3, n: 3 });
    cache.delete(Strict, 2);
    let isNew = true;
    cache.select(User, 'a').subscribe((user) => {
      if (user === undefined || !isNew) return;
      isNew = false;
      messages.next({ id: 1, n: 2 });
      cache.set(Strict, { id: 1, n: 1 });
      runFrames();
    });
    cache.set(User, { id: 'a' });
    const rows = cache.get(new schema.All(Strict))!.map(({ id, n }) => [id, n]);
    expect(rows).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(errors).toEqual([]);
    messages.next({ id: 1, n: 2 });
    runFrames();
    expect(errors).toEqual([new Error('from 1 to 2')]);
  });

  it('commits in a microtask while the page is hidden', async () => {
    const cache = setUp(true);
    const seen = watch(cache.select(new schema.All(User)));
    cache.connect(messages, User);
    messages.next({ id: 'a', name: 'Ada' });
    messages.next({ id: 'b', name: 'Bea' });
    expect([seen.values.length, frames.length, clock.timersWithin(1_000)]).toEqual([1, 0, 0]);
    await Promise.resolve();
    expect([names(cache), seen.values.length]).toEqual([['Ada', 'Bea'], 2]);
  });
});
