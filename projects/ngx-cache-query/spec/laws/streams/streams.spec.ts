import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, fromEventSource, fromWebSocket, schema } from 'ngx-cache-query';
import { FakeClock } from '../../../spec/support/fake-clock';

class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}

/** A fake connection. The spec plays the role of the server. */
class FakeConnection extends EventTarget {
  static all: FakeConnection[] = [];
  static get last(): FakeConnection {
    return this.all.at(-1)!;
  }
  readonly sent: string[] = [];
  isClosed = false;

  constructor(readonly url: string) {
    super();
    FakeConnection.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.dispatchEvent(new Event('open'));
  }

  receive(data: unknown, type = 'message', lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
  }

  break(type: 'error' | 'close'): void {
    this.dispatchEvent(new Event(type));
  }
}

const { EventSource: ownEventSource, WebSocket: ownWebSocket } = window;

describe('S1, S2 streams', () => {
  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock();
    FakeConnection.all = [];
    Object.assign(window, { EventSource: FakeConnection, WebSocket: FakeConnection });
    spyOn(Math, 'random').and.returnValue(1);
  });
  afterEach(() => {
    expect(clock.pendingTimers).toBe(0);
    Object.assign(window, { EventSource: ownEventSource, WebSocket: ownWebSocket });
  });
  const tick = (milliseconds: number) => clock.pass(milliseconds);

  for (const [name, from, end] of [
    ['fromEventSource', fromEventSource, 'error'],
    ['fromWebSocket', fromWebSocket, 'close'],
  ] as const) {
    describe(name, () => {
      it('opens with the first subscriber, closes with the last, and reports both', () => {
        const stream = from<{ n: number }>('/events', { clock });
        const states: string[] = [];
        stream.status$.subscribe((state) => states.push(state));
        expect(FakeConnection.all.length).toBe(0);
        const seen: unknown[] = [];
        const subscription = stream.subscribe((value) => seen.push(value));
        const { last } = FakeConnection;
        last.open();
        last.receive('{"n":1}');
        subscription.unsubscribe();
        expect(last.isClosed).toBeTrue();
        tick(100_000);
        expect(FakeConnection.all.length).toBe(1);
        expect(seen).toEqual([{ n: 1 }]);
        expect(states).toEqual(['idle', 'connecting', 'open', 'idle']);
      });

      it('reconnects after a loss: after one second, two, four, and from the start again once it was open', () => {
        const states: string[] = [];
        const stream = from('/events', { clock, maxDelay: 4_000 });
        stream.status$.subscribe((state) => states.push(state));
        const subscription = stream.subscribe();
        for (const wait of [1_000, 2_000, 4_000, 4_000]) {
          const count = FakeConnection.all.length;
          FakeConnection.last.break(end);
          FakeConnection.last.break(end);
          tick(wait - 1);
          expect(FakeConnection.all.length).toBe(count);
          tick(1);
          expect(FakeConnection.all.length).toBe(count + 1);
        }
        FakeConnection.last.open();
        FakeConnection.last.receive('1');
        FakeConnection.last.break(end);
        tick(1_000);
        expect(FakeConnection.all.length).toBe(6);
        expect(FakeConnection.all.filter(({ isClosed }) => isClosed).length).toBe(5);
        expect(states.slice(-4)).toEqual(['connecting', 'open', 'waiting', 'connecting']);
        subscription.unsubscribe();
      });

      it('waits one half of the delay, plus a random part of the other half', () => {
        for (const [chance, wait] of [
          [0, 500],
          [0.5, 750],
        ]) {
          (Math.random as jasmine.Spy).and.returnValue(chance);
          const subscription = from('/events', { clock }).subscribe();
          const count = FakeConnection.all.length;
          FakeConnection.last.break(end);
          tick(wait - 1);
          expect(FakeConnection.all.length).toBe(count);
          tick(1);
          expect(FakeConnection.all.length).toBe(count + 1);
          subscription.unsubscribe();
        }
      });

      it('uses the system clock by default', async () => {
        const subscription = from('/events', { delay: 1 }).subscribe();
        FakeConnection.last.break(end);
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(FakeConnection.all.length).toBe(2);
        subscription.unsubscribe();
      });

      it('reconnects at once when the browser is online again, and not before a loss', () => {
        const subscription = from('/events', { clock }).subscribe();
        const online = () => window.dispatchEvent(new Event('online'));
        online();
        expect(FakeConnection.all.length).toBe(1);
        for (const times of [2, 3, 4]) {
          FakeConnection.last.break(end);
          expect(FakeConnection.all.length).toBe(times - 1);
          online();
          expect(FakeConnection.all.length).toBe(times);
          online();
        }
        FakeConnection.last.break(end);
        clock.pass(1_000);
        expect(FakeConnection.all.length).toBe(5);
        FakeConnection.last.break(end);
        subscription.unsubscribe();
        online();
        expect(FakeConnection.all.length).toBe(5);
      });

      it('reconnects once if the browser is online again before the delay is over', () => {
        const subscription = from('/events', { clock }).subscribe();
        FakeConnection.last.break(end);
        window.dispatchEvent(new Event('online'));
        clock.pass(2_000);
        expect(FakeConnection.all.length).toBe(2);
        subscription.unsubscribe();
      });

      it('reconnects with increasing delays if the server accepts and closes', () => {
        const subscription = from('/events', { clock, maxDelay: 8_000 }).subscribe();
        for (const wait of [1_000, 2_000, 4_000]) {
          FakeConnection.last.open();
          FakeConnection.last.break(end);
          tick(wait - 1);
          const count = FakeConnection.all.length;
          tick(1);
          expect(FakeConnection.all.length).toBe(count + 1);
        }
        FakeConnection.last.open();
        tick(8_000); // the connection stays open for `maxDelay`, so the delay starts over
        FakeConnection.last.break(end);
        tick(1_000);
        expect(FakeConnection.all.length).toBe(5);
        subscription.unsubscribe();
      });

      it('keeps trying while the function for its address throws', () => {
        const report = spyOn(globalThis, 'reportError');
        let token: string | undefined = 'a';
        const url = () => {
          if (token === undefined) throw new Error('no token');
          return `/events?token=${token}`;
        };
        const subscription = from(url, { clock }).subscribe();
        token = undefined;
        FakeConnection.last.break(end);
        tick(1_000);
        expect([FakeConnection.all.length, report.calls.count()]).toEqual([1, 1]);
        token = 'b';
        tick(2_000);
        expect(FakeConnection.last.url).toBe('/events?token=b');
        subscription.unsubscribe();
      });

      it('is idle without subscribers', () => {
        const stream = from('/events', { clock });
        const states: string[] = [];
        stream.status$.subscribe((state) => states.push(state));
        const [first, second] = [stream.subscribe(), stream.subscribe()];
        first.unsubscribe();
        expect(states.at(-1)).toBe('connecting');
        second.unsubscribe();
        expect(states.at(-1)).toBe('idle');
      });

      it('counts as lost after a long silence', () => {
        const subscription = from('/events', { clock, silence: 5_000 }).subscribe();
        FakeConnection.last.open();
        tick(4_999);
        FakeConnection.last.receive('1');
        tick(4_999);
        expect(FakeConnection.last.isClosed).toBeFalse();
        tick(1);
        expect(FakeConnection.last.isClosed).toBeTrue();
        tick(1_000);
        expect(FakeConnection.all.length).toBe(2);
        subscription.unsubscribe();
      });

      it('skips unreadable messages, and continues', () => {
        const bad: unknown[] = [];
        const seen: unknown[] = [];
        const onBadMessage = (error: unknown) => bad.push(error);
        const subscription = from('/events', { clock, onBadMessage }).subscribe((value) =>
          seen.push(value),
        );
        FakeConnection.last.receive('no JSON');
        FakeConnection.last.receive('2');
        expect([bad.length, seen]).toEqual([1, [2]]);
        subscription.unsubscribe();
      });

      it('works in an environment without reportError, such as jsdom', () => {
        const original = globalThis.reportError;
        const logged = spyOn(console, 'error');
        const seen: unknown[] = [];
        Reflect.deleteProperty(globalThis, 'reportError');
        try {
          const subscription = from('/events', { clock }).subscribe((value) => seen.push(value));
          FakeConnection.last.receive('1');
          FakeConnection.last.receive('no JSON');
          FakeConnection.last.receive('2');
          subscription.unsubscribe();
        } finally {
          globalThis.reportError = original;
        }
        expect([seen, logged.calls.count()]).toEqual([[1, 2], 1]);
      });

      it('feeds a cache, and continues after malformed values', () => {
        const cache = TestBed.inject(CacheService);
        const errors: unknown[] = [];
        const onError = (error: unknown) => errors.push(error);
        const connection = cache.connect(from('/events', { clock }), Todo, { onError });
        FakeConnection.last.receive('{"id":1,"title":"Tea"}');
        FakeConnection.last.receive('{"title":"no key"}');
        FakeConnection.last.receive('{"id":2,"title":"Cake"}');
        expect(cache.get(new schema.All(Todo))?.map(({ title }) => title)).toEqual(['Tea', 'Cake']);
        expect(errors.length).toBe(1);
        connection.unsubscribe();
        expect(FakeConnection.last.isClosed).toBeTrue();
      });
    });
  }

  it('of events continue after the last event, and may have names', () => {
    const seen: unknown[] = [];
    const parse = (data: string, event: string) => `${event} ${data}`;
    const events = ['message', 'deleted'];
    let token = 1;
    const stream = fromEventSource(() => `/events?token=${token++}`, { clock, events, parse });
    const subscription = stream.subscribe((value) => seen.push(value));
    FakeConnection.last.receive('a', 'message', '7 x');
    FakeConnection.last.receive('b', 'deleted');
    FakeConnection.last.receive('c', 'other');
    FakeConnection.last.break('error');
    tick(1_000);
    expect(FakeConnection.last.url).toBe('/events?token=2&lastEventId=7%20x');
    expect(seen).toEqual(['message a', 'deleted b']);
    subscription.unsubscribe();
  });

  it('of a socket send a greeting when they are open, and ping', () => {
    const greet = () => 'hello';
    const ping = { every: 1_000, message: 'ping' };
    const parse = (data: unknown) => (data === 'pong' ? undefined : data);
    const seen: unknown[] = [];
    const subscription = fromWebSocket('/socket', { clock, greet, ping, parse }).subscribe(
      (value) => seen.push(value),
    );
    FakeConnection.last.open();
    tick(2_500);
    FakeConnection.last.receive('pong');
    FakeConnection.last.receive('hi');
    expect([FakeConnection.last.sent, seen]).toEqual([['hello', 'ping', 'ping'], ['hi']]);
    const first = FakeConnection.last;
    first.break('close');
    tick(10_000);
    expect(first.sent.length).toBe(3);
    subscription.unsubscribe();
  });
});
