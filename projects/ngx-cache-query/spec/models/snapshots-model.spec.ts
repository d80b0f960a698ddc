import { TestBed } from '@angular/core/testing';
import * as fc from 'fast-check';
import { NEVER, of } from 'rxjs';
import { type CacheService, Collection, Endpoint, Entity, Query, schema } from 'ngx-cache-query';
import { changesOf } from 'ngx-cache-query/extensions';
import { itHolds } from '../support/runs';
import { type OpenCache, openCache, throughJson } from '../support/snapshots';

class Label extends Entity {
  readonly id: number = 0;
  readonly type: string = 'label';
  readonly text: string = '';
  static override readonly key: string = 'ModelLabel';
}
class Card extends Entity {
  readonly id: number = 0;
  readonly type: string = 'card';
  readonly text: string = '';
  readonly at: Date = new Date(0);
  readonly labels: readonly Label[] = [];
  readonly next: Card | null = null;
  static override readonly key: string = 'ModelCard';
  static override readonly schema: Record<string, never> = {};
}
Object.assign(Card.schema, { labels: [Label], next: Card, at: (time: number) => new Date(time) });

const cards = new schema.All(Card);
const both = new schema.All({ card: Card, label: Label }, 'type');
// A list that was restored follows fields only from its first read on, unlike one that was never left.
const cardList = new Collection([Card], { followsFields: false });
const labelMap = new Collection(new schema.Values(Label), { name: 'labels by key' });
const texts = new Query(cards, (all) => all.map(({ text }) => text).join());

/** The data with which an endpoint responds, passed as its argument. */
interface Args {
  readonly tag: string;
}
let response: unknown;
let isAnswering = false;
const answer = () => (isAnswering ? of(response) : NEVER);
const endpoints = {
  list: new Endpoint({ name: 'list', schema: cardList, load: (_: Args) => answer() }),
  array: new Endpoint({ name: 'array', schema: [Card], load: (_: Args) => answer() }),
  map: new Endpoint({ name: 'map', schema: labelMap, load: (_: Args) => answer() }),
  page: new Endpoint({
    name: 'page',
    schema: { items: [Card], total: 0 },
    load: (_: Args) => answer(),
  }),
};
const push = new Endpoint({
  name: 'push',
  schema: cardList.push,
  sideEffect: true,
  load: (row: object) => of(row),
});

type Step =
  | {
      readonly kind: 'fetch';
      readonly name: keyof typeof endpoints;
      readonly tag: string;
      readonly rows: readonly Row[];
    }
  | { readonly kind: 'set' | 'push' | 'replace'; readonly row: Row }
  | { readonly kind: 'label'; readonly row: Row }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'refetch'; readonly name: keyof typeof endpoints }
  | { readonly kind: 'reset'; readonly name: keyof typeof endpoints | 'all' }
  | { readonly kind: 'leave'; readonly looks: boolean };
interface Row {
  readonly id: number;
  readonly text: string;
  readonly tag: string;
  readonly label: number;
  readonly next: number;
}

const id = fc.integer({ min: 1, max: 4 });
const tag = fc.constantFrom('a', 'b');
const row: fc.Arbitrary<Row> = fc.record({
  id,
  tag,
  text: fc.constantFrom('x', 'y', 'z'),
  label: id,
  next: id,
});
const name = fc.constantFrom('list', 'array', 'map', 'page') as fc.Arbitrary<
  keyof typeof endpoints
>;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('fetch' as const),
    name,
    tag,
    rows: fc.uniqueArray(row, { selector: (each) => each.id, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constantFrom('set' as const, 'push' as const, 'replace' as const), row }),
  fc.record({ kind: fc.constant('label' as const), row }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({ kind: fc.constant('refetch' as const), name }),
  fc.record({
    kind: fc.constant('reset' as const),
    name: fc.oneof(name, fc.constant('all' as const)),
  }),
  fc.record({ kind: fc.constant('leave' as const), looks: fc.boolean() }),
);

const cardOf = ({ id, label, next, tag, text }: Row) => ({
  id,
  type: 'card',
  text,
  tag,
  at: id * 1_000,
  labels: [{ id: label, type: 'label', text }],
  next: { id: next },
});
const labelOf = ({ id, text }: Row) => ({ id, type: 'label', text });

function perform(cache: CacheService, step: Step): void {
  isAnswering = true;
  change(cache, step);
  isAnswering = false;
}

