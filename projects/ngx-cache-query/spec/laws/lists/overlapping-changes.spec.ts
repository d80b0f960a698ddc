import { Entity, optimistic, RestEndpoint, restEndpoints, typed, withClock } from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

class Ticket extends Entity {
  readonly id: number = 0;
  readonly status: string = 'open';
  readonly priority: number = 0;
}
class Versioned extends Ticket {
  static override readonly version = 'version';
  readonly version: number = 0;
}

interface Search {
  readonly status?: string;
  readonly sort?: string;
  readonly page?: number;
}
const options = { path: '/tickets/:id', searchParams: typed<Search>() } as const;
const plain = restEndpoints({ ...options, schema: Ticket });
const shown = restEndpoints({ ...options, schema: Ticket, optimistic });
const plainVersions = restEndpoints({ ...options, schema: Versioned });
const shownVersions = restEndpoints({ ...options, schema: Versioned, optimistic });
const close = new RestEndpoint({ path: '/tickets/:id/close', method: 'POST', schema: Ticket });

const OPEN = { status: 'open' };
const PENDING = { status: 'pending' };
const ticket = (id: number, status = 'open') => ({ id, status });
const idsOf = (found: readonly Ticket[] | undefined) => found?.map(({ id }) => id);

let { cache, http } = {} as ReturnType<typeof setUpRest>;
let clock: FakeClock;
function setUp() {
  clock = new FakeClock();
  ({ cache, http } = setUpRest(withClock(clock)));
}

/** Returns the request of a call such as `PATCH /tickets/1`. */
function sent(call: string) {
  return http.expectOne(({ method, urlWithParams }) => `${method} ${urlWithParams}` === call);
}
const reads = () => http.match(({ method }) => method === 'GET').filter((each) => !each.cancelled);

/** Lets the time pass until everything has been refetched that would be. */
const settle = () => clock.pass(2000);

