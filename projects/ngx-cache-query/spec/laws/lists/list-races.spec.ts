import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Entity, pageOf, schema } from 'ngx-cache-query';
import { countPending } from 'ngx-cache-query-internals';
import { ListKind } from '../../../src/lists/list-kind';
import { mutation } from '../../support/mutation';
import { fetchOnce, Served } from '../../support/served';
import { watch } from '../../support/watch';

class Item extends Entity {
  readonly id: number = 0;
  readonly done: boolean = false;
}
const list = new Collection([Item]);
const items = (...ids: number[]) => ids.map((id) => ({ id, done: false }));
const idsOf = (found: readonly { id: number }[] | undefined) =>
  found?.map(({ id }) => id).join(' ');

let cache: CacheService;
function setUp() {
  cache = TestBed.inject(CacheService);
}

describe('L3, L5 pages and lists whose responses arrive late', () => {
  beforeEach(setUp);

  it('keep their order when a later page arrives first', () => {
    const pages = new Served(pageOf(list, 'page'));
    fetchOnce(cache, list, items(1, 2));
    for (const page of [2, 3]) watch(cache.fetch(pages.endpoint, { page }));
    pages.requests[1].respond(items(5, 6));
    pages.requests[0].respond(items(3, 4));
    expect(idsOf(cache.get(list))).toBe('1 2 3 4 5 6');
  });

  it('include what was added, and exclude what was removed meanwhile', () => {
    const pages = new Served(pageOf(list, 'page'));
    for (const page of [1, 2]) {
      watch(cache.fetch(pages.endpoint, { page }));
      pages.respond(page === 1 ? items(1, 2) : items(3, 4));
    }
    watch(cache.fetch(pages.endpoint, { page: 3 }));
    cache.set(list.unshift, { id: 9 });
    cache.delete(Item, 3);
    cache.delete(Item, 6);
    pages.respond(items(5, 6));
    expect(idsOf(cache.get(list))).toBe('9 1 2 4 5');
    cache.set(Item, { id: 6 }); // no list contains its key any longer
    expect(idsOf(cache.get(list))).toBe('9 1 2 4 5');
  });

  it('include what was added again meanwhile', () => {
    fetchOnce(cache, list, items(1, 2));
    const read = new Served(list);
    watch(cache.fetch(read.endpoint));
    cache.set(list.push, { id: 2 });
    read.respond(items(1));
    expect(idsOf(cache.get(list))).toBe('1 2');
  });

  it('hide entities that an optimistic update excludes, and show them if the mutation fails', () => {
    const open = new Collection([Item], { filter: ({ done }) => done !== true });
    cache.set(Item, { id: 1, done: false });
    for (const end of ['fail', 'answer'] as const) {
      const finish = mutation(cache, Item);
      finish.send({ id: 1, done: true });
      fetchOnce(cache, open, items(1, 2));
      expect(idsOf(cache.get(open)))
        .withContext(end)
        .toBe('2');
      if (end === 'fail') finish.fail();
      else finish.respond({ id: 1, done: true });
      expect(idsOf(cache.get(open)))
        .withContext(end)
        .toBe(end === 'fail' ? '1 2' : '2');
      cache.delete(Item, () => true);
      cache.set(Item, { id: 1, done: false });
    }
  });

  it('keep items of an unknown type, also if an entity was deleted meanwhile', () => {
    const mixed = new Collection(new schema.Array({ item: Item }, 'type'));
    const read = new Served(mixed);
    const seen = watch(cache.fetch(read.endpoint));
    cache.set(Item, { id: 2 });
    cache.delete(Item, 2);
    const [unknown, ...known] = ['new', 'item', 'item'].map((type, id) => ({ type, id }));
    read.respond([unknown, ...known]);
    expect(seen.last).toEqual([unknown, jasmine.objectContaining({ id: 1 })] as never);
  });

  it('hold no key of an entity that was deleted while they were in flight', () => {
    const read = new Served(list);
    cache.set(Item, { id: 2 });
    watch(cache.fetch(read.endpoint, { a: 1 }));
    cache.delete(Item, 2);
    read.respond(items(1, 2));
    cache.set(Item, { id: 2 });
    expect(idsOf(cache.get(list, { a: 1 }))).toBe('1');
  });
});

