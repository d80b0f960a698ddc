import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import { CacheService, Collection, Entity, schema } from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { beginRead } from '../../support/served';

class Card extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly next: number = 0;
}
const cards = new schema.All(Card);
const card = (id: number, fields: object = {}) => ({ id, title: `c${id}`, ...fields });

describe('W6, O1 a batch that throws', () => {
  let cache: CacheService;
  let edits: ReturnType<typeof mutation<typeof Card>>;
  let removals: ReturnType<typeof mutation<schema.Invalidate<typeof Card>>>;
  let saved: Subject<object>;
  const titles = () => cache.get(cards)!.map(({ title }) => title);
  const title = (id = 1) => cache.get(Card, id)?.title;
  const failing = (writes: () => void) =>
    expect(() =>
      cache.batch(() => {
        writes();
        throw new Error('no');
      }),
    ).toThrowError('no');
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    edits = mutation(cache, Card);
    removals = mutation(cache, new schema.Invalidate(Card));
    saved = new Subject();
    cache.connect(saved, Card);
    cache.set([Card], [card(1), card(2), card(3)]);
  });

  it('rolls back the optimistic update of a mutation that it sent, and keeps its response', () => {
    failing(() => edits.send({ id: 1, title: 'expected' }));
    expect(title()).toBe('c1');
    saved.next({ id: 1, title: 'saved' });
    expect(title()).toBe('saved');
    edits.respond(card(1, { title: 'answered' }));
    expect(title()).toBe('answered');
  });

  it('rolls back what it wrote under an optimistic update', () => {
    edits.send({ id: 1, title: 'expected' });
    failing(() => cache.set(Card, { id: 1, title: 'mine' }));
    expect(title()).toBe('expected');
    edits.fail();
    expect(title()).toBe('c1');
  });

  it('keeps an entity out of a list whose filter rejects its optimistic update', () => {
    const open = new Collection([Card], { filter: (each) => each.title !== 'done' });
    cache.set(open, [card(1), card(2)]);
    edits.send({ id: 1, title: 'done' });
    failing(() => cache.set(Card, { id: 1, next: 5 }));
    mutation(cache, open.push).send(card(3));
    expect(cache.get(open)!.map(({ id }) => id)).toEqual([2, 3]);
  });

  it('rolls back a response, and the optimistic update with it', () => {
    const slow = beginRead(cache, [Card]);
    edits.send({ id: 1, title: 'expected' });
    removals.send({ id: 2 });
    failing(() => {
      edits.respond(card(1, { title: 'answered' }));
      removals.respond(null);
    });
    expect(titles()).toEqual(['c1', 'c2', 'c3']);
    slow.respond([card(1, { title: 'read' })]);
    expect(title()).toBe('read');
  });

  it('reserves no position for a row that it deleted optimistically', () => {
    failing(() => removals.send({ id: 1 }));
    expect(titles()).toEqual(['c1', 'c2', 'c3']);
    cache.delete(Card, 1);
    edits.send(card(1, { title: 'again' }));
    expect(titles()).toEqual(['c2', 'c3', 'again']);
  });

  it('rolls back the server id', () => {
    const slow = beginRead(cache, [Card]);
    edits.send({ title: 'new' });
    const { id } = cache.get(cards)!.at(-1)!;
    failing(() => edits.respond(card(9)));
    expect(titles()).toEqual(['c1', 'c2', 'c3']);
    cache.set([Card], [card(8), card(9)]);
    expect(cache.get(Card, id)).toBeUndefined();
    slow.respond([
      { id: 8, title: 'older' },
      { id: 9, title: 'older' },
    ]);
    expect(titles()).toEqual(['c1', 'c2', 'c3', 'c8', 'c9']);
  });

  it('rolls back that two creations are one entity', () => {
    edits.send({ title: 'one' });
    edits.respond(card(9));
    edits.send({ title: 'two' });
    const { id } = cache.get(cards)!.at(-1)!;
    failing(() => edits.respond(card(9)));
    expect([cache.get(Card, id), title(9)]).toEqual([undefined, 'c9']);
    failing(() => cache.delete(Card, 9));
    expect([cache.get(Card, id), title(9)]).toEqual([undefined, 'c9']);
  });

  it('reserves no position for the server id', () => {
    edits.send({ title: 'new' });
    failing(() => edits.respond(card(9)));
    cache.set(Card, card(8));
    edits.send(card(9));
    expect(titles()).toEqual(['c1', 'c2', 'c3', 'c8', 'c9']);
  });

  it('rolls back the server id of a row under an optimistic deletion', () => {
    edits.send({ title: 'new' });
    const { id } = cache.get(cards)!.at(-1)!;
    removals.send({ id });
    failing(() => edits.respond(card(9)));
    expect([titles(), removals.requests.length]).toEqual([['c1', 'c2', 'c3'], 0]);
    cache.set([Card], [card(8)]);
    edits.send(card(9));
    expect(titles()).toEqual(['c1', 'c2', 'c3', 'c8', 'c9']);
  });

  it('sends no mutation that waits for an id', () => {
    edits.send({ title: 'new' });
    const { id } = cache.get(cards)!.at(-1)!;
    const waiting = edits.send({ id: 1, title: 'waits', next: id });
    failing(() => edits.respond(card(9), 0));
    expect(waiting.errors.map((error) => (error as { code: string }).code)).toEqual(['NCQ4004']);
    expect([edits.requests.length, title()]).toEqual([1, 'c1']);
  });
});
