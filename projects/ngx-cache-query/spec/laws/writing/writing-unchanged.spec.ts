import { type CacheService, Entity } from 'ngx-cache-query';
import { setUpInspected } from 'ngx-cache-query-internals';
import { beginRead } from '../../support/served';
import { watch } from '../../support/watch';

type Row = Readonly<Record<string, unknown>>;

describe('W7 a write that changes nothing', () => {
  let cache: CacheService;
  let commits: () => number;
  beforeEach(() => ({ cache, commits } = setUpInspected()));

  it('may set a field to undefined that was never there', () => {
    class Plain extends Entity {
      readonly id: string = '';
      readonly note: string | undefined = 'none';
    }
    cache.set(Plain, { id: 'a' });
    const seen = watch(cache.select(Plain, 'a'));
    cache.set(Plain, { id: 'a', note: undefined });
    expect([seen.values.length, seen.last?.note]).toEqual([1, 'none']);
  });

  it('may be an older read that static shouldUpdate rejects', () => {
    class Locked extends Entity {
      readonly id: string = '';
      readonly note: string = '';
      static override shouldUpdate(existing: Row): boolean {
        return existing['locked'] !== true;
      }
    }
    const older = beginRead(cache, [Locked]);
    cache.set([Locked], [{ id: 'a', locked: true }]);
    older.respond([{ id: 'a', note: 'older' }]);
    expect(cache.get(Locked, 'a')?.note).toBe('');
  });

  it('may be a static merge that returns an equal row with new parts', () => {
    class Copied extends Entity {
      readonly id: string = '';
      readonly tags: readonly string[] = [];
      static override merge(existing: Row): Row {
        return structuredClone(existing);
      }
    }
    cache.set(Copied, { id: 'a', tags: ['x'] });
    const before = cache.get(Copied, 'a');
    cache.set(Copied, { id: 'a', tags: ['y'] });
    expect(cache.get(Copied, 'a')).toBe(before);
    expect(commits()).toBe(1);
  });
});
