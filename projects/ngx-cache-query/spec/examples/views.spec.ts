// The examples in docs/guides/views.md. The guide shows each region unchanged.
import { TestBed } from '@angular/core/testing';
import {
  averageOf,
  CacheService,
  countRows,
  Entity,
  groupRows,
  join,
  limit,
  mapRows,
  maxOf,
  minOf,
  orderBy,
  Query,
  schema,
  sumOf,
  view,
  where,
  whereEquals,
} from 'ngx-cache-query';

// #region entities
class Person extends Entity {
  static override readonly key: string = 'Person';
  readonly id: number = 0;
  readonly name: string = '';
}

class Ticket extends Entity {
  static override readonly key: string = 'Ticket';
  readonly id: number = 0;
  readonly title: string = '';
  readonly status: 'open' | 'done' = 'open';
  readonly points: number = 0;
  readonly assignee: Person | null = null;
  readonly reporterId: number = 0;
  // #region indexes
  static override readonly indexes = ['title', ['status', 'assignee']];
  // #endregion
  static override readonly schema = { assignee: Person };
}
// #endregion

const tickets = new schema.All(Ticket);

// #region first
const open = new Query(
  new schema.All(Ticket),
  view(
    where((ticket) => ticket.status === 'open'),
    orderBy('points', 'desc', 'title'),
    limit(50),
  ),
);
// #endregion

// #region arguments
const page = new Query(
  new schema.All(Ticket),
  view(
    whereEquals(({ status }: { status: 'open' | 'done' }) => ({ status })),
    orderBy('title', new Intl.Collator('en')),
    limit(20, ({ from }: { from: number }) => from),
  ),
);
// #endregion

// #region groups
const pointsByPerson = new Query(
  new schema.All(Ticket),
  view(
    where((ticket) => ticket.assignee !== null),
    groupRows((ticket) => ticket.assignee!.name),
    sumOf('points'),
  ),
);
const size = new Query(new schema.All(Ticket), view(countRows()));
const mean = new Query(new schema.All(Ticket), view(averageOf('points')));
const summary = new Query({ size, mean }, (both) => both); // two totals as one result
const least = new Query(new schema.All(Ticket), view(minOf('points')));
const most = new Query(new schema.All(Ticket), view(maxOf('points')));
// #endregion

// #region join
const reports = new Query(
  new schema.All(Ticket),
  view(
    join(new schema.All(Person), 'reporterId'),
    mapRows(([ticket, person]) => `${ticket.title}, by ${person.name}`),
  ),
);
// #endregion

// #region list
const titles = view(
  orderBy((ticket: Ticket) => ticket.title),
  mapRows((ticket) => ticket.title),
);
// #endregion

describe('docs/guides/views.md', () => {
  let cache: CacheService;

  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(
      [Ticket],
      [
        { id: 1, title: 'b', points: 3, assignee: { id: 7, name: 'Ada' }, reporterId: 8 },
        { id: 2, title: 'a', points: 5, status: 'done', assignee: 7 },
        { id: 3, title: 'c', points: 1 },
      ],
    );
    cache.set(Person, { id: 8, name: 'Bo' });
  });

  it('shows a view in a Query', () => {
    // #region use
    const open$ = cache.select(open); // Observable<Ticket[] | undefined>
    // #endregion
    // #region use-arguments
    const second = cache.get(page, { status: 'open', from: 1 });
    // #endregion
    const seen: unknown[] = [];
    open$.subscribe((list) => seen.push(list?.map(({ title }) => title)));
    cache.set(Ticket, { id: 3, points: 9 });
    expect(seen).toEqual([
      ['b', 'c'],
      ['c', 'b'],
    ]);
    expect(second?.map(({ title }) => title)).toEqual(['c']);
  });

  it('counts and sums', () => {
    expect([...cache.get(pointsByPerson)!]).toEqual([['Ada', 8]]);
    expect([size, mean, least, most].map((each) => cache.get(each))).toEqual([3, 3, 1, 5]);
    expect(cache.get(summary)).toEqual({ size: 3, mean: 3 });
  });

  it('joins', () => {
    expect(cache.get(reports)).toEqual(['b, by Bo']);
  });

  it('calls a view with a list', () => {
    // #region call
    const sorted = titles([Ticket.fromJS({ title: 'b' }), Ticket.fromJS({ title: 'a' })]); // ['a', 'b']
    // #endregion
    expect(sorted).toEqual(['a', 'b']);
  });

  it('finds by an index', () => {
    // #region find
    const ticket = cache.get(Ticket, { title: 'b' }); // the first ticket with this title
    const person = cache.get(Person, 7);
    const mine = person && cache.get(Ticket, { status: 'done', assignee: person });
    // #endregion
    expect([ticket?.id, mine?.id]).toEqual([1, 2]);
    expect(tickets.types).toEqual([Ticket]);
  });
});
