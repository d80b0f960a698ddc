import { Entity, type RowMeta } from '../schema/entity/entity';
import { planOf } from '../schema/entity/entity-plan';
import type { Fields } from '../util/plain-data';
import { isOlder, mergeOver, mergeUnder } from './merge';

class Plain extends Entity {
  readonly id: number = 0;
}
class Versioned extends Entity {
  readonly id: number = 0;
  static override shouldReorder(_a: RowMeta, _b: RowMeta, existing: Fields, incoming: Fields) {
    return Number(incoming['version']) < Number(existing['version']);
  }
}
class Summed extends Entity {
  readonly id: number = 0;
  static override merge(existing: Fields, incoming: Fields): Fields {
    return { ...existing, ...incoming, sum: Number(existing['sum']) + Number(incoming['sum']) };
  }
}
const plan = planOf(Plain);

describe('W7 merging of rows', () => {
  it('returns the existing record when nothing differs', () => {
    const existing = { id: 1, tags: ['a'] };
    expect(mergeOver(plan, existing, { id: 1, tags: ['a'] })).toBe(existing);
    expect(mergeOver(plan, existing, {})).toBe(existing);
    expect(mergeUnder(plan, existing, { id: 2, tags: [] })).toBe(existing);
  });

  it('overwrites fields, and keeps the data of equal fields', () => {
    const existing = { id: 1, tags: ['a'], title: 'old' };
    const merged = mergeOver(plan, existing, { title: 'new', tags: ['a'] });
    expect(merged).toEqual({ id: 1, tags: ['a'], title: 'new' });
    expect(merged['tags']).toBe(existing.tags);
    expect(existing.title).toBe('old');
  });

  it('lets an older row fill only missing fields', () => {
    const merged = mergeUnder(plan, { id: 1, title: 'new' }, { title: 'old', done: true });
    expect(merged).toEqual({ id: 1, title: 'new', done: true });
  });

  it('decides by the write order, or by the class', () => {
    expect(isOlder(plan, 5, 4, {}, {})).toBe(true);
    expect(isOlder(plan, 5, 5, {}, {})).toBe(false);
    const versioned = planOf(Versioned);
    expect(isOlder(versioned, 5, 4, { version: 1 }, { version: 2 })).toBe(false);
    expect(isOlder(versioned, 4, 5, { version: 2 }, { version: 1 })).toBe(true);
  });

  it('uses a static merge in both directions', () => {
    const summed = planOf(Summed);
    expect(mergeOver(summed, { id: 1, sum: 1 }, { id: 1, sum: 2 })['sum']).toBe(3);
    expect(mergeUnder(summed, { id: 1, sum: 1 }, { id: 1, sum: 2 })['sum']).toBe(3);
  });
});
