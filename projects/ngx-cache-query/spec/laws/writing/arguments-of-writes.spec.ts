import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { forgetType, recordChanges, replayChanges } from 'ngx-cache-query-internals';
import { thrownBy } from '../../support/error-log';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
const allUsers = new schema.All(User);
const idsOf = (cache: CacheService) => cache.get(allUsers)?.map(({ id }) => id);

describe('W5 arguments that no write can use', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('are coded errors, also if they are symbols', () => {
    const symbol = Symbol('user') as never;
    const writes: [string, () => void][] = [
      ['set', () => cache.set(symbol, {})],
      ['set with a key', () => cache.set(User, symbol, () => ({}))],
      ['set with a value', () => cache.set(User, symbol)],
      ['delete', () => cache.delete(symbol as typeof User, 1)],
      ['delete with a key', () => cache.delete(User, symbol)],
      ['reset', () => void cache.reset(symbol)],
      ['get', () => cache.get(symbol as typeof allUsers)],
    ];
    for (const [name, write] of writes) {
      expect(thrownBy(write).code)
        .withContext(name)
        .toMatch(/^NCQ\d{4}$/);
    }
    expect(cache.get(allUsers)).toBeUndefined();
  });

  it('say that there are two copies of the package, if the class is of another copy', () => {
    class OtherEntity {
      readonly id = 0;
    }
    // The other copy carries the same mark as this one.
    const mark = Symbol.for('ngx-cache-query.entity');
    expect(mark in Entity.prototype).toBeTrue();
    if (mark in Entity.prototype)
      Object.defineProperty(OtherEntity.prototype, mark, { value: true });
    const Other = class extends OtherEntity {} as unknown as typeof User;
    const uses = [
      () => cache.set(Other, { id: 1 }),
      () => cache.delete(Other, 1),
      () => cache.get(Other, 1),
      () => cache.set([Other], [{ id: 1 }]),
    ];
    for (const use of uses) {
      const error = thrownBy(use);
      expect(error.code).toMatch(/^NCQ\d{4}$/);
      expect(error.message).toContain('contains the package twice');
    }
  });
});

describe('W6 the changes of a commit', () => {
  it('give another cache the same order, also after a deletion and an addition in one batch', () => {
    const cache = TestBed.inject(CacheService);
    const changes = recordChanges(cache);
    const copy = replayChanges(changes);
    cache.set([User], [{ id: 1 }, { id: 2, name: '' }, { id: 3 }]);
    cache.batch(() => {
      cache.delete(User, 1);
      cache.set(User, { id: 1, name: 'again' });
    });
    expect(idsOf(cache)).toEqual([2, 3, 1]);
    expect(copy.order(User)).toEqual([2, 3, 1]);
    cache.batch(() => {
      cache.set(User, { id: 2, name: 'x' });
      cache.set(User, { id: 2, name: '' });
    });
    expect(changes.map(({ changes: rows }) => rows.map(({ pk }) => pk))).toEqual([[1, 2, 3], [1]]);
  });
});

describe('R2 a type whose rows were evicted', () => {
  it('is known again after an existing row is written', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1 }]);
    forgetType(cache, User);
    expect(cache.get(allUsers)).toBeUndefined();
    cache.set(User, { id: 1 });
    expect(idsOf(cache)).toEqual([1]);
  });
});