function change(cache: CacheService, step: Step): void {
  switch (step.kind) {
    case 'fetch': {
      const { name, rows, tag } = step;
      const items = rows.map((each) => cardOf({ ...each, tag }));
      if (name === 'map')
        response = Object.fromEntries(rows.map((each) => [each.text, labelOf(each)]));
      else response = name === 'page' ? { items, total: items.length } : items;
      cache.fetch(endpoints[name] as typeof endpoints.array, { tag }).subscribe();
      break;
    }
    case 'set':
      cache.set(Card, cardOf(step.row) as never);
      break;
    case 'label':
      cache.set(Label, labelOf(step.row));
      break;
    case 'push':
      cache.fetch(push, cardOf(step.row)).subscribe();
      break;
    case 'replace':
      cache.batch(() => {
        cache.delete(Card, step.row.id);
        cache.set(Card, cardOf(step.row) as never);
      });
      break;
    case 'delete':
      cache.delete(Card, step.id);
      break;
    case 'refetch':
      void cache.refetch(endpoints[step.name] as typeof endpoints.array);
      break;
    case 'reset':
      if (step.name === 'all') void cache.reset();
      else void cache.reset(endpoints[step.name] as typeof endpoints.array);
      break;
    case 'leave':
  }
}

/** Returns all data that depends only on rows. */
function rowsOf(cache: CacheService) {
  return {
    all: cache.get(cards),
    both: cache.get(both)?.map(({ id, type }) => `${type}${id}`),
    texts: cache.get(texts),
    one: cache.get(Card, 1),
  };
}

/** Returns the responses and lists that a cache shows, and whether they are stale. */
function responsesOf(cache: CacheService) {
  return ['a', 'b'].flatMap((tag) => [
    ...Object.values(endpoints).map((endpoint) => {
      let isStale = true;
      const state$ = cache.watch(endpoint as typeof endpoints.array, { tag });
      const value = cache.get(endpoint as typeof endpoints.array, { tag });
      if (value !== undefined) {
        state$.subscribe((state) => (isStale = state.isStale)).unsubscribe();
      }
      return { value, isStale };
    }),
    { value: cache.get(cardList, { tag }), isStale: false },
    { value: cache.get(labelMap, { tag }), isStale: false },
  ]);
}

/** Fails with both values as text, so that a failing history is shrunk. */
function mustEqual(actual: unknown, expected: unknown): void {
  const [a, b] = [textOf(actual), textOf(expected)];
  if (a !== b) throw new Error(`expected ${b}\nfound    ${a}`);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (name, each: unknown) => {
    if (each === undefined) return '(nothing)';
    return name === 'next' && each !== null ? (each as Card).id : each;
  });
}

/** Two caches with the same history. One of them is sometimes left and opened again. */
class Pair {
  readonly stayed = openCache();
  left: OpenCache = openCache();
  /** Whether the second cache has read all restored data. */
  #isRead = true;
  /**
   * Whether nothing was written before the restored data had been read. Otherwise, the restored data can be stale or
   * missing.
   */
  #isExact = true;

  step(each: Step): void {
    if (each.kind !== 'leave' && !this.#isRead) this.#isExact = false;
    perform(this.stayed.cache, each);
    if (each.kind !== 'leave') perform(this.left.cache, each);
    else {
      const data = this.left.take();
      this.left = openCache();
      this.left.restore(data);
      this.#isRead = each.looks;
    }
    mustEqual(rowsOf(this.left.cache), rowsOf(this.stayed.cache));
    if (this.#isRead && this.#isExact) {
      mustEqual(responsesOf(this.left.cache), responsesOf(this.stayed.cache));
    }
  }

  /**
   * Reads the restored data that has not been read yet. It must equal the data of the other cache, unless it is stale
   * or missing.
   */
  end(): void {
    const stayed = responsesOf(this.stayed.cache);
    for (const [i, { isStale, value }] of responsesOf(this.left.cache).entries()) {
      if (value !== undefined && !isStale) mustEqual(value, stayed[i].value);
    }
  }
}

describe('H1 a restored cache, over random histories', () => {
  beforeEach(() => TestBed.configureTestingModule({}));

  itHolds('equals one that was never left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const pair = new Pair();
        for (const each of steps) pair.step(each);
        pair.end();
      }),
      { numRuns: 150 },
    );
  });

  itHolds('stays equal when it restores the changes of each commit', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const [first, second] = [openCache(), openCache()];
        const { recorder } = first;
        responsesOf(second.cache);
        recorder.onCommit = (commit) => {
          second.restore(throughJson(changesOf(recorder.handle, commit)));
        };
        for (const each of steps) {
          perform(first.cache, each);
          mustEqual(rowsOf(second.cache), rowsOf(first.cache));
          const values = (cache: CacheService) => responsesOf(cache).map(({ value }) => value);
          mustEqual(values(second.cache), values(first.cache));
        }
      }),
      { numRuns: 150 },
    );
  });
});
