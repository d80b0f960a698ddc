import {
  type CacheError,
  type CacheService,
  Collection,
  Endpoint,
  Entity,
  pageOf,
  Query,
  schema,
  toValues,
  withClock,
  withRetention,
} from 'ngx-cache-query';
import { beginRestore, changesOf, type StoreSnapshot } from 'ngx-cache-query/extensions';
import { of } from 'rxjs';
import { Member } from '../../support/extended';
import { FakeClock } from '../../support/fake-clock';
import { type OpenCache, openCache, throughJson } from '../../support/snapshots';
import { thrownBy } from '../../support/error-log';
import { beginRead } from '../../support/served';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class Note extends Entity {
  readonly id: number = 0;
  readonly type: string = '';
  readonly text: string = '';
  static override readonly key: string = 'SnapshotNote';
}
class Link extends Entity {
  readonly id: number = 0;
  readonly type: string = '';
  readonly url: string = '';
  static override readonly key: string = 'SnapshotLink';
}
class Secret extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'SnapshotSecret';
  static override readonly sensitive = true;
}
class Unkeyed extends Entity {
  readonly id: number = 0;
}
const members = new schema.All(Member);
const both = new schema.All({ note: Note, link: Link }, 'type');
const notes = new Collection([Note]);
const names = new Query(members, (all) => all.map(({ name }) => name).join());

/** Returns an endpoint that counts its requests. */
function counted<S extends ConstructorParameters<typeof Endpoint>[0]['schema']>(
  name: string,
  response: unknown,
  of$: S,
) {
  const sent: unknown[] = [];
  const endpoint = new Endpoint({
    name,
    schema: of$,
    load: (args: object = {}) => {
      sent.push(args);
      return of(response);
    },
  });
  return { endpoint, sent };
}