describe('L3, L7 lists, where changes and other responses overlap', () => {
  beforeEach(setUp);

  for (const [kind, { get, getList, partialUpdate }] of [
    ['plain', plainVersions],
    ['optimistic', shownVersions],
  ] as const) {
    const newer = { ...ticket(10, 'closed'), version: 2 };
    const ways = {
      'a read': () => {
        watch(cache.fetch(get, { id: 10 }));
        sent('GET /tickets/10').flush(newer);
      },
      'another mutation': () => {
        watch(cache.fetch(partialUpdate, { id: 10 }, { status: 'closed' }));
        sent('PATCH /tickets/10').flush(newer);
      },
      'the application': () => cache.set([Versioned], [newer]),
    };
    for (const [by, arrive] of Object.entries(ways)) {
      it(`do not show a created entity that ${by} has already changed, ${kind}`, () => {
        watch(cache.watch(getList, OPEN));
        sent('GET /tickets?status=open').flush([]);
        watch(cache.fetch(getList.push, OPEN));
        arrive();
        sent('POST /tickets').flush({ ...ticket(10), version: 1 });
        settle();
        expect(cache.get(Versioned, 10)).toEqual(jasmine.objectContaining(newer));
        expect(cache.get(getList, OPEN)).toEqual([]);
      });
    }
  }

  it('keep what their own response contains, while another row is answered', () => {
    const closing = close.extend({ refetches: [shown.getList] });
    watch(cache.watch(shown.getList, OPEN));
    sent('GET /tickets?status=open').flush([ticket(6), ticket(13)]);
    watch(cache.watch(shown.getList, PENDING));
    sent('GET /tickets?status=pending').flush([ticket(12, 'pending')]);
    watch(cache.fetch(shown.partialUpdate, { id: 12 }, OPEN));
    watch(cache.fetch(closing, { id: 13 }));
    sent('POST /tickets/13/close').flush(ticket(13));
    const again = sent('GET /tickets?status=open');
    // The server has read this list before the change, and the other one after it.
    sent('GET /tickets?status=pending').flush([ticket(12, 'pending')]);
    sent('PATCH /tickets/12').flush(ticket(12));
    again.flush([ticket(6), ticket(12)]);
    settle();
    for (const each of reads())
      each.flush(each.request.params.get('status') === 'open' ? [ticket(6), ticket(12)] : []);
    expect(idsOf(cache.get(shown.getList, OPEN))).toEqual([6, 12]);
    expect(cache.get(shown.getList, PENDING)).toEqual([]);
  });

  for (const isWholeFirst of [true, false]) {
    it(`keep a changed entity that an older response lacks, shown ${isWholeFirst ? 'after' : 'before'} the list of all`, () => {
      const { getList, partialUpdate } = plainVersions;
      const [three, nine] = [
        { ...ticket(3), version: 1 },
        { ...ticket(9, 'closed'), version: 1 },
      ];
      const showWhole = () => {
        watch(cache.watch(getList));
        sent('GET /tickets').flush([three, { ...ticket(8, 'closed'), version: 1 }, nine]);
      };
      if (isWholeFirst) showWhole();
      watch(cache.watch(getList, OPEN));
      sent('GET /tickets?status=open').flush([three]);
      if (!isWholeFirst) showWhole();
      watch(cache.fetch(partialUpdate, { id: 8 }, OPEN));
      void cache.refetch(getList);
      const changed = { ...ticket(8), version: 2 };
      const older = sent('GET /tickets?status=open');
      sent('GET /tickets').flush([three, changed, nine]);
      sent('PATCH /tickets/8').flush(changed);
      older.flush([three]);
      settle();
      for (const each of reads())
        each.flush(each.request.params.has('status') ? [three, changed] : [three, changed, nine]);
      expect(idsOf(cache.get(getList, OPEN))).toEqual([3, 8]);
    });
  }

  for (const changes of [['closed'], ['open', 'closed']]) {
    it(`do not get back an entity from a response that is older than its change: ${changes.join(', ')}`, () => {
      const start = changes.length === 1 ? 'open' : 'pending';
      const rows = [ticket(4, start), ticket(9)].filter(({ status }) => status === 'open');
      watch(cache.watch(shown.getList, OPEN));
      sent('GET /tickets?status=open').flush(rows);
      watch(cache.watch(shown.get, { id: 4 }));
      sent('GET /tickets/4').flush(ticket(4, start));
      const [first, second] = changes.map((status) => {
        watch(cache.fetch(shown.partialUpdate, { id: 4 }, { status }));
        return sent('PATCH /tickets/4');
      });
      if (changes.length > 1) first.flush(ticket(4));
      void cache.refetch(shown.get, { id: 4 });
      sent('GET /tickets/4').flush(ticket(4));
      (second ?? first).flush(ticket(4, 'closed'));
      settle();
      expect(cache.get(Ticket, 4)!.status).toBe('closed');
      expect(idsOf(cache.get(shown.getList, OPEN))).toEqual([9]);
    });
  }
});

describe('L6, L9 a window whose order a mutation changes', () => {
  beforeEach(setUp);

  const { get, getList, partialUpdate } = plain;
  const window = { sort: '-priority', page: 2 };
  for (const [name, read] of [
    ['if only its answer contains the change', undefined],
    ['if a response to an earlier request contains the change, too', 'before'],
    ['if a response to a later request contains the change, too', 'after'],
  ] as const) {
    it(`is refetched, ${name}`, () => {
      const seen = watch(cache.watch(getList, window));
      reads()[0].flush([
        { id: 7, priority: 1 },
        { id: 1, priority: 1 },
      ]);
      const changed = { id: 7, priority: 0 };
      if (read === 'before') watch(cache.fetch(get, { id: 7 }));
      watch(cache.fetch(partialUpdate, { id: 7 }, { priority: 0 }));
      if (read === 'after') watch(cache.fetch(get, { id: 7 }));
      if (read) sent('GET /tickets/7').flush(changed);
      sent('PATCH /tickets/7').flush(changed);
      settle();
      const [again, ...more] = reads();
      expect([again.request.params.get('sort'), more.length]).toEqual(['-priority', 0]);
      again.flush([{ id: 1, priority: 1 }, changed]);
      expect([idsOf(seen.last!.value as readonly Ticket[]), seen.last!.isStale]).toEqual([
        [1, 7],
        false,
      ]);
    });
  }
});
