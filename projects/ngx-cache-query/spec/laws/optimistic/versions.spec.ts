import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  Entity,
  optimistic,
  RestEndpoint,
  restEndpoints,
  schema,
  withClock,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { mutation } from '../../support/mutation';
import { setUpRest } from '../../support/rest-users';
import { beginRead, Served } from '../../support/served';
import { watch } from '../../support/watch';

class Document extends Entity {
  static override readonly version = 'version';
  readonly id: number = 0;
  readonly text: string = '';
  readonly version: number = 0;
}
const all = new schema.All(Document);
const list = new Collection([Document]);
const gone = new schema.Invalidate(Document);

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

/** Sends mutations without optimistic updates: two changes to one document, and its deletion between them. */
function call() {
  cache.set(list, [{ id: 2, version: 12 }]);
  const seen = watch(cache.select(all));
  const [first, second] = [1, 2].map(() => new Served(Document, { sideEffect: true }));
  const deletion = new Served(gone, { sideEffect: true });
  for (const { endpoint } of [first, deletion, second]) watch(cache.fetch(endpoint, { id: 2 }));
  const respond = {
    first: () => first.respond({ id: 2, version: 17 }),
    deletion: () => deletion.respond(null),
    second: () => second.respond({ id: 2, version: 13 }),
  };
  return {
    respond,
    versions: () => seen.values.map((found) => found?.map(({ version }) => version).join()),
    failFirst: () => first.requests[0].fail(new Error('refused')),
    failDeletion: () => deletion.requests[0].fail(new Error('refused')),
  };
}

describe('O5 versions, where requests overtake each other', () => {
  beforeEach(setUp);

  const orders = [
    ['second', 'first', 'deletion'],
    ['second', 'deletion', 'first'],
    ['first', 'second', 'deletion'],
    ['first', 'deletion', 'second'],
    ['deletion', 'first', 'second'],
  ] as const;
  const seen = [
    ['12', '13', '17', ''],
    ['12', '13', ''],
    ['12', '17', ''],
    ['12', '17', ''],
    ['12', ''],
  ];
  orders.forEach((order, i) => {
    it(`never go back, and the last deletion stays: ${order.join(', ')}`, () => {
      const { respond, versions } = call();
      for (const name of order) respond[name]();
      expect(versions()).toEqual(seen[i]);
      expect([cache.get(Document, 2), cache.get(list)]).toEqual([undefined, []]);
    });
  });

  it('that arrive after a deletion do not keep out what was requested after it', () => {
    const { respond } = call();
    respond.deletion();
    const read = beginRead(cache, Document);
    respond.first();
    read.respond({ id: 2, version: 18 });
    expect(cache.get(Document, 2)?.version).toBe(18);
  });

  it('keep older data out once a later response shows that it is older', () => {
    const { respond, versions } = call();
    respond.deletion();
    respond.second();
    expect(cache.get(Document, 2)?.version).toBe(13);
    respond.first();
    expect(versions()).toEqual(['12', '', '13', '']);
  });

  it('decide when the deletion fails', () => {
    const { respond, versions, failDeletion } = call();
    respond.second();
    respond.first();
    failDeletion();
    expect(versions()).toEqual(['12', '13', '17']);
  });

  it('let a row that was deleted while nothing was in flight be created again, with lower versions', () => {
    const { respond } = call();
    respond.second();
    respond.first();
    respond.deletion();
    const create = new Served(Document, { sideEffect: true });
    watch(cache.fetch(create.endpoint));
    create.respond({ id: 2, version: 1 });
    expect(cache.get(Document, 2)?.version).toBe(1);
  });

  it('keep what was restored after its optimistic deletion, in whichever order the responses arrive', () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      cache.set(Document, { id: 2, version: 12 });
      const deletion = mutation(cache, gone);
      deletion.send({ id: 2 });
      expect(cache.get(Document, 2)).toBeUndefined();
      const restore = new Served(Document, { sideEffect: true });
      watch(cache.fetch(restore.endpoint));
      const respond = [() => deletion.respond(null), () => restore.respond({ id: 2, version: 14 })];
      for (const nth of order) respond[nth]();
      expect(cache.get(Document, 2)?.version).toBe(14);
      cache.delete(Document, 2);
    }
  });

  it('do not bring back what is deleted optimistically with the answer to a later call that is older', () => {
    cache.set(Document, { id: 2, version: 12 });
    mutation(cache, gone).send({ id: 2 });
    const change = new Served(Document, { sideEffect: true });
    watch(cache.fetch(change.endpoint));
    change.respond({ id: 2, version: 11 });
    expect(cache.get(Document, 2)).toBeUndefined();
  });

  it('show the response of a read that began after the deletion', () => {
    const { respond, failFirst } = call();
    failFirst();
    respond.deletion();
    const read = new Served([Document]);
    watch(cache.fetch(read.endpoint));
    read.respond([{ id: 2, version: 20 }]);
    expect(cache.get(Document, 2)?.version).toBe(20);
    respond.second();
    expect(cache.get(Document, 2)?.version).toBe(20);
  });

  it('decide between any number of responses that overtook one deletion', () => {
    cache.set(Document, { id: 2, version: 1 });
    const send = (shape: typeof Document | typeof gone) => {
      const served = new Served(shape, { sideEffect: true });
      return { served, seen: watch(cache.fetch(served.endpoint, { id: 2 })) };
    };
    send(Document); // stays pending
    const [first, deletion] = [send(Document), send(gone)];
    const puts = Array.from({ length: 60 }, () => send(Document));
    deletion.served.respond(null);
    first.served.respond({ id: 2, version: 100 });
    puts.forEach(({ served }, n) => served.respond({ id: 2, version: n + 2 }));
    expect(puts.flatMap(({ seen }) => seen.errors)).toEqual([]);
    expect(cache.get(Document, 2)).toBeUndefined();
  });
});