describe('H1 a snapshot', () => {
  let first: OpenCache;
  beforeEach(() => {
    first = openCache();
  });
  const reopened = () => {
    const next = openCache();
    next.restore(first.take());
    return next;
  };

  it('holds entities with their relations, and reads the same after a restore', () => {
    first.cache.set(
      [Member],
      [
        { id: 'b', joined: '2020-01-01', boss: { id: 'a', name: 'A' } },
        { id: '10', name: 'X' },
      ],
    );
    const { cache } = reopened();
    expect(cache.get(members)).toEqual(first.cache.get(members));
    expect(cache.get(Member, 'b')?.boss).toBe(cache.get(Member, 'a')!);
    expect(cache.get(Member, 'b')?.joined).toEqual(new Date('2020-01-01'));
    expect(cache.get(names)).toBe(first.cache.get(names)!);
  });

  it('keeps the order in which entities of several classes arrived', () => {
    first.cache.set([both as never], [] as never);
    for (const id of [1, 2, 3]) {
      first.cache.set(Note, { id, type: 'note' });
      first.cache.set(Link, { id, type: 'link' });
    }
    const { cache } = reopened();
    expect(cache.get(both)?.map(({ id, type }) => `${type}${id}`)).toEqual(
      first.cache.get(both)!.map(({ id, type }) => `${type}${id}`),
    );
  });

  it('keeps that a class is known, although there are no entities', () => {
    first.cache.set([Member], []);
    const { cache } = reopened();
    expect(cache.get(members)).toEqual([]);
    expect(cache.get(new schema.All(Note))).toBeUndefined();
  });

  it('holds responses with their arguments, so that nothing is requested again', () => {
    const { endpoint, sent } = counted('getMembers', [{ id: 'a', name: 'A' }], [Member]);
    watch(first.cache.fetch(endpoint, { page: 1 }));
    const { cache } = reopened();
    const seen = watch(cache.watch(endpoint, { page: 1 }).pipe(toValues()));
    expect([sent.length, seen.last?.map(({ name }) => name)]).toEqual([1, ['A']]);
    watch(cache.ensure(endpoint, { page: 1 }));
    expect(sent.length).toBe(1);
    watch(cache.watch(endpoint, { page: 2 }).pipe(toValues()));
    expect(sent.length).toBe(2);
  });

  it('holds a response that is requested again if its endpoint has another class now', () => {
    watch(first.cache.fetch(counted('getAll', [{ id: 1 }], [Link]).endpoint));
    const { cache } = reopened();
    const { endpoint, sent } = counted('getAll', [{ id: 1 }], [Note]);
    const seen = watch(cache.watch(endpoint).pipe(toValues()));
    expect([sent.length, seen.last?.[0] instanceof Note]).toEqual([1, true]);
  });

  it('holds the lists of a Collection that the cache uses later', () => {
    const { endpoint, sent } = counted('getNotes', [{ id: 1, text: 'x' }], notes);
    watch(first.cache.fetch(endpoint, { tag: 'a' }));
    const { cache } = reopened();
    expect(cache.get(notes, { tag: 'a' })?.map(({ text }) => text)).toEqual(['x']);
    watch(cache.watch(endpoint, { tag: 'a' }).pipe(toValues()));
    expect(sent.length).toBe(1);
  });

  it('holds a list and a map of the same class', () => {
    const warn = listenToWarnings();
    const byName = new Collection(new schema.Values(Note));
    first.cache.set(notes, [{ id: 1 }]);
    first.cache.set(byName, { x: { id: 2 } });
    const { cache } = reopened();
    expect(cache.get(notes)?.map(({ id }) => id)).toEqual([1]);
    expect(Object.keys(cache.get(byName) ?? {})).toEqual(['x']);
    expect(warn).not.toHaveBeenCalled();
  });

  it('holds the pages of a list, which a response replaces where pages are not used', () => {
    const paged = new Collection([Note]);
    const { endpoint } = counted('getPage', [{ id: 2 }], pageOf(paged, 'page'));
    first.cache.set(paged, [{ id: 1 }]);
    watch(first.cache.fetch(endpoint, { page: 2 }));
    const { cache } = reopened();
    const whole = new Collection([Note]);
    const ids = () => cache.get(whole)?.map(({ id }) => id);
    expect(ids()).toEqual([1, 2]);
    watch(cache.fetch(counted('getAll', [{ id: 3 }], whole).endpoint));
    expect(ids()).toEqual([3]);
  });

  it('drops a list that nothing uses yet when its filter may reject a changed entity', () => {
    const filter = ({ text }: { text?: string }) => text !== 'done';
    const open = new Collection([Note], { filter, name: 'open' });
    first.cache.set(open, [{ id: 1, text: 'x' }]);
    const { cache } = reopened();
    cache.set(Note, { id: 1, text: 'done' });
    expect(cache.get(open)).toBeUndefined();
  });

  it('requests a response again that has lost a list in this way', () => {
    const filter = ({ text }: { text?: string }) => text !== 'done';
    const open = new Collection([Note], { filter, name: 'open' });
    const { endpoint, sent } = counted('getOpen', { open: [{ id: 1 }], n: 1 }, { open, n: 0 });
    watch(first.cache.fetch(endpoint));
    const { cache } = reopened();
    cache.set(Note, { id: 1, text: 'done' });
    watch(cache.watch(endpoint));
    expect(sent.length).toBe(2);
  });

  it('drops a list that nothing uses yet when an entity is deleted and created again at once', () => {
    first.cache.set(notes, [{ id: 1 }]);
    const { cache } = reopened();
    cache.batch(() => {
      cache.delete(Note, 1);
      cache.set(Note, { id: 1 });
    });
    expect(cache.get(notes)).toBeUndefined();
  });

  it('restores in the middle of a session, where subscribers receive it', () => {
    const { endpoint, sent } = counted('getMembers', [{ id: 'a', name: 'A' }], [Member]);
    watch(first.cache.fetch(endpoint));
    const next = openCache();
    next.restore(openCache().take());
    const seen = watch(next.cache.select(endpoint));
    next.restore(first.take());
    expect([sent.length, seen.last?.map(({ name }) => name)]).toEqual([1, ['A']]);
  });

  it('restores nothing in a batch that throws, and the snapshot before it stays', () => {
    first.cache.set([Note], [{ id: 1, text: 'old' }, { id: 2 }, { id: 3 }]);
    const before = first.take();
    first.cache.delete(Note, 3);
    first.cache.set([Note], [{ id: 4 }, { id: 1, text: 'new' }]);
    const after = first.take();
    const all = new schema.All(Note);
    const texts = (cache: CacheService) => cache.get(all)?.map(({ id, text }) => `${id}${text}`);
    for (const read of [(): void => undefined, texts]) {
      const [known, unknown] = [openCache(), openCache()];
      known.restore(before);
      for (const { cache, restore } of [known, unknown]) {
        const fail = () => {
          restore(after);
          read(cache);
          throw new Error('no');
        };
        expect(() => cache.batch(fail)).toThrowError('no');
      }
      expect(texts(known.cache)).toEqual(['1old', '2', '3']);
      expect(texts(unknown.cache)).toBeUndefined();
    }
  });

  it('is refused as a whole if it has another version', () => {
    first.cache.set(Member, { id: 'a' });
    const next = openCache();
    const data = { ...first.take(), version: 2 } as unknown as StoreSnapshot;
    expect(thrownBy(() => next.restore(data))).toEqual(
      jasmine.objectContaining<CacheError>({ code: 'NCQ4006' }),
    );
    expect(next.cache.get(members)).toBeUndefined();
  });

  it('lacks what is sensitive, and what has no stable name', () => {
    const warnings = listenToWarnings();
    first.cache.set(Secret, { id: 1 });
    first.cache.set(Unkeyed, { id: 1 });
    watch(first.cache.fetch(counted('getSecrets', [{ id: 2 }], [Secret]).endpoint));
    watch(first.cache.fetch(new Endpoint({ load: () => of([{ id: 'a' }]), schema: [Member] })));
    const { entities, responses } = first.take();
    expect([Object.keys(entities), responses]).toEqual([['ExtensionMember'], []]);
    expect(warnings).toHaveBeenCalledTimes(2);
  });

  it('lacks the lists of two Collections with one name, and says so', () => {
    const warnings = listenToWarnings();
    const [one, two, three] = ['same', 'same', 'other'].map(
      (name) => new Collection([Note], { name }),
    );
    for (const [id, list] of [one, two, three].entries()) first.cache.set(list, [{ id }]);
    expect(Object.keys(first.take().lists)).toEqual(['other']);
    expect(warnings.calls.allArgs().join()).toContain('two Collections have the name "same"');
  });

  it('lacks rows with a value that JSON cannot have, and says why', () => {
    const warnings = listenToWarnings();
    const deep = Array.from({ length: 500 }).reduce((inner) => [inner], []);
    const values: Record<string, unknown> = {
      'a function': () => 1,
      'an instance of URL': new URL('https://a.b'),
      'data that is nested too deeply': deep,
    };
    first.cache.set(Note, { id: 9, text: 'x' });
    for (const [what, text] of Object.entries(values)) {
      first.cache.set(Note, { id: 1, text } as never);
      expect(first.take().entities['SnapshotNote'].rows).toEqual([{ id: 9, text: 'x' }]);
      expect(warnings.calls.mostRecent().args.join()).toContain(
        `a row of SnapshotNote contains ${what},`,
      );
    }
  });

  it('does not give the response of an endpoint to one with the same name and another schema', () => {
    const { endpoint } = counted('getMembers', [{ id: 'a' }], [Member]);
    watch(first.cache.fetch(endpoint));
    const other = counted('getMembers', { id: 'a' }, Member);
    const { cache } = reopened();
    watch(cache.watch(other.endpoint).pipe(toValues()));
    expect(other.sent.length).toBe(1);
  });

  it('writes values without loss that JSON does not have', () => {
    const odd = {
      at: new Date(5),
      none: [undefined, NaN, -0, Infinity, 5n],
      map: new Map([['a', [1]]]),
      set: new Set([1, 'b']),
      $: ['Date', 1],
    };
    const { endpoint } = counted('odd', odd, undefined);
    watch(first.cache.fetch(endpoint));
    expect(reopened().cache.get(endpoint)).toEqual(odd);
  });
});

