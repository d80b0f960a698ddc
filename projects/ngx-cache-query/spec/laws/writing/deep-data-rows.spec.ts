import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { User } from '../../support/models';
import { watch } from '../../support/watch';

class Doc extends Entity {
  readonly id: number = 0;
  readonly meta: object = {};
  readonly owner: User | null = null;
  static override readonly key: string = 'DeepRow';
  static override readonly schema = { owner: User };
}

describe('W5 data that is nested too deeply in one of several rows', () => {
  it('is refused, and the rows before it are not written', () => {
    const cache = TestBed.inject(CacheService);
    let data: object = {};
    for (let i = 0; i < 501; i++) data = { data };
    cache.set(Doc, { id: 1 });
    const all = watch(cache.select(new schema.All(Doc)));
    const writes: [docs: readonly object[], path: string][] = [
      [[{ id: 2 }, { id: 3, meta: data }], '[1].meta'],
      [[{ id: 2, owner: { id: 'a', at: data } }], '[0].owner.at'],
      [
        [
          { id: 1, meta: { changed: true } },
          { id: 3, meta: data },
        ],
        '[1].meta',
      ],
    ];
    for (const [docs, path] of writes) {
      const error = thrownBy(() => cache.set([Doc], docs));
      expect([error.code, error.source, error.path]).toEqual(['NCQ1008', 'set(schema)', path]);
      expect(all.values.length).withContext(path).toBe(1);
      expect(cache.get(new schema.All(Doc))?.map(({ id }) => id))
        .withContext(path)
        .toEqual([1]);
    }
    expect(cache.get(new schema.All(User))).toBeUndefined();
  });
});
