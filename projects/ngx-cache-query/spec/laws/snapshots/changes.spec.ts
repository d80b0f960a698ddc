import { TestBed } from '@angular/core/testing';
import { Endpoint, Entity, optimistic, schema } from 'ngx-cache-query';
import { changesOf, type Commit, type StoreChanges } from 'ngx-cache-query/extensions';
import { of, Subject } from 'rxjs';
import { Served } from '../../support/served';
import { type OpenCache, openCache, throughJson } from '../../support/snapshots';

class Note extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
  static override readonly key: string = 'NextSnapshotNote';
}
class Secret extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'NextSnapshotSecret';
  static override readonly sensitive = true;
}
const notes = new schema.All(Note);

/** Records the changes of a cache, which the spec passes on. */
function recorded(from: OpenCache): StoreChanges[] {
  const changes: StoreChanges[] = [];
  from.recorder.onCommit = (commit: Commit) =>
    changes.push(throughJson(changesOf(from.recorder.handle, commit)));
  return changes;
}

describe('H2 the changes of one cache', () => {
  let first: OpenCache;
  let second: OpenCache;
  beforeEach(() => {
    TestBed.configureTestingModule({});
    [first, second] = [openCache(), openCache()];
  });
  const texts = ({ cache }: OpenCache) => cache.get(notes)?.map(({ id, text }) => `${id}${text}`);

  it('are ignored if they were restored before', () => {
    const changes = recorded(first);
    first.cache.set(Note, { id: 1, text: 'a' });
    second.restore(changes[0]);
    second.cache.set(Note, { id: 1, text: 'b' });
    second.restore(changes[0]);
    expect(texts(second)).toEqual(['1b']);
  });

  it('need a snapshot if some of them are missing, and go on after it', () => {
    const changes = recorded(first);
    for (const text of ['a', 'b', 'c', 'd']) first.cache.set(Note, { id: 1, text });
    second.restore(changes[0]);
    second.restore(changes[2]);
    expect(texts(second)).toEqual(['1a']);
    second.restore(first.take());
    second.restore(changes[3]);
    first.cache.set(Note, { id: 2, text: 'e' });
    second.restore(changes[4]);
    expect(texts(second)).toEqual(['1d', '2e']);
  });

  it('go on after a snapshot that is older than what was restored', () => {
    const changes = recorded(first);
    first.cache.set(Note, { id: 1, text: 'a' });
    const older = first.take();
    first.cache.set(Note, { id: 1, text: 'b' });
    for (const data of [...changes, older]) second.restore(data);
    first.cache.set(Note, { id: 2, text: 'c' });
    second.restore(changes[2]);
    expect(texts(second)).toEqual(['1b', '2c']);
  });

  it('never replace what another cache has written later', () => {
    const third = openCache();
    const [ofFirst, ofSecond] = [recorded(first), recorded(second)];
    first.cache.set(Note, { id: 1, text: 'a' });
    second.restore(ofFirst[0]);
    second.cache.set(Note, { id: 1, text: 'b' });
    const own = ofSecond.filter(({ sequence }) => sequence !== undefined);
    third.restore(own[0]);
    third.restore(ofFirst[0]);
    first.restore(own[0]);
    expect([first, second, third].map(texts)).toEqual([['1b'], ['1b'], ['1b']]);
  });

  it('and those of another, made at the same time, end in one value in both', () => {
    const [ofFirst, ofSecond] = [recorded(first), recorded(second)];
    first.cache.set(Note, { id: 1, text: 'a' });
    second.cache.set(Note, { id: 1, text: 'b' });
    second.restore(ofFirst[0]);
    first.restore(ofSecond[0]);
    expect(texts(first)!.length).toBe(1);
    expect(texts(first)).toEqual(texts(second));
  });

  it('and those of another, made at the same time, end in one value in a third, in whichever order they arrive', () => {
    const changes = ['!1', '!2'].map((origin) => {
      const from = openCache();
      const made = recorded(from);
      from.cache.set(Note, { id: 1, text: origin });
      return { ...made[0], origin };
    });
    expect(texts(first)).toBeUndefined(); // The other one does not know the class yet.
    for (const data of changes) first.restore(data);
    for (const data of changes.reverse()) second.restore(data);
    expect([first, second].map(texts)).toEqual([['1!2'], ['1!2']]);
  });

  it('do not bring back what was deleted later', () => {
    const third = openCache();
    const [ofFirst, ofSecond] = [recorded(first), recorded(second)];
    first.cache.set(Note, { id: 1, text: 'a' });
    second.restore(ofFirst[0]);
    second.cache.delete(Note, 1);
    third.cache.set(Note, { id: 2, text: 'x' });
    third.restore(ofSecond.find(({ sequence }) => sequence !== undefined)!);
    third.restore(ofFirst[0]);
    expect(texts(third)).toEqual(['2x']);
  });

  it('are taken back by a batch that throws, also if they empty the cache', () => {
    const changes = recorded(first);
    first.cache.set(Note, { id: 1, text: 'a' });
    second.restore(changes[0]);
    void first.cache.clear();
    const fail = () => {
      second.restore(changes[1]);
      throw new Error('no');
    };
    expect(() => second.cache.batch(fail)).toThrowError('no');
    const third = openCache();
    third.restore(second.take());
    expect(texts(third)).toEqual(['1a']);
    second.restore(changes[1]);
    expect(texts(second)).toBeUndefined();
  });

  for (const [what, write, expected] of [
    ['changed', ({ cache }: OpenCache) => cache.set(Note, { id: 1, text: 'b' }), '1b'],
    ['deleted', ({ cache }: OpenCache) => cache.delete(Note, 1), ''],
  ] as const) {
    for (const isUsed of [true, false]) {
      it(`outlive the requests in flight that do not know what was ${what}, ${isUsed ? 'also' : 'before the class is used'}`, () => {
        const changes = recorded(first);
        first.cache.set([Note], [{ id: 1, text: 'a' }]);
        second.restore(changes[0]);
        if (isUsed) expect(texts(second)).toEqual(['1a']);
        const own = recorded(second);
        const served = new Served([Note]);
        second.cache.fetch(served.endpoint).subscribe();
        write(first);
        second.restore(changes[1]);
        served.respond([{ id: 1, text: 'a' }]);
        expect(texts(second)!.join()).toBe(expected);
        for (const data of own) if (data.sequence !== undefined) first.restore(data);
        expect(texts(first)!.join()).toBe(expected);
        second.cache.set(Note, { id: 1, text: 'c' });
        first.restore(own.at(-1)!);
        expect([first, second].map((each) => texts(each)!.join())).toEqual(['1c', '1c']);
      });
    }
  }

  it('do not name the request if it is sensitive', () => {
    const changes = recorded(first);
    const load = () => of({ id: 1 });
    first.cache.fetch(new Endpoint({ name: 'secret', load, schema: Secret })).subscribe();
    first.cache
      .fetch(new Endpoint({ name: 'own', load, schema: Note, sensitive: true }))
      .subscribe();
    const text = JSON.stringify(changes);
    expect([text.includes('secret'), text.includes('own'), text.includes('Secret')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('H1 a row that a mutation creates', () => {
  class Link extends Entity {
    readonly id: number = 0;
    readonly note: Note | undefined = undefined;
    static override readonly key: string = 'NextSnapshotLink';
    static override readonly schema = { note: Note };
  }
  it('is in a snapshot when the server knows it, and then under its server id', () => {
    TestBed.configureTestingModule({});
    const first = openCache();
    const answer = new Subject<object>();
    const create = new Endpoint({
      name: 'create',
      load: () => answer,
      schema: Note,
      sideEffect: true,
      optimistic: () => optimistic({ text: 'new' }),
    });
    first.cache.fetch(create).subscribe();
    const [{ id }] = first.cache.get(notes)!;
    first.cache.set(Link, { id: 1, note: id } as never);
    expect(first.take().entities['NextSnapshotNote'].rows).toEqual([]);
    answer.next({ id: 7, text: 'new' });
    const next = openCache();
    next.restore(first.take());
    expect(next.cache.get(notes)?.map((note) => note.id)).toEqual([7]);
    expect(next.cache.get(Link, 1)?.note?.id).toBe(7);
    expect(JSON.stringify(first.take())).not.toContain(String(id));
  });
});
