import { Entity, type RowMeta } from '../schema/entity';
import { planOf } from '../schema/plan';
import type { Fields } from '../util/plain-data';
import { merged, showsSame } from './merge';

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
const mergeOver = (of: typeof plan, existing: Fields, incoming: Fields) =>
  merged(of, existing, incoming, 1, 2);
const mergeUnder = (of: typeof plan, existing: Fields, older: Fields) =>
  merged(of, existing, older, 2, 1);

describe('W7 merging of rows', () => {
  it('returns the existing record when nothing differs', () => {
    const existing = { id: 1, tags: ['a'] };
    expect(mergeOver(plan, existing, { id: 1, tags: ['a'] })).toBe(existing);
    expect(mergeOver(plan, existing, {})).toBe(existing);
    expect(mergeUnder(plan, existing, { id: 2, tags: [] })).toBe(existing);
  });

  it('overwrites fields, and keeps the data of equal fields', () => {
    const existing = { id: 1, tags: ['a'], title: 'old' };
    const result = mergeOver(plan, existing, { title: 'new', tags: ['a'] });
    expect(result).toEqual({ id: 1, tags: ['a'], title: 'new' });
    expect(result['tags']).toBe(existing.tags);
    expect(existing.title).toBe('old');
  });

  it('lets an older row fill only missing fields', () => {
    const result = mergeUnder(plan, { id: 1, title: 'new' }, { title: 'old', done: true });
    expect(result).toEqual({ id: 1, title: 'new', done: true });
  });

  it('decides by the write order, or by the class', () => {
    const row = (version: number, title: string) => ({ id: 1, version, title });
    expect(merged(plan, row(1, 'a'), row(1, 'b'), 5, 5)['title']).toBe('b');
    const versioned = planOf(Versioned);
    expect(merged(versioned, row(1, 'a'), row(2, 'b'), 5, 4)['title']).toBe('b');
    expect(merged(versioned, row(2, 'b'), row(1, 'a'), 4, 5)['title']).toBe('b');
  });

  it('uses a static merge in both directions', () => {
    const summed = planOf(Summed);
    expect(mergeOver(summed, { id: 1, sum: 1 }, { id: 1, sum: 2 })['sum']).toBe(3);
    expect(mergeUnder(summed, { id: 1, sum: 1 }, { id: 1, sum: 2 })['sum']).toBe(3);
  });
});

describe('R8 records that show the same', () => {
  class Note extends Entity {
    readonly id: number = 0;
    readonly text: string = 'empty';
    readonly size: number = 5;
    static override readonly schema = { size: (raw: number) => raw * 2 };
  }
  const note = planOf(Note);

  it('differ only by default values', () => {
    expect(showsSame(note, { id: 1 }, { id: 1, text: 'empty' })).toBe(true);
    expect(showsSame(note, { id: 1, text: 'empty' }, { id: 1 })).toBe(true);
    expect(showsSame(note, { id: 1 }, { id: 1, text: '' })).toBe(false);
  });

  it('do not differ by a raw value: its deserialized value is unknown', () => {
    expect(showsSame(note, { id: 1 }, { id: 1, size: 5 })).toBe(false);
    expect(showsSame(note, { id: 1, size: 5 }, { id: 1, size: 5 })).toBe(true);
  });
});
