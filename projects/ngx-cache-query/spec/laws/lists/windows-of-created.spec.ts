import { TestBed } from '@angular/core/testing';
import { NEVER } from 'rxjs';
import { CacheService, Collection, Endpoint, Entity } from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { fetchOnce } from '../../support/served';
import { watch } from '../../support/watch';

class Doc extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
}
class Note extends Entity {
  readonly id: number = 0;
  readonly docId: number = 0;
  readonly text: string = '';
}
const docs = new Collection([Doc]);
const notes = new Collection([Note]);
const getNotes = new Endpoint({
  name: 'getNotes',
  load: (_: { docId: number; page: number; q: string }) => NEVER,
  schema: notes,
});

describe('L9 a window that was stored under a temporary id', () => {
  it('is marked in the response that knows it by the server id', () => {
    const cache = TestBed.inject(CacheService);
    fetchOnce(cache, docs, []);
    const create = mutation(cache, docs.push);
    create.send({ title: 'a' });
    const [{ id }] = cache.get(docs)!;
    cache.set(notes, { docId: id, page: 1, q: 'a' }, [{ id: 1, docId: id, text: 'a' }]);
    create.respond({ id: 5, title: 'a' });
    cache.set(getNotes, [{ docId: 5, page: 1, q: 'a' }], [{ id: 1, docId: 5, text: 'a' }]);
    const seen = watch(cache.watch(getNotes, { docId: 5, page: 1, q: 'a' }));
    expect(seen.last!.isStale).toBeFalse();
    cache.set(Note, { id: 1, text: 'b' });
    expect(seen.last!.isStale).toBeTrue();
  });
});
