import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Entity, schema } from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { beginRead, fetchOnce, Served } from '../../support/served';

class Card extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  readonly next: number = 0;
  readonly after: number = 0;
}
const cards = new schema.All(Card);
const card = (id: number, fields: object = {}) => ({ id, title: `c${id}`, ...fields });

let cache: CacheService;
let edits: ReturnType<typeof mutation<typeof Card>>;
let creations: ReturnType<typeof mutation<typeof Card>>;
const titles = () => cache.get(cards)!.map(({ title }) => title);
const title = (id: number) => cache.get(Card, id)?.title;
/** Creates a card, and returns its temporary id. */
function create(fields: object): number {
  const ids = new Set(cache.get(cards)?.map(({ id }) => id));
  creations.send(fields);
  return cache.get(cards)!.find(({ id }) => !ids.has(id))!.id;
}
function setUp(): void {
  cache = TestBed.inject(CacheService);
  edits = mutation(cache, Card);
  creations = mutation(cache, Card);
  cache.set([Card], [card(1), card(2)]);
}

describe('O4 mutations that wait for a server id', () => {
  beforeEach(setUp);

  it('come after mutations that were sent meanwhile', () => {
    const next = create({ title: 'new' });
    edits.send({ id: 1, title: 'waits', next });
    edits.send({ id: 1, title: 'sent' });
    expect([edits.requests.length, title(1)]).toEqual([1, 'sent']);
    creations.respond(card(9));
    expect([edits.requests.length, title(1)]).toEqual([2, 'waits']);
    edits.respond(card(1, { title: 'sent' }), 0);
    edits.respond(card(1, { title: 'waits', next: 9 }), 1);
    expect([title(1), cache.get(Card, 1)?.next]).toEqual(['waits', 9]);
  });

  it('are sent when the last id arrives, and only then come after others', () => {
    const [next, after] = [create({ title: 'x' }), create({ title: 'y' })];
    edits.send({ id: 1, title: 'waits', next, after });
    edits.send({ id: 1, title: 'sent' });
    creations.respond(card(9), 1);
    expect([edits.requests.length, title(1)]).toEqual([1, 'sent']);
    creations.respond(card(8), 0);
    expect([edits.requests.length, title(1)]).toEqual([2, 'waits']);
    expect(edits.requests[1].sent).toEqual({ id: 1, title: 'waits', next: 8, after: 9 });
  });

  it('are sent before what the caller sends when it receives the id', () => {
    const creation = new Served(Card, { sideEffect: true, expected: () => ({ title: 'new' }) });
    cache.fetch(creation.endpoint).subscribe(() => edits.send({ id: 2, title: 'then' }));
    const next = cache.get(cards)!.at(-1)!.id;
    edits.send({ id: 1, title: 'waits', next });
    creation.respond(card(9));
    const sent = edits.requests.map((request) => (request.sent as Card).title);
    expect(sent).toEqual(['waits', 'then']);
  });

  it('keep the order of their calls, in whichever order their responses arrive', () => {
    const next = create({ title: 'new' });
    edits.send({ id: 1, title: 'first', next });
    edits.send({ id: 1, title: 'second', next });
    creations.respond(card(9));
    expect(title(1)).toBe('second');
    edits.respond(card(1, { title: 'first' }), 0);
    expect(title(1)).toBe('second');
    edits.respond(card(1, { title: 'second' }), 1);
    expect(title(1)).toBe('second');
  });

  it('do not hide what the answer to an older read brings', () => {
    const list = new Collection([Card]);
    const pushes = mutation(cache, list.push);
    const ids = () => cache.get(list)!.map(({ id }) => id);
    fetchOnce(cache, list, [card(1)]);
    const next = create({ title: 'new' });
    const read = beginRead(cache, list);
    pushes.send({ id: 5, next });
    pushes.send({ id: 1 });
    pushes.respond(card(1));
    creations.respond(card(9));
    expect(pushes.requests.length).toBe(2); // The one that has waited is the last now.
    read.respond([card(1), card(7)]);
    expect(ids()).toEqual([1, 7, 5]);
  });

  it('are not sent if they were aborted before', () => {
    const next = create({ title: 'new' });
    edits.send({ id: 1, title: 'waits', next }).subscription.unsubscribe();
    creations.respond(card(9));
    expect([edits.requests.length, title(1)]).toEqual([0, 'c1']);
  });

  it('keep waiting when another creation gets its id', () => {
    const next = create({ title: 'x' });
    create({ title: 'y' });
    edits.send({ id: 1, title: 'waits', next });
    edits.send({ id: 1, title: 'sent' });
    creations.respond(card(9), 1);
    expect([edits.requests.length, title(1)]).toEqual([1, 'sent']);
    creations.fail(0);
    expect([edits.requests.length, title(1)]).toEqual([1, 'sent']);
  });
});

