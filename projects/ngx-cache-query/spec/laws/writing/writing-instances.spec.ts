import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, schema } from 'ngx-cache-query';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

type Row = Readonly<Record<string, unknown>>;
let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('W9 fromJS', () => {
  beforeEach(setUp);

  it('creates an instance from the defaults and the passed fields', () => {
    class Task extends Entity {
      readonly id: string = '';
      readonly title: string = 'untitled';
      readonly done: boolean = false;
      get label(): string {
        return this.title.toUpperCase();
      }
    }
    const task = Task.fromJS({ title: 'tea' });
    expect([task.id, task.title, task.done, task.label]).toEqual(['', 'tea', false, 'TEA']);
    expect(Task.fromJS({ title: 'tea' })).not.toBe(task);
    expect(Task.fromJS()).toBe(Task.fromJS({}));
  });

  it('of a class creates its instances, and the cache still fills their relations', () => {
    class Part extends Entity {
      readonly id: string = '';
      readonly size: number = 0;
      readonly of: Part | null = null;
      readonly tags: readonly string[] = ['none'];
      double = 0;
      static override readonly schema: Record<string, never> = {};
      static override fromJS<E extends Entity>(this: new () => E, props: Partial<E> = {}): E {
        const part = super.fromJS.call(this, props) as unknown as Part;
        if (!Object.isFrozen(part)) part.double = part.size * 2;
        return part as unknown as E;
      }
    }
    Object.assign(Part.schema, { of: Part });
    cache.set([Part], [{ id: 'a', size: 4, of: 'b', tags: ['x'] }, { id: 'b' }]);
    const part = cache.get(Part, 'a')!;
    expect([part.double, part.of]).toEqual([8, cache.get(Part, 'b')!]);
    expect(part).toBeInstanceOf(Part);
    expect([part.tags, part.of?.tags]).toEqual([['x'], ['none']]);
  });

  it('of a class that overrides it creates an instance for each call, which the override may change', () => {
    class Step extends Entity {
      readonly id: number = 0;
      label = '';
      static override fromJS<E extends Entity>(this: new () => E, props: Partial<E> = {}): E {
        return Object.assign(super.fromJS.call(this, props) as E, { label: 'made' });
      }
    }
    const [one, other] = [Step.fromJS(), Step.fromJS({})];
    expect([one.label, other.label]).toEqual(['made', 'made']);
    expect(one).not.toBe(other);
  });
});

describe('W9 functions as field schemas', () => {
  beforeEach(setUp);
  let calls: string[];
  class Event extends Entity {
    readonly id: string = '';
    readonly title: string = '';
    readonly at: Date = new Date(0);
    readonly end: Date | null = null;
    readonly next: Event | null = null;
    static override readonly schema: Record<string, never> = {};
  }
  const toDate = (iso: string) => {
    calls.push(iso);
    return new Date(iso);
  };
  Object.assign(Event.schema, { at: toDate, end: toDate, next: Event });
  const events = new schema.All(Event);
  const put = (fields: Row) => cache.set([Event], [fields]);
  beforeEach(() => (calls = []));

  it('deserialize during the write, once', () => {
    put({ id: 'a', at: '2020-01-01' });
    expect(calls).toEqual(['2020-01-01']);
    expect(cache.get(Event, 'a')?.at).toEqual(new Date('2020-01-01'));
    cache.get(events);
    expect(calls).toEqual(['2020-01-01']);
  });

  it('keep the value until the raw one changes', () => {
    put({ id: 'b' });
    put({ id: 'a', at: '2020-01-01', next: 'b' });
    const { at } = cache.get(Event, 'a')!;
    put({ id: 'a', title: 'x' });
    put({ id: 'a', at: '2020-01-01' });
    put({ id: 'b', title: 'nested' });
    expect(cache.get(Event, 'a')?.next?.title).toBe('nested');
    expect(cache.get(Event, 'a')?.at).toBe(at);
    expect(calls).toEqual(['2020-01-01']);
    put({ id: 'a', at: '2020-01-02' });
    expect(cache.get(Event, 'a')?.at.getUTCDate()).toBe(2);
    expect(calls.length).toBe(2);
  });

  it('compare raw values: an equal one is unchanged', () => {
    put({ id: 'a', at: '2020-01-01' });
    const seen = watch(cache.select(Event, 'a'));
    put({ id: 'a', at: '2020-01-01' });
    expect(seen.values.length).toBe(1);
  });

  it('do not run for null and for missing fields', () => {
    put({ id: 'a', at: null });
    const event = cache.get(Event, 'a')!;
    expect([event.at as unknown, event.end]).toEqual([null, null]);
    put({ id: 'b' });
    expect(cache.get(Event, 'b')?.at).toEqual(new Date(0));
    expect(calls).toEqual([]);
  });

  it('keep the value through a batch with reads', () => {
    put({ id: 'a', at: '2020-01-01' });
    const { at } = cache.get(Event, 'a')!;
    cache.batch(() => {
      put({ id: 'a', title: 'x' });
      expect(cache.get(Event, 'a')?.at).toBe(at);
    });
    expect(cache.get(Event, 'a')?.at).toBe(at);
    expect(calls.length).toBe(1);
  });

  it('work in objects and lists of a response', () => {
    const endpoint = new Served({ at: toDate, list: [toDate] });
    cache.fetch(endpoint.endpoint).subscribe();
    endpoint.respond({ at: '2020-01-01', list: ['2020-01-02', '2020-01-03'] });
    const { at, list } = cache.get(endpoint.endpoint)!;
    expect([at, ...list].map((date) => date.getUTCDate())).toEqual([1, 2, 3]);
  });
});
