import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { allUsers, User } from '../../support/models';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('W6 a batch that undoes itself', () => {
  beforeEach(setUp);
  class Node extends Entity {
    readonly id: number = 0;
    readonly n: number = 0;
    readonly next: Node | undefined = undefined;
    static override readonly key: string = 'sore-node';
    static override get schema() {
      return { next: Node };
    }
  }
  const nodes = new schema.All(Node);

  it('emits nothing, and keeps a cycle, if each row has its old fields again', () => {
    cache.set([Node], [
      { id: 1, next: 2 },
      { id: 2, next: 1 },
    ] as never);
    const seen = watch(cache.select(nodes));
    const [first] = seen.last!;
    cache.batch(() => {
      cache.set(Node, { id: 1, n: 5 });
      expect(cache.get(Node, 2)!.next!.n).toBe(5);
      cache.set(Node, { id: 1, n: 0 });
    });
    expect(seen.values.length).toBe(1);
    expect(cache.get(Node, 1)).toBe(first);
    expect(cache.get(Node, 2)!.next).toBe(first);
  });

  it('moves a row to the end if it deleted it and added it again', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const seen = watch(cache.select(allUsers));
    cache.batch(() => {
      cache.delete(User, 'a');
      cache.set(User, { id: 'a' });
    });
    expect(seen.last!.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(seen.values.length).toBe(2);
  });

  it('keeps the order if it failed after it deleted rows and added them again', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const seen = watch(cache.select(allUsers));
    const fail = () =>
      cache.batch(() => {
        cache.delete(User, 'b');
        cache.set(User, { id: 'z' });
        cache.set(User, { id: 'b' });
        expect(cache.get(allUsers)!.map(({ id }) => id)).toEqual(['a', 'c', 'z', 'b']);
        throw new Error('planned');
      });
    expect(fail).toThrowError('planned');
    expect(cache.get(allUsers)!.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(seen.values.length).toBe(1);
  });
});
