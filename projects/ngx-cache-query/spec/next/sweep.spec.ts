import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { sizes, sweep } from '../next/internals';
import { User } from '../support/models';
import { beginRead } from '../support/served';

/** Evaluates the module of a class, as each hot reload does. */
function evaluate() {
  return class Note extends Entity {
    static override readonly key: string = 'Note';
    static override readonly schema = { changedAt: Date };
    readonly id: number = 0;
    readonly changedAt: Date | null = null;
  };
}

describe('R8 a sweep', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));
  const sweepTwice = () => {
    sweep(cache); // The first sweep keeps what was read before it.
    sweep(cache);
  };

  it('makes rows that nothing uses records again, which can be written, listed and read', () => {
    const Note = evaluate();
    const all = new schema.All(Note);
    const rows = [1, 2, 3].map((id) => ({ id, changedAt: '2026-01-01' }));
    cache.set([Note], rows);
    const list = cache.select(all).subscribe();
    const note = cache.select(Note, 2).subscribe();
    sweepTwice();
    expect(sizes(cache).rows).toBe(3);
    list.unsubscribe();
    sweepTwice();
    expect(sizes(cache).rows).toBe(1);
    note.unsubscribe();
    sweepTwice();
    expect(sizes(cache).rows).toBe(0);
    cache.set(Note, { id: 3, changedAt: '2026-01-02' });
    cache.delete(Note, 1);
    expect(cache.get(all)!.map(({ id, changedAt }) => [id, changedAt!.getUTCDate()])).toEqual([
      [2, 1],
      [3, 2],
    ]);
  });

  for (const length of [3, 100]) {
    it(`makes the ${length} entities in a list records again when nothing shows the list any more`, () => {
      class Item extends Entity {
        readonly id: number = 0;
      }
      class Folder extends Entity {
        readonly id: number = 0;
        readonly items: readonly Item[] = [];
        static override readonly schema = { items: [Item] };
      }
      const items = Array.from({ length }, (_, id) => ({ id }));
      const ends = {
        'it is deleted': () => cache.delete(Folder, 1),
        'its list is replaced': () => cache.set(Folder, { id: 1, items: [] }),
        'nothing happens to it': () => undefined,
      };
      for (const [name, end] of Object.entries(ends)) {
        cache.set([Folder], [{ id: 1, items }]);
        expect(cache.get(Folder, 1)!.items.length).toBe(length);
        expect(sizes(cache).rows).toBe(length + 1);
        end();
        for (let i = 0; i < 3; i++) sweep(cache); // The table of the items may be swept before that of the folder.
        expect(sizes(cache).rows).withContext(name).toBe(0);
      }
    });
  }

  it('keeps the age of a row, so that an older response adds only missing fields (W7)', () => {
    cache.set(User, { id: 'a', name: 'first' });
    cache.get(User, 'a');
    const read = beginRead(cache, User);
    cache.set(User, { id: 'a', name: 'young' });
    sweepTwice();
    read.respond({ id: 'a', name: 'old', isAdmin: true });
    const { name, isAdmin } = cache.get(User, 'a')!;
    expect([name, isAdmin]).toEqual(['young', true]);
  });

  it('keeps the rows of classes that share a table', () => {
    const [One, Other] = [evaluate(), evaluate()];
    cache.set(One, { id: 1, changedAt: '2026-01-01' });
    const types = [One, Other];
    const days = () => types.map((type) => cache.get(type, 1)?.changedAt?.getUTCDate());
    expect(days()).toEqual([1, 1]);
    sweepTwice();
    expect(days()).toEqual([1, 1]);
    sweepTwice();
    cache.set(Other, { id: 1, changedAt: '2026-01-02' });
    expect(days()).toEqual([2, 2]);
  });

  it('drops the tables of classes that a hot reload replaced', () => {
    for (let reload = 0; reload < 10; reload++) {
      const Note = evaluate();
      cache.set(Note, { id: reload, changedAt: '2026-01-01' });
      const all = cache.select(new schema.All(Note)).subscribe();
      expect(cache.get(Note, 0)).toBeInstanceOf(Note);
      sweepTwice();
      all.unsubscribe();
    }
    sweepTwice();
    expect(sizes(cache).tables).toBe(1);
    expect(cache.get(new schema.All(evaluate()))!.length).toBe(10);
  });
});
