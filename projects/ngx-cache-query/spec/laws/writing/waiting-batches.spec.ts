import { TestBed } from '@angular/core/testing';
import { CacheService, Collection, Entity, schema } from 'ngx-cache-query';
import { causesOf } from '../../support/causes';
import { ErrorLog, provideErrorLog } from '../../support/error-log';
import { duringNotification } from '../../support/during-notification';
import { fetchOnce, Served } from '../../support/served';
import { watch } from '../../support/watch';

class Todo extends Entity {
  readonly id: number = 0;
  readonly userId: number = 0;
}
const allTodos = new schema.All(Todo);
const list = new Collection([Todo]);
const idsOf = (todos: readonly Todo[] | undefined) => todos?.map(({ id }) => id);

let cache: CacheService;
let log: ErrorLog;
function setUp() {
  log = new ErrorLog();
  TestBed.configureTestingModule({ providers: [provideErrorLog(log)] });
  cache = TestBed.inject(CacheService);
}

describe('W6, R11 a batch in a subscriber', () => {
  beforeEach(setUp);

  it('removes entities that it deletes and adds again from lists, like a batch outside', () => {
    fetchOnce(cache, list, [{ id: 2, userId: 2 }]);
    duringNotification(cache, () =>
      cache.batch(() => {
        cache.delete(Todo, 2);
        cache.set(Todo, { id: 2, userId: 1 });
      }),
    );
    expect(idsOf(cache.get(list))).toEqual([]);
    expect(cache.get(Todo, 2)?.userId).toBe(1);
  });

  it('keeps the writes of an inner batch, unless that throws', () => {
    fetchOnce(cache, list, [{ id: 1 }, { id: 2 }]);
    duringNotification(cache, () =>
      cache.batch(() => {
        cache.batch(() => cache.delete(Todo, 1));
        const failing = () =>
          cache.batch(() => {
            cache.delete(Todo, 2);
            throw new Error('no');
          });
        expect(failing).toThrowError('no');
        cache.set(Todo, { id: 1 });
      }),
    );
    expect([idsOf(cache.get(list)), idsOf(cache.get(allTodos))]).toEqual([[2], [2, 1]]);
  });

  it('writes nothing when an updater throws in its turn: the error is reported, and later writes are applied', () => {
    cache.set(Todo, { id: 2 });
    const seen = watch(cache.select(allTodos));
    const thrown = new Error('userId is 3');
    duringNotification(cache, () => {
      cache.set(Todo, { id: 2, userId: 3 });
      cache.batch(() => {
        cache.set(Todo, { id: 5 });
        cache.set(Todo, 2, ({ userId }) => {
          if (userId === 3) throw thrown;
          return { userId: 7 };
        });
      });
      cache.set(Todo, { id: 6 });
    });
    expect(log.errors).toEqual([thrown]);
    expect(seen.values.map(idsOf)).toEqual([[2], [2], [2, 6]]);
    expect(cache.get(Todo, 2)?.userId).toBe(3);
  });

  it('passes its error to the responses that it contains', () => {
    class Item extends Entity {
      readonly id: number = 0;
      readonly n: number = 0;
      static override merge(existing: { n?: number }, incoming: { n?: number }) {
        if (existing.n === 1 && incoming.n === 2) throw new Error('from 1 to 2');
        return { ...existing, ...incoming };
      }
    }
    const calls = [1, 2].map(() => new Served(Item, { sideEffect: true }));
    const seen = calls.map(({ endpoint }) => watch(cache.fetch(endpoint)));
    cache.set(Item, { id: 1 });
    duringNotification(cache, () => {
      cache.set(Item, { id: 1, n: 1 });
      cache.batch(() => {
        calls[0].respond({ id: 5 });
        calls[1].respond({ id: 1, n: 2 });
      });
    });
    const error = new Error('from 1 to 2');
    expect(seen.map(({ errors, values }) => [causesOf(errors), values])).toEqual([
      [[error], []],
      [[error], []],
    ]);
    expect([log.errors, cache.get(Item, 5), cache.get(Item, 1)?.n]).toEqual([[], undefined, 1]);
  });
});
