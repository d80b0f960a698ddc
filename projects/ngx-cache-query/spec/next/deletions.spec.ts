import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { beginRead } from '../support/served';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

describe('W7 a deletion', () => {
  it('is not undone by an older read if a batch that deleted the entity again threw', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 1 }, { id: 2 }]);
    const read = beginRead(cache, [User]);
    cache.delete(User, 1);
    const run = () =>
      cache.batch(() => {
        cache.delete(User, 1);
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    read.respond([{ id: 1, name: 'stale' }, { id: 2 }]);
    expect(cache.get(User, 1)).toBeUndefined();
    expect(cache.get(new schema.All(User))?.map(({ id }) => id)).toEqual([2]);
  });
});