describe('O5 a row whose change and action are answered in the other order', () => {
  class Ticket extends Entity {
    static override readonly version = 'version';
    readonly id: number = 0;
    readonly status: string = 'open';
    readonly version: number = 0;
  }
  const options = { path: '/tickets/:id', schema: Ticket } as const;
  const post = { method: 'POST', body: undefined } as const;
  const close = new RestEndpoint({ ...post, path: '/tickets/:id/close', schema: Ticket });
  const closeAll = new RestEndpoint({ ...post, path: '/close-all', schema: [Ticket] });
  const closed = { id: 7, status: 'closed', version: 3 };
  const actions = {
    'an action': () => {
      watch(cache.fetch(close, { id: 7 }));
      return { url: '/tickets/7/close', answer: closed };
    },
    'a bulk action': () => {
      watch(cache.fetch(closeAll));
      return { url: '/close-all', answer: [closed] };
    },
  };

  for (const [kind, { getList, partialUpdate }] of [
    ['plain', restEndpoints(options)],
    ['optimistic', restEndpoints({ ...options, optimistic })],
  ] as const) {
    for (const [name, act] of Object.entries(actions)) {
      for (const status of ['open', 'pending']) {
        for (const isRefetched of [false, true]) {
          const during = isRefetched ? 'with' : 'without';
          it(`has one version: ${kind}, ${name}, ${status}, ${during} a refetch`, () => {
            const clock = new FakeClock();
            const { http, sent, ...rest } = setUpRest(withClock(clock));
            ({ cache } = rest);
            const reads = () => http.match(({ method }) => method === 'GET');
            watch(cache.watch(getList));
            reads()[0].flush([{ id: 7, status: 'open', version: 1 }]);
            watch(cache.fetch(partialUpdate, { id: 7 }, { status }));
            const { url, answer } = act();
            sent(url).flush(answer);
            if (isRefetched) void cache.refetch(getList);
            sent('/tickets/7').flush({ id: 7, status, version: 2 });
            for (let n = 0; n < 2; n++) {
              for (const each of reads()) if (!each.cancelled) each.flush([closed]);
              clock.pass(2000);
            }
            expect(cache.get(Ticket, 7)).toEqual(Ticket.fromJS(closed));
            expect(cache.get(getList)).toEqual([Ticket.fromJS(closed)]);
          });
        }
      }
    }
  }
});
