import { fromEventSource, fromWebSocket } from 'ngx-cache-query';
import { Subscription } from 'rxjs';
import { endFakeConnections, fakeConnections } from '../../../spec/support/fake-connections';
import { PageCounts } from '../../../spec/support/page-counts';

const ping = { every: 10, message: 'ping' };
const options = { delay: 1, silence: 50, ping };
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

describe('a stream without subscribers', () => {
  let connections: ReturnType<typeof fakeConnections>;
  let page: PageCounts;
  beforeEach(() => {
    connections = fakeConnections();
    page = new PageCounts();
  });
  afterEach(() => {
    page.end();
    endFakeConnections();
  });

  for (const [name, open] of [
    ['fromEventSource', () => fromEventSource('/events', options)],
    ['fromWebSocket', () => fromWebSocket('ws:events', options)],
  ] as const) {
    it(`stays closed, although the connection reports its end afterwards: ${name}`, async () => {
      const states: string[] = [];
      const stream = open();
      stream.status$.subscribe((state) => states.push(state));
      const subscription = stream.subscribe();
      connections.accept();
      const left = connections.all;
      subscription.unsubscribe();
      left.forEach((each) => each.receive(1));
      await wait(20);
      expect(states).toEqual(['idle', 'connecting', 'open', 'idle']);
      expect([connections.open, page.now.intervals, page.now.timers]).toEqual([0, 0, 0]);
    });

    for (const last of ['connecting', 'open', 'waiting'] as const) {
      it(`may be unsubscribed when it reports that it is ${last}: ${name}`, async () => {
        const stream = open();
        let subscription = Subscription.EMPTY;
        const status = stream.status$.subscribe((state) => {
          if (state === last) subscription.unsubscribe();
        });
        subscription = stream.subscribe();
        connections.accept();
        connections.lose();
        await wait(20); // long enough to open the connection again if the subscriber had not left
        subscription.unsubscribe();
        await wait(20);
        expect(subscription.closed).toBeTrue();
        expect([connections.open, page.now.intervals, page.now.timers]).toEqual([0, 0, 0]);
        status.unsubscribe();
      });
    }
  }
});