describe('O3 a server id that another row has already', () => {
  beforeEach(setUp);

  it('leaves that row in its position, with its fields', () => {
    create({ title: 'new' });
    cache.set(Card, card(9, { done: true }));
    cache.set(Card, card(3));
    creations.respond({ id: 9, title: 'created' });
    expect(titles()).toEqual(['c1', 'c2', 'created', 'c3']);
    expect(cache.get(Card, 9)?.done).toBeTrue();
    cache.set([Card], [card(4)]);
    creations.send({ title: 'again' });
    creations.respond({ id: 1, title: 'first' });
    expect(titles()).toEqual(['first', 'c2', 'created', 'c3', 'c4']);
  });

  it('keeps optimistic updates of that row, and rolls them back to its fields', () => {
    cache.set(Card, card(9, { done: true }));
    create({ title: 'new' });
    edits.send({ id: 9, title: 'expected' });
    creations.respond({ id: 9, title: 'created' });
    expect([title(9), cache.get(Card, 9)?.done]).toEqual(['expected', true]);
    edits.fail();
    expect([title(9), cache.get(Card, 9)?.done]).toEqual(['created', true]);
  });

  it('keeps the order of the calls on that row', () => {
    cache.set(Card, card(9));
    edits.send({ id: 9, title: 'first' });
    create({ title: 'new' });
    edits.send({ id: 9, title: 'last' });
    creations.respond({ id: 9, title: 'created' });
    expect(title(9)).toBe('last');
    edits.fail(1);
    expect(title(9)).toBe('created');
  });

  it('keeps the age of that row: an older read does not overwrite it', () => {
    const older = beginRead(cache, [Card]);
    cache.set([Card], [card(3), card(9)]);
    edits.send({ id: 1, title: 'expected' }); // an older mutation, which stays pending
    create({ title: 'new' });
    creations.respond({ id: 9, done: true });
    older.respond([{ id: 9, title: 'older' }]);
    expect([title(9), cache.get(Card, 9)?.done]).toEqual(['c9', true]);
  });

  it('hides the created row while an optimistic deletion hides that row', () => {
    cache.set([Card], [card(9, { done: true }), card(3)]);
    create({ title: 'new' });
    const removal = mutation(cache, new schema.Invalidate(Card));
    removal.send({ id: 9 });
    creations.respond({ id: 9, title: 'created' });
    expect(titles()).toEqual(['c1', 'c2', 'c3']);
    removal.fail();
    expect(titles()).toEqual(['c1', 'c2', 'created', 'c3']);
    expect(cache.get(Card, 9)?.done).toBeTrue();
  });
});

describe('O3 a created row under an optimistic deletion', () => {
  beforeEach(setUp);

  it('returns to its position when the deletion fails', () => {
    const id = create({ title: 'new' });
    const removal = mutation(cache, new schema.Invalidate(Card));
    removal.send({ id });
    cache.set(Card, card(3));
    creations.respond(card(9));
    expect(titles()).toEqual(['c1', 'c2', 'c3']);
    removal.fail();
    expect(titles()).toEqual(['c1', 'c2', 'c9', 'c3']);
  });

  it('is appended when it is created again after the deletion', () => {
    cache.set(Card, card(9));
    const id = create({ title: 'new' });
    const removal = mutation(cache, new schema.Invalidate(Card));
    removal.send({ id });
    cache.set(Card, card(3));
    creations.respond(card(9));
    removal.respond(null);
    expect(titles()).toEqual(['c1', 'c2', 'c3']);
    edits.send(card(9, { title: 'again' }));
    expect(titles()).toEqual(['c1', 'c2', 'c3', 'again']);
  });
});
