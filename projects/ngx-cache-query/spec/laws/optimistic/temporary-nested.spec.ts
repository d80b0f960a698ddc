import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Entity, trackEntity } from 'ngx-cache-query';
import { countPending } from 'ngx-cache-query-internals';
import { mutation } from '../../support/mutation';
import { fetchOnce } from '../../support/served';
import { watch } from '../../support/watch';

class Note extends Entity {
  readonly id: number = 0;
  readonly docId: number = 0;
  readonly text: string = '';
}
const notes = new Collection([Note], {
  nestKey: ({ id }: { id: number }) => ({ docId: id }),
});
class Doc extends Entity {
  readonly id: number = 0;
  readonly notes: readonly Note[] = [];
  readonly others: readonly Note[] = [];
  static override readonly schema = { notes, others: [Note] };
}
const docs = new Collection([Doc]);

let cache: CacheService;
function setUp() {
  cache = TestBed.inject(CacheService);
  fetchOnce(cache, docs, []);
}

describe('O4 an entity that is created inside another one', () => {
  beforeEach(setUp);

  it('gets its server id even if its parent gets the same number, and waiting mutations are sent', () => {
    const create = mutation(cache, docs.push);
    create.send({ others: [{ text: 'a' }, { text: 'b' }] });
    const [a, b] = cache.get(docs)![0].others;
    const change = mutation(cache, Note);
    const seen = change.send({ id: b.id, text: 'B' });
    create.respond({
      id: 5,
      others: [
        { id: 5, text: 'a' },
        { id: 6, text: 'b' },
      ],
    });
    const others = cache.get(docs)![0].others;
    expect(others.map(({ text }) => text)).toEqual(['a', 'B']);
    expect(others.map(trackEntity)).toEqual([a, b].map(trackEntity));
    expect(seen.errors).toEqual([]);
    expect(change.requests[0].sent).toEqual({ id: 6, text: 'B' });
  });

  it('stays in the list of its parent when the parent gets its id, with entities added meanwhile', () => {
    const create = mutation(cache, docs.push);
    create.send({ notes: [{ text: 'a' }] });
    const [doc] = cache.get(docs)!;
    const add = mutation(cache, notes.push);
    add.send({ docId: doc.id, text: 'b' });
    const before = cache.get(docs)![0].notes;
    create.respond({ id: 5, notes: [{ id: 5, docId: 5, text: 'a' }] });
    const after = cache.get(docs)![0].notes;
    expect(after.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(after.map(trackEntity)).toEqual(before.map(trackEntity));
    expect(add.requests[0].sent).toEqual({ docId: 5, text: 'b' });
    add.respond({ id: 6, docId: 5, text: 'b' });
    expect(cache.get(notes, { docId: 5 })!.map(({ id }) => id)).toEqual([5, 6]);
  });

  it('joins and leaves the list of its parent by the id that the server has given to the parent', () => {
    cache.set(Doc, { id: 1, notes: [{ id: 1, docId: 1 }] }); // shows that docId is a field
    const create = mutation(cache, docs.push);
    create.send({});
    cache.set(notes, { docId: cache.get(docs)![0].id }, []);
    create.respond({ id: 5 });
    const add = mutation(cache, notes.push);
    add.send({ docId: 5, text: 'a' });
    const texts = () => cache.get(notes, { docId: 5 })!.map(({ text }) => text);
    expect(texts()).toEqual(['a']);
    add.respond({ id: 6, docId: 5, text: 'a' });
    cache.set(Note, { id: 6, docId: 7 });
    expect(texts()).toEqual([]);
  });

  it('gets its own id when several are created at once', () => {
    const create = mutation(cache, docs.push);
    create.send([{ notes: [{ text: 'a' }] }, { notes: [{ text: 'b' }] }]);
    const before = cache.get(docs)!.map(({ notes: [note] }) => trackEntity(note));
    create.respond([
      { id: 5, notes: [{ id: 8, docId: 5, text: 'a' }] },
      { id: 6, notes: [{ id: 7, docId: 6, text: 'b' }] },
    ]);
    expect(cache.get(docs)!.map(({ notes: [note] }) => [note.id, note.text])).toEqual([
      [8, 'a'],
      [7, 'b'],
    ]);
    expect(cache.get(docs)!.map(({ notes: [note] }) => trackEntity(note))).toEqual(before);
  });

  it('keeps no slot when the response names an existing row', () => {
    const pending = countPending();
    fetchOnce(cache, docs, [{ id: 1 }]);
    const seen = watch(cache.select(docs));
    const create = mutation(cache, docs.push);
    create.send({});
    create.respond({ id: 1 });
    expect(seen.last!.map(({ id }) => id)).toEqual([1]);
    expect(pending(cache)).toBe(0);
  });
});
