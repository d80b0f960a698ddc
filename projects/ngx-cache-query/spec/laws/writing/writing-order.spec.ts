import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import { CacheService, schema } from 'ngx-cache-query';
import { allUsers, Todo, User } from '../../support/models';
import { beginRead, Served } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const names = () => cache.get(allUsers)?.map(({ id, name }) => `${id}:${name}`);

describe('W7 write order', () => {
  beforeEach(setUp);

  it('does not let a read that begins in a batch restore what the batch deleted before', () => {
    const users = new Served(allUsers);
    cache.set(User, { id: 'a' });
    cache.batch(() => {
      cache.delete(User, 'a');
      cache.fetch(users.endpoint).subscribe();
    });
    users.respond([{ id: 'a' }]);
    expect(cache.get(User, 'a')).toBeUndefined();
  });

  it('fills only missing fields from an older read', () => {
    const read = beginRead(cache, [User]);
    cache.set(User, { id: 'a', name: 'local' });
    read.respond([
      { id: 'a', name: 'old', isAdmin: true },
      { id: 'b', name: 'B' },
    ]);
    expect(names()).toEqual(['a:local', 'b:B']);
    expect(cache.get(User, 'a')?.isAdmin).toBeTrue();
    expect(read.seen.last?.[0]).toBe(cache.get(User, 'a')!);
  });

  it('keeps younger data when an older read arrives after it', () => {
    const one = beginRead(cache, User);
    const two = beginRead(cache, User);
    two.respond({ id: 'a', name: 'young' });
    one.respond({ id: 'a', name: 'old', isAdmin: true });
    expect([names(), cache.get(User, 'a')?.isAdmin]).toEqual([['a:young'], true]);
    cache.set(User, { id: 'a', name: 'youngest' });
    expect(names()).toEqual(['a:youngest']);
  });

  it('keeps the age of rows that a batch only confirmed when it throws', () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id }));
    cache.set([User], rows);
    const read = beginRead(cache, [User]);
    cache.batch(() => {
      cache.set([User], rows.slice(0, 1));
      const inner = () =>
        cache.batch(() => {
          cache.set([User], [{ id: 'b', name: 'B' }, ...rows.slice(1)]);
          throw new Error('no');
        });
      expect(inner).toThrowError('no');
      cache.set([User], rows.slice(3));
    });
    read.respond(rows.map(({ id }) => ({ id, name: `${id}!` })));
    expect(names()).toEqual(['a:a', 'b:b!', 'c:c!', 'd:d']);
  });

  it('makes a row younger with a write that changes nothing', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const read = beginRead(cache, User);
    cache.set(User, { id: 'a', name: 'A' });
    read.respond({ id: 'a', name: 'old' });
    expect(names()).toEqual(['a:A']);
  });

  it('keeps the age of a row when an equal write is in a batch that throws', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const read = beginRead(cache, User);
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 'a', name: 'A' });
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    read.respond({ id: 'a', name: 'read' });
    expect(names()).toEqual(['a:read']);
  });

  const younger: Record<string, (source: Subject<unknown>) => void> = {
    set: () => cache.set(User, { id: 'a', name: 'young' }),
    'set with an updater': () => cache.set(User, 'a', () => ({ name: 'young' })),
    connect: (source) => source.next({ id: 'a', name: 'young' }),
    'the response of a mutation': () => {
      const mutation = new Served(User, { sideEffect: true });
      cache.fetch(mutation.endpoint).subscribe();
      mutation.respond({ id: 'a', name: 'young' });
    },
    'a batch': () => cache.batch(() => cache.set(User, { id: 'a', name: 'young' })),
  };
  for (const [name, write] of Object.entries(younger)) {
    it(`is that of the commit for ${name}`, () => {
      const source = new Subject<unknown>();
      cache.connect(source, User);
      cache.set(User, { id: 'a', name: 'first' });
      const read = beginRead(cache, [User]);
      write(source);
      read.respond([{ id: 'a', name: 'old' }]);
      expect(names()).toEqual(['a:young']);
    });
  }

  it('is that of the commit for a mutation that was sent before the read', () => {
    const mutation = new Served(User, { sideEffect: true });
    cache.fetch(mutation.endpoint).subscribe();
    const read = beginRead(cache, User);
    mutation.respond({ id: 'a', name: 'answer' });
    read.respond({ id: 'a', name: 'old' });
    expect(names()).toEqual(['a:answer']);
  });

  it('is that of the commit for a batch in which the read begins', () => {
    const served = new Served(User);
    cache.batch(() => {
      cache.fetch(served.endpoint).subscribe();
      cache.set(User, { id: 'a', name: 'local' });
    });
    served.respond({ id: 'a', name: 'old' });
    expect(names()).toEqual(['a:local']);
  });

  const gone: Record<string, () => void> = {
    delete: () => cache.delete(User, 'a'),
    invalidate: () => cache.delete(User, 'a'),
    'invalidate of the type': () => cache.delete(User, () => true),
    'schema.Invalidate': () => cache.set(new schema.Invalidate(User), { id: 'a' }),
    'the response of a mutation': () => {
      const mutation = new Served(new schema.Invalidate(User), { sideEffect: true });
      cache.fetch(mutation.endpoint, 'a').subscribe();
      mutation.respond(null);
    },
    'a batch': () => cache.batch(() => cache.delete(User, 'a')),
  };
  for (const [name, remove] of Object.entries(gone)) {
    it(`does not let an older read restore an entity after ${name}`, () => {
      cache.set([User], [{ id: 'a' }, { id: 'b' }]);
      const read = beginRead(cache, [Todo]);
      const list = beginRead(cache, [User]);
      remove();
      read.respond([{ id: 1, userId: { id: 'a', name: 'ghost' } }]);
      list.respond([{ id: 'a' }, { id: 'b', name: 'B' }]);
      expect(cache.get(User, 'a')).toBeUndefined();
      expect(list.seen.last?.map(({ id }) => id)).not.toContain('a');
      expect(cache.get(Todo, 1)?.userId).toBe(User.fromJS());
      beginRead(cache, [User]).respond([{ id: 'a', name: 'back' }]);
      expect(cache.get(User, 'a')?.name).toBe('back');
    });
  }

  it('does not let an older read restore an entity that was deleted before it was known here', () => {
    const read = beginRead(cache, [User]);
    cache.delete(User, 'a');
    read.respond([{ id: 'a' }, { id: 'b' }]);
    expect(names()).toEqual(['b:']);
  });

  it('lets an older read update an entity that was deleted only in a batch that threw', () => {
    cache.set([User], [{ id: 'a', name: 'A' }]);
    const read = beginRead(cache, [User]);
    const run = () =>
      cache.batch(() => {
        cache.delete(User, 'a');
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    read.respond([{ id: 'a', name: 'read' }]);
    expect(names()).toEqual(['a:read']);
  });

  it('lets a younger read restore a deleted entity, whatever an older read contains', () => {
    cache.set(User, { id: 'a' });
    const old = beginRead(cache, [User]);
    cache.delete(User, 'a');
    const young = beginRead(cache, User);
    young.respond({ id: 'a', name: 'young' });
    old.respond([{ id: 'a', name: 'old' }]);
    expect(names()).toEqual(['a:young']);
  });

  it('deletes an entity that the same response contains before its deletion', () => {
    const sync = { saved: [User], gone: [new schema.Invalidate(User)] };
    cache.set(sync, { saved: [{ id: 'a' }, { id: 'b' }], gone: [{ id: 'a' }] });
    expect(names()).toEqual(['b:']);
    expect(cache.get(User, 'a')).toBeUndefined();
  });

  it('ignores a deletion in a read if the entity is younger', () => {
    const read = beginRead(cache, { gone: [new schema.Invalidate(User)] });
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    read.respond({ gone: ['a'] });
    expect(names()).toEqual(['a:', 'b:']);
  });

  it("keeps an endpoint's younger response when an older one arrives", () => {
    const users = new Served({ results: [User], page: 0 });
    const one = watch(cache.fetch(users.endpoint));
    watch(cache.fetch(new Served(User, { sideEffect: true }).endpoint)); // from now on, new callers do not share this request
    const two = watch(cache.fetch(users.endpoint));
    expect(users.requests.length).toBe(2);
    users.requests[1].respond({ results: [{ id: 'b' }], page: 2 });
    const shown = watch(cache.select(users.endpoint));
    users.requests[0].respond({ results: [{ id: 'a' }], page: 1 });
    expect(cache.get(users.endpoint)?.page).toBe(2);
    expect(shown.values.length).toBe(1);
    expect([one.last?.page, two.last?.page]).toEqual([1, 2]);
    expect(names()).toEqual(['b:', 'a:']);
  });
});
