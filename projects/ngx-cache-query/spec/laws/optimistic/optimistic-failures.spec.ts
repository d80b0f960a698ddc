import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Endpoint,
  Entity,
  type Failure,
  provideCache,
  withFailures,
} from 'ngx-cache-query';
import { countPending } from 'ngx-cache-query-internals';
import { EMPTY } from 'rxjs';
import { causesOf } from '../../support/causes';
import { mutation } from '../../support/mutation';
import { watch } from '../../support/watch';

let isBroken = false;
class Item extends Entity {
  readonly id: number = 0;
  readonly a: number = 0;
  static override merge(existing: object, incoming: object) {
    if (isBroken) throw new Error('broken');
    return { ...existing, ...incoming };
  }
}

describe('O5 a mutation that fails early', () => {
  it('is reported to the failure hook, even if its optimistic response throws', () => {
    const failures: Failure[] = [];
    const hook = withFailures(() => (failure) => void failures.push(failure));
    TestBed.configureTestingModule({ providers: [provideCache(hook)] });
    const cache = TestBed.inject(CacheService);
    const error = new Error('thrown');
    const endpoint = new Endpoint({
      name: 'change',
      sideEffect: true,
      schema: Item,
      load: () => EMPTY,
      optimistic: () => {
        throw error;
      },
    });
    expect(causesOf(watch(cache.fetch(endpoint)).errors)).toEqual([error]);
    expect(causesOf(failures.map((each) => each.error))).toEqual([error]);
  });

  it('ends with an error and leaves nothing behind when a class throws during the rollback', () => {
    const pending = countPending();
    jasmine.clock().install(); // errors that are reported later do not reach a handler
    const cache = TestBed.inject(CacheService);
    cache.set(Item, { id: 1, a: 1 });
    const change = mutation(cache, Item);
    const seen = [change.send({ id: 1, a: 2 }), change.send({ id: 1, a: 3 })];
    isBroken = true;
    change.fail(0);
    isBroken = false;
    change.fail(1);
    expect(seen.map(({ errors }) => errors.length)).toEqual([1, 1]);
    expect(cache.get(Item, 1)!.a).toBe(1);
    expect(pending(cache)).toBe(0);
    jasmine.clock().uninstall();
  });
});
