import { Subject } from 'rxjs';
import { TestBed } from '@angular/core/testing';
import { type CacheError, CacheService, Entity } from 'ngx-cache-query';
import { User } from '../../support/models';
import { fetchOnce } from '../../support/served';
import { watch } from '../../support/watch';

class Order extends Entity {
  readonly price: number = 0;
  readonly amount: number = 0;
  override pk() {
    return this.price;
  }
  static override process([price, amount]: readonly [number, number]) {
    return { price, amount };
  }
}
class Tag extends Entity {
  readonly name: string = '';
  override pk() {
    return this.name;
  }
  static override process(input: string | { name: string }) {
    return typeof input === 'string' ? { name: input } : input;
  }
}
class Book extends Entity {
  readonly id: string = '';
  readonly bids: readonly Order[] = [];
  readonly tags: readonly Tag[] = [];
  static override readonly schema = { bids: [Order], tags: [Tag] };
}
/** Creates an object from any value, but does not give it a key. */
class Keyless extends Entity {
  readonly id: string = '';
  static override process(input: object): Record<string, unknown> {
    return { ...input };
  }
}
class Careless extends Entity {
  readonly id: string = '';
  static override process(input: unknown) {
    return input as Record<string, unknown>;
  }
}

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const codeOf = (write: () => void): string => {
  try {
    write();
  } catch (error) {
    return (error as CacheError).code;
  }
  return 'nothing was thrown';
};

describe('W9 static process makes entities of items that are not objects', () => {
  beforeEach(setUp);

  it('for a list of arrays', () => {
    const { value } = fetchOnce(
      cache,
      [Order],
      [
        [100, 2],
        [101, 3],
      ],
    );
    expect(value).toEqual([cache.get(Order, 100)!, cache.get(Order, 101)!]);
    expect(cache.get(Order, 101)).toEqual(jasmine.objectContaining({ price: 101, amount: 3 }));
  });

  it('for a list of texts', () => {
    cache.set([Tag], ['a', { name: 'b' }, null]);
    expect([cache.get(Tag, 'a')?.name, cache.get(Tag, 'b')?.name]).toEqual(['a', 'b']);
  });

  it('for a single item, and for an item in a stream', () => {
    const orders$ = new Subject<unknown>();
    cache.connect(orders$, Order);
    const seen = watch(cache.select(Order, 5));
    orders$.next([5, 1]);
    orders$.next([5, 2]);
    expect(seen.values.map((order) => order?.amount)).toEqual([undefined, 1, 2]);
  });

  it('for arrays in a field of an entity, where texts stay keys', () => {
    cache.set(Book, { id: 'x', bids: [[100, 2]] as never, tags: ['a'] as never });
    const book = cache.get(Book, 'x');
    expect(book?.bids.map(({ amount }) => amount)).toEqual([2]);
    expect([book?.tags, cache.get(Tag, 'a')]).toEqual([[], undefined]);
    cache.set([Tag], ['a']);
    expect(cache.get(Book, 'x')?.tags[0]).toBe(cache.get(Tag, 'a')!);
  });

  it('is refused as before if the class has no process, or if process returns no object', () => {
    const codes = [
      () => cache.set([User], [['a', 'Ada']]),
      () => cache.set([User], ['a']),
      () => cache.set([Careless], [['a', 'Ada']]),
      () => cache.set([Careless], ['a']),
      () => cache.set([Careless], [true]),
      () => cache.set(Careless, null as never),
      () => cache.set(Careless, undefined as never),
      () => cache.set(Careless, '{"id":"a"}' as never),
      () => cache.set([Keyless], [['a']]),
    ].map(codeOf);
    const [array, text, json, noKey] = ['NCQ1001', 'NCQ1003', 'NCQ1002', 'NCQ1004'];
    expect(codes).toEqual([array, text, array, text, text, array, array, json, noKey]);
  });
});