describe('L3 a filtered list that loses an entity only optimistically', () => {
  beforeEach(setUp);
  const open = new Collection([Item], { filter: (item) => item.done !== true });

  it('shows the entity again in its position if the request fails', () => {
    fetchOnce(cache, open, items(1, 2, 3));
    const seen = watch(cache.select(open));
    const change = mutation(cache, Item);
    change.send({ id: 2, done: true });
    change.send({ id: 2, done: true });
    expect(idsOf(seen.last)).toBe('1 3');
    change.fail(0);
    expect(idsOf(seen.last)).toBe('1 3');
    change.fail(1);
    expect(idsOf(seen.last)).toBe('1 2 3');
  });

  it('loses the entity if the response agrees', () => {
    const pending = countPending();
    fetchOnce(cache, open, items(1, 2, 3));
    const change = mutation(cache, Item);
    change.send({ id: 2, done: true });
    change.respond({ id: 2, done: true });
    expect(idsOf(cache.get(open))).toBe('1 3');
    cache.set(Item, { id: 2, done: false });
    expect(idsOf(cache.get(open))).toBe('1 3');
    expect(pending(cache)).toBe(0);
  });
});

describe('L2 a list with an answer that waits for an earlier one', () => {
  beforeEach(setUp);

  it('shows at once what else is added, and loses at once what is deleted', () => {
    fetchOnce(cache, list, items(1));
    const create = mutation(cache, list.push);
    for (const id of [2, 3]) create.send({ id });
    create.respond({ id: 3 }, 1);
    cache.set(list.push, { id: 4 });
    expect(idsOf(cache.get(list))).toBe('1 2 3 4');
    cache.delete(Item, 1);
    expect(idsOf(cache.get(list))).toBe('2 3 4');
    create.fail(0);
    expect(idsOf(cache.get(list))).toBe('3 4');
  });
});

describe('W2 a list with an item of an unknown type', () => {
  beforeEach(setUp);

  it('can be loaded after an entity was created', () => {
    const mixed = new Collection(new schema.Array({ item: Item }, 'type'));
    fetchOnce(cache, mixed, []);
    const create = mutation(cache, mixed.push);
    create.send({ type: 'item' });
    create.respond({ type: 'item', id: 1 });
    const unknown = { type: 'new', id: 2 };
    fetchOnce(cache, mixed, [unknown, { type: 'item', id: 1 }]);
    expect(cache.get(mixed)).toEqual([unknown, jasmine.objectContaining({ done: false })] as never);
  });
});

describe('L2 an entity in a map', () => {
  beforeEach(setUp);

  it('keeps its only key when a move changes no argument', () => {
    const map = new Collection(new schema.Values(Item));
    fetchOnce(cache, map, { a: { id: 1 } });
    cache.set(map.move, { id: 1, done: true });
    expect(Object.keys(cache.get(map)!)).toEqual(['a']);
  });
});

describe('O3 many creations in flight', () => {
  beforeEach(setUp);

  it('walk a list a few times per change, and not once more for each of them', () => {
    const [rows, calls] = [500, 40];
    fetchOnce(cache, list, items(...Array.from({ length: rows }, (_, i) => i + 1)));
    const create = mutation(cache, list.push);
    const { keyOf } = ListKind.prototype;
    let walked = 0;
    ListKind.prototype.keyOf = function (this: ListKind, stored) {
      walked++;
      return keyOf.call(this, stored);
    };
    for (let i = 0; i < calls; i++) create.send({});
    for (let i = 0; i < calls; i++) create.respond({ id: 10_000 + i }, i);
    ListKind.prototype.keyOf = keyOf;
    expect(walked / rows / calls / 2).toBeLessThan(5);
    expect(cache.get(list)!.length).toBe(rows + calls);
  });
});
