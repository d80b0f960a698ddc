import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { Link, Post, User } from '../../support/models';
import { deleteUser, setUpRest } from '../../support/rest-users';
import { thrownBy } from '../../support/error-log';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';
import {
  type CacheError,
  CacheService,
  Endpoint,
  Entity,
  RestEndpoint,
  schema,
  type SchemaLike,
} from 'ngx-cache-query';

describe('W5 schema.Invalidate with a response that names no entity', () => {
  for (const response of [null, {}, { success: true }, { id: null }]) {
    it(`uses the path parameters: ${JSON.stringify(response)}`, () => {
      const { cache, sent } = setUpRest();
      cache.set([User], [{ id: 'a' }, { id: 'b' }]);
      const seen = watch(cache.fetch(deleteUser, { id: 'a' }));
      sent('/users/a').flush(response);
      expect([seen.errors, seen.completed]).toEqual([[], true]);
      expect(cache.get(new schema.All(User))?.map(({ id }) => id)).toEqual(['b']);
    });
  }

  it('uses the response if it names an entity', () => {
    const { cache, sent } = setUpRest();
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.fetch(deleteUser, { id: 'a' }).subscribe();
    sent('/users/a').flush({ id: 'b' });
    expect(cache.get(new schema.All(User))?.map(({ id }) => id)).toEqual(['a']);
  });

  it('uses them for a key of several fields, and the error names them if they do not fit', () => {
    const { cache, sent } = setUpRest();
    class Seat extends Entity {
      readonly row: number = 0;
      readonly letter: string = '';
      override pk() {
        return (this.row as unknown) === undefined ? undefined : `${this.row}${this.letter}`;
      }
    }
    cache.set([Seat], [{ row: 5, letter: 'C' }]);
    const gone = new schema.Invalidate(Seat);
    const leave = new RestEndpoint({ path: '/seats/:row/:letter', method: 'DELETE', schema: gone });
    cache.fetch(leave, { row: 5, letter: 'C' }).subscribe();
    sent('/seats/5/C').flush({ success: true });
    expect(cache.get(Seat, '5C')).toBeUndefined();
    const wrong = new RestEndpoint({ path: '/seats/:seatId', method: 'DELETE', schema: gone });
    const seen = watch(cache.fetch(wrong, { seatId: '5C' }));
    sent('/seats/5C').flush({ success: true });
    const { code, message } = seen.errors[0] as CacheError;
    expect(code).toBe('NCQ1004');
    for (const part of ['Seat', 'path parameters', 'seatId', 'process']) {
      expect(message).toContain(part);
    }
  });

  it('does not use them for an item inside a response', () => {
    const { cache, sent } = setUpRest();
    cache.set([User], [{ id: 'a' }]);
    const clean = new RestEndpoint({
      path: '/users/:id',
      method: 'DELETE',
      schema: { gone: [new schema.Invalidate(User)] },
    });
    for (const item of [{}, '']) {
      const seen = watch(cache.fetch(clean, { id: 'a' }));
      sent('/users/a').flush({ gone: [item] });
      expect((seen.errors[0] as CacheError).path).toBe('gone[0]');
    }
    expect(cache.get(User, 'a')).toBeDefined();
  });

  it('uses them with the type of a mapping', () => {
    const cache = TestBed.inject(CacheService);
    cache.set(Post, { id: 1 });
    const remove = new Endpoint({
      load: (item: { type: 'post'; id: number }) => of({ deleted: item.id }),
      schema: new schema.Invalidate({ link: Link, post: Post }, 'type'),
      sideEffect: true,
    });
    cache.fetch(remove, { type: 'post', id: 1 }).subscribe();
    expect(cache.get(Post, 1)).toBeUndefined();
  });
});

describe('W5 a mutation with an empty response', () => {
  const messageOf = (shape: SchemaLike, response: unknown, sideEffect = true) => {
    const endpoint = new Endpoint({ load: () => of(response), schema: shape, sideEffect });
    const seen = watch(TestBed.inject(CacheService).fetch(endpoint));
    const { code, message } = seen.errors[0] as CacheError;
    return { code, suggestsFix: message.includes('The response is empty. Remove the schema') };
  };

  it('fails with a message that suggests a fix', () => {
    expect(messageOf(User, null)).toEqual({ code: 'NCQ1001', suggestsFix: true });
    expect(messageOf([User], null)).toEqual({ code: 'NCQ1001', suggestsFix: true });
    expect(messageOf({ user: User }, undefined)).toEqual({ code: 'NCQ1001', suggestsFix: true });
    expect(messageOf(User, {})).toEqual({ code: 'NCQ1004', suggestsFix: true });
  });

  it('is the only case with that suggestion', () => {
    expect(messageOf(User, null, false)).toEqual({ code: 'NCQ1001', suggestsFix: false });
    expect(messageOf(User, { name: 'Ada' })).toEqual({ code: 'NCQ1004', suggestsFix: false });
    expect(messageOf({ user: User }, { user: {} })).toEqual({
      code: 'NCQ1004',
      suggestsFix: false,
    });
  });
});

describe('W2 schema.Invalidate with several types', () => {
  class Link extends Entity {
    readonly id: number = 0;
  }
  const gone = [new schema.Invalidate({ link: Link }, 'type')];

  it('skips an item of another type, with one warning, and deletes the others', () => {
    const warn = listenToWarnings();
    const cache = TestBed.inject(CacheService);
    cache.set([Link], [{ id: 1 }, { id: 2 }]);
    for (let time = 0; time < 2; time++) {
      cache.set(gone, [
        { id: 1, type: 'link' },
        { id: 2, type: 'song' },
      ]);
    }
    expect(cache.get(new schema.All(Link))?.map(({ id }) => id)).toEqual([2]);
    expect(warn.calls.count()).toBe(1);
    expect(warn.calls.argsFor(0)[0]).toContain(
      'an item has the unknown type "song". The known types are link',
    );
  });

  it('reports that a bare key has no type', () => {
    const cache = TestBed.inject(CacheService);
    class Pin extends Entity {
      readonly id: number = 0;
      readonly on: Link | undefined = undefined;
      static override readonly schema = { on: new schema.Union({ link: Link }, 'type') };
    }
    for (const write of [
      () => cache.set(gone, [1]),
      () => cache.set(Pin, { id: 1, on: 1 } as never),
    ]) {
      const error = thrownBy(write);
      expect(error.code).toBe('NCQ1003');
      expect(error.message).toContain('A key alone does not determine the type');
      expect(error.message).not.toContain('only in a field of another entity');
    }
  });

  it('refuses an item without a key, even if a function reads the type from the parent', () => {
    const cache = TestBed.inject(CacheService);
    const byParent = (_: unknown, parent: { readonly kind: string }) => parent.kind;
    const item = new schema.Invalidate({ link: Link }, byParent as never);
    const error = thrownBy(() => cache.set({ item }, { kind: 'link', item: { title: 'no key' } }));
    expect([error.code, error.path]).toEqual(['NCQ1004', 'item']);
  });
});
