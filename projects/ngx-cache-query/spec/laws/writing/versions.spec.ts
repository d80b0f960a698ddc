import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, EntityMixin } from 'ngx-cache-query';
import { beginRead } from '../../support/served';
import { listenToWarnings } from '../../support/warnings';

class Document extends Entity {
  static override readonly version: string = 'updatedAt';
  readonly id: number = 0;
  readonly text: string = '';
  readonly pages: number = 0;
  readonly updatedAt: unknown = undefined;
}

describe('W9 static version', () => {
  let cache: CacheService;
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  const text = () => cache.get(Document, 1)?.text;
  const set = (updatedAt: unknown, written: string) =>
    cache.set(Document, { id: 1, text: written, updatedAt });

  const pairs: readonly (readonly [name: string, lower: unknown, higher: unknown])[] = [
    ['numbers', 9, 10],
    ['Dates', new Date(9_000), new Date(10_000)],
    ['dates as text', '2026-01-31', '2026-02-01'],
    ['times as text', '2026-01-31T10:00:00.000Z', '2026-01-31T10:00:00.001Z'],
    ['times with and without a fraction', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00.5Z'],
    ['microseconds', '2026-01-31T10:00:00.5Z', '2026-01-31T10:00:00.500001Z'],
    ['times in two zones', '2026-01-31T12:00:00+02:00', '2026-01-31T11:00:00Z'],
    ['text', 'a', 'b'],
    ['text of digits', '9', '10'],
    ['long text of digits', '9007199254740992', '9007199254740993'],
  ];
  for (const [name, lower, higher] of pairs) {
    it(`orders ${name}: a lower version adds only missing fields`, () => {
      set(higher, 'new');
      cache.set(Document, { id: 1, text: 'old', pages: 3, updatedAt: lower });
      expect(cache.get(Document, 1)).toEqual(
        Document.fromJS({ id: 1, text: 'new', pages: 3, updatedAt: higher }),
      );
      cache.delete(Document, 1);
      set(lower, 'old');
      set(higher, 'new');
      expect(text()).toBe('new');
    });
  }

  it('takes what arrives last if the versions are equal, or if one is missing', () => {
    set(5, 'first');
    set(5, 'equal');
    expect(text()).toBe('equal');
    for (const missing of [undefined, null]) {
      set(5, 'with');
      set(missing, 'without');
      expect(text()).toBe('without');
      set(1, 'again with');
      expect(text()).toBe('again with');
      cache.delete(Document, 1);
    }
    set(5, 'with');
    cache.set(Document, { id: 1, text: 'only a field' });
    expect(text()).toBe('only a field');
  });

  it('counts before the time of the request', () => {
    const read = beginRead(cache, Document);
    set(5, 'written in the meantime');
    read.respond({ id: 1, text: 'response', updatedAt: 6 });
    expect(text()).toBe('response');
  });

  it('leaves the decision to the order of the writes if the versions are equal, or if one is missing', () => {
    for (const updatedAt of [5, undefined]) {
      const read = beginRead(cache, Document);
      set(5, 'written in the meantime');
      read.respond({ id: 1, text: 'response', pages: 3, updatedAt });
      expect([text(), cache.get(Document, 1)?.pages]).toEqual(['written in the meantime', 3]);
      cache.delete(Document, 1);
    }
  });

  it('is inherited, and works in a class of EntityMixin', () => {
    class Model {
      id = 0;
      text = '';
      revision = 0;
    }
    class Mixed extends EntityMixin(Model) {
      static override readonly version = 'revision';
    }
    class Report extends Document {}
    for (const [type, field] of [
      [Mixed, 'revision'],
      [Report, 'updatedAt'],
    ] as const) {
      cache.set(type as typeof Report, { id: 1, text: 'new', [field]: 2 });
      cache.set(type as typeof Report, { id: 1, text: 'old', [field]: 1 });
      expect(cache.get(type as typeof Report, 1)?.text).toBe('new');
    }
  });

  it('leaves the decision to a shouldReorder of the class', () => {
    class Reversed extends Document {
      static override shouldReorder() {
        return false;
      }
    }
    cache.set(Reversed, { id: 1, text: 'new', updatedAt: 2 });
    cache.set(Reversed, { id: 1, text: 'last', updatedAt: 1 });
    expect(cache.get(Reversed, 1)?.text).toBe('last');
  });

  it('warns of a name that is not a field', () => {
    class Misspelled extends Entity {
      static override readonly version = 'updateAt';
      readonly id: number = 0;
      readonly updatedAt: number = 0;
    }
    const warned = listenToWarnings();
    cache.set(Misspelled, { id: 1, updatedAt: 2 });
    cache.set(Document, { id: 1 });
    expect(warned.calls.allArgs().join()).toMatch(
      /^[^,]*the static version of Misspelled names the field updateAt, but .* Did you mean updatedAt\?$/,
    );
  });
});
