import type { HttpTestingController } from '@angular/common/http/testing';
import { type CacheService, Entity, optimistic, restEndpoints, schema } from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

/** What a list contains. */
class Summary extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  static override readonly key: string = 'TwoClassesNote';
}
/** The same entities, with the fields of a detail page. */
class Note extends Summary {
  readonly text: string = '';
  static override readonly key: string = 'TwoClassesNote';
}
class Link extends Entity {
  readonly id: number = 0;
  readonly note: Note | undefined = undefined;
  static override readonly schema = { note: Note };
}

const summaries = restEndpoints({ path: '/notes/:id', schema: Summary, optimistic });
const notes = restEndpoints({ path: '/notes/:id/detail', schema: Note });

describe('O3 a created entity that another class with the same key shows', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  let send: ReturnType<typeof setUpMutations>['send'];
  beforeEach(() => ({ cache, http, send } = setUpMutations()));

  const list = () => {
    watch(cache.watch(summaries.getList));
    http.expectOne('/notes').flush([]);
  };
  const create = () => send(summaries.getList.push, { title: 'new' }).request;

  for (const isRead of [true, false]) {
    it(`is found by its server id, ${isRead ? 'also by what waits for it' : 'first read then'}`, () => {
      list();
      const seen = isRead ? [watch(cache.select(Note, 9)), watch(cache.select(Link, 1))] : [];
      if (isRead) cache.set(Link, { id: 1, note: 9 });
      create().flush({ id: 9, title: 'new' });
      if (!isRead) cache.set(Link, { id: 1, note: 9 });
      expect(cache.get(Note, 9)?.title).toBe('new');
      expect(cache.get(new schema.All(Note))!.length).toBe(1);
      expect(cache.get(Link, 1)!.note?.title).toBe('new');
      watch(cache.watch(notes.get, { id: 9 }));
      http.expectOne('/notes/9/detail').flush({ id: 9, title: 'new', text: 'long' });
      expect(cache.get(Note, 9)!.text).toBe('long');
      expect(cache.get(Link, 1)!.note!.text).toBe('long');
      const [note, link] = seen.map(({ last }) => last) as [Note, Link];
      if (isRead) expect([note.text, link.note!.text]).toEqual(['long', 'long']);
      void cache.refetch(Note, 9);
      http.expectOne('/notes/9/detail').flush({ id: 9, title: 'new', text: 'longer' });
      expect(cache.get(Link, 1)!.note!.text).toBe('longer');
      cache.delete(Summary, 9);
      expect(cache.get(Note, 9)).toBeUndefined();
      expect(cache.get(Link, 1)!.note).toBeUndefined();
      cache.set(Summary, { id: 9, title: 'again' });
      expect(cache.get(Note, 9)!.title).toBe('again');
      expect(cache.get(new schema.All(Note))!.length).toBe(1);
    });
  }

  for (const isFirst of [true, false]) {
    it(`keeps its server id when a response with the other class arrives ${isFirst ? 'first' : 'then'}`, () => {
      watch(cache.select(new schema.All(Note)));
      const request = create();
      watch(cache.watch(notes.getList, { id: 1 }));
      const read = http.expectOne(({ method }) => method === 'GET');
      const answers = [
        () => read.flush([{ id: 9, title: 'new', text: 'long' }]),
        () => request.flush({ id: 9, title: 'new' }),
      ];
      for (const answer of isFirst ? answers : answers.reverse()) answer();
      expect(cache.get(Summary, 9)?.id).toBe(9);
      expect(cache.get(Note, 9)).toEqual(jasmine.objectContaining({ id: 9, text: 'long' }));
      expect(cache.get(new schema.All(Summary))!.map(({ id }) => id)).toEqual([9]);
    });
  }

  it('is not, after a batch that throws', () => {
    list();
    cache.get(Note, 9);
    const request = create();
    const failing = () =>
      cache.batch(() => {
        request.flush({ id: 9, title: 'new' });
        expect(cache.get(Note, 9)!.title).toBe('new');
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    expect(cache.get(Note, 9)).toBeUndefined();
  });
});