describe('H1, K3 restored data that nothing uses yet, when other data is evicted', () => {
  it('shows no list that lacks what was evicted, and requests it again', () => {
    const { endpoint, sent } = counted('getNotes', [{ id: 1, text: 'x' }], notes);
    const first = openCache();
    watch(first.cache.fetch(endpoint));
    first.cache.set(Link, { id: 1, url: '/' });
    const clock = new FakeClock();
    const { cache, restore } = openCache(withClock(clock), withRetention({ time: 1_000 }));
    restore(first.take());
    expect(cache.get(Note, 1)?.text).toBe('x');
    clock.pass(10_000);
    expect(cache.get(Note, 1)).toBeUndefined();
    expect(cache.get(notes)).toBeUndefined();
    expect(cache.get(Link, 1)?.url).toBe('/');
    watch(cache.watch(endpoint).pipe(toValues()));
    expect([sent.length, cache.get(notes)?.length]).toEqual([2, 1]);
  });
});

describe('H2 changes', () => {
  it('keep another cache equal, and say what caused them', () => {
    const [first, second] = [openCache(), openCache()];
    const { recorder } = first;
    recorder.onCommit = (commit) => {
      const changes = throughJson(changesOf(recorder.handle, commit));
      causes.push(
        ...changes.causes.map(({ kind, key }) => (key === undefined ? kind : `${kind} ${key}`)),
      );
      second.restore(changes);
    };
    const causes: string[] = [];
    const { endpoint } = counted('getMembers', [{ id: 'a', name: 'A' }, { id: 'b' }], [Member]);
    watch(first.cache.fetch(endpoint));
    expect(second.cache.get(endpoint)?.length).toBe(2);
    first.cache.set(Member, { id: 'a', name: 'Ada' });
    expect(second.cache.get(Member, 'a')?.name).toBe('Ada');
    first.cache.delete(Member, 'b');
    expect(second.cache.get(endpoint)?.map(({ name }) => name)).toEqual(['Ada']);
    void first.cache.reset(endpoint);
    expect(second.cache.get(endpoint)).toBeUndefined();
    expect(causes).toEqual(['response getMembers []', 'write', 'write', 'write']);
  });

  const follow = (from: OpenCache, to: OpenCache) => {
    const { recorder } = from;
    recorder.onCommit = (commit) => to.restore(throughJson(changesOf(recorder.handle, commit)));
  };

  it('keep an entity at its place in another cache that has it already', () => {
    const [first, second] = [openCache(), openCache()];
    second.cache.set([Note], [{ id: 1 }, { id: 2 }]);
    follow(first, second);
    first.cache.set(Note, { id: 3 });
    first.cache.set(Note, { id: 1, text: 'new' }); // newer than the first write of the other cache
    const shown = second.cache.get(new schema.All(Note));
    expect(shown?.map(({ id, text }) => `${id}${text}`)).toEqual(['1new', '2', '3']);
  });

  it('delete an entity in another cache, whose older requests do not restore it', () => {
    const [first, second] = [openCache(), openCache()];
    follow(first, second);
    first.cache.set(Note, { id: 1 });
    expect(second.cache.get(Note, 1)).toBeDefined();
    const { respond } = beginRead(second.cache, Note);
    first.cache.delete(Note, 1);
    respond({ id: 1, text: 'old' });
    expect(second.cache.get(Note, 1)).toBeUndefined();
  });
});

describe('H3 a restore that arrives later', () => {
  it('is older than what was written in the meantime', () => {
    const [first, next] = [openCache(), openCache()];
    first.cache.set(
      [Member],
      [
        { id: 'a', name: 'old' },
        { id: 'b', name: 'old' },
        { id: 'c', name: 'old' },
      ],
    );
    const restore = beginRestore(next.recorder.handle);
    next.cache.set(Member, { id: 'a', name: 'new' });
    next.cache.set(Member, { id: 'c', name: 'new' });
    next.cache.delete(Member, 'c');
    restore(first.take());
    expect(next.cache.get(names)).toBe('new,old');
  });

  it('is ignored after the cache was emptied', async () => {
    const [first, next] = [openCache(), openCache()];
    first.cache.set(Member, { id: 'a' });
    const restore = beginRestore(next.recorder.handle);
    await next.cache.clear();
    restore(first.take());
    expect(next.cache.get(members)).toBeUndefined();
  });

  it('ends once, and takes no protection from the requests that are still in flight', () => {
    const next = openCache();
    next.cache.set(Member, { id: 'a' });
    const restore = beginRestore(next.recorder.handle);
    const { respond } = beginRead(next.cache, Member);
    restore(undefined);
    restore(undefined); // Such as in a `catch` after a `then`.
    next.cache.delete(Member, 'a');
    respond({ id: 'a' });
    expect(next.cache.get(Member, 'a')).toBeUndefined();
  });
});
