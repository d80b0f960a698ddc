import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import {
  CacheService,
  Collection,
  Entity,
  optimistic,
  provideCache,
  RestEndpoint,
  restEndpoints,
  Scalar,
  schema,
  typed,
  withClock,
  withFrameBatching,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { setUpRest } from '../../support/rest-users';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

class Tag extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}

class Entry extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly tag: Tag | undefined = undefined;
  static override readonly schema = { tag: Tag };
}

class Ticket extends Entity {
  readonly id: number = 0;
  readonly status: string = 'open';
}
class Versioned extends Ticket {
  static override readonly version = 'version';
  readonly version: number = 0;
}

const entries = new Collection([Entry]);

class Company extends Entity {
  readonly id: number = 0;
  readonly share: number = 0;
}
const companyIn = new Scalar(Company, {
  lens: ({ portfolio }: { portfolio?: string }) => portfolio,
  fields: ['share'],
});

for (const [kind, expected] of [
  ['without optimistic', undefined],
  ['with optimistic', () => ({ id: 1, title: 'new' })],
] as const) {
  describe(`F13 a deletion outlives the answers that were on their way, ${kind}`, () => {
    let cache: CacheService;
    const change = () => new Served(Entry, { sideEffect: true, ...(expected && { expected }) });

    beforeEach(() => {
      cache = TestBed.inject(CacheService);
      cache.set(entries, {}, [{ id: 1, title: 'one', tag: { id: 5 } }, { id: 2 }]);
    });

    it('also if it is in a list', () => {
      const all = watch(cache.select(entries, {}));
      const served = change();
      const sent = watch(cache.fetch(served.endpoint));
      cache.delete(Entry, 1);
      served.respond({ id: 1, title: 'new', tag: { id: 5, name: 'kept' } });
      expect([sent.errors, sent.last, sent.completed]).toEqual([[], undefined, true]);
      expect(cache.get(Entry, 1)).toBeUndefined();
      expect(all.last!.map(({ id }) => id)).toEqual([2]);
      expect(cache.get(Tag, 5)!.name).toBe('kept'); // only the deleted entity is left out
    });

    it('also a creation that the application deletes before its answer', () => {
      const served = new Served(entries.push, { sideEffect: true });
      cache.fetch(served.endpoint).subscribe();
      cache.set(Entry, { id: 9 }); // such as a message of a stream
      cache.delete(Entry, 9);
      served.respond({ id: 9, title: 'late' });
      expect(cache.get(Entry, 9)).toBeUndefined();
      expect(cache.get(entries, {})!.map(({ id }) => id)).toEqual([1, 2]);
    });

    it('unless the entity was written again', () => {
      const served = change();
      cache.fetch(served.endpoint).subscribe();
      cache.delete(Entry, 1);
      cache.set(Entry, { id: 1, title: 'again' });
      served.respond({ id: 1, title: 'new' });
      expect(cache.get(Entry, 1)!.title).toBe('new');
    });

    it('unless the batch that deletes it throws', () => {
      const served = new Served(Entry, { sideEffect: true });
      cache.fetch(served.endpoint).subscribe();
      const fail = () =>
        cache.batch(() => {
          cache.delete(Entry, 9);
          throw new Error('no');
        });
      expect(fail).toThrowError('no');
      served.respond({ id: 9, title: 'new' });
      expect(cache.get(Entry, 9)!.title).toBe('new');
    });

    it('also if a message of a stream deletes it, and unless one creates it again', () => {
      const messages = new Subject<{ gone?: number; saved?: object }>();
      cache.connect(messages, { gone: new schema.Invalidate(Entry), saved: Entry });
      for (const isBack of [false, true]) {
        cache.set(entries, {}, [{ id: 1, title: 'one' }, { id: 2 }]);
        const served = change();
        cache.fetch(served.endpoint).subscribe();
        messages.next({ gone: 1 });
        if (isBack) messages.next({ saved: { id: 1, title: 'again' } });
        served.respond({ id: 1, title: 'new' });
        expect(cache.get(Entry, 1)?.title).toBe(isBack ? 'new' : undefined);
        expect(cache.get(entries, {})!.map(({ id }) => id)).toEqual([2]);
      }
    });

    it('but not a deletion that the cache knows already, for example because it was undone', () => {
      const messages = new Subject<number>();
      cache.connect(messages, new schema.Invalidate(Entry));
      cache.delete(Entry, 1);
      const served = change();
      cache.fetch(served.endpoint).subscribe();
      messages.next(1);
      served.respond({ id: 1, title: 'undone' });
      expect(cache.get(Entry, 1)?.title).toBe('undone');
    });

    it('also if the message waits for a frame', () => {
      TestBed.resetTestingModule();
      const clock = new FakeClock();
      TestBed.configureTestingModule({
        providers: [provideCache(withFrameBatching(), withClock(clock))],
      });
      cache = TestBed.inject(CacheService);
      const messages = new Subject<number>();
      cache.connect(messages, new schema.Invalidate(Entry));
      cache.set(Entry, { id: 1, title: 'one' });
      const served = change();
      cache.fetch(served.endpoint).subscribe();
      messages.next(1);
      served.respond({ id: 1, title: 'new' });
      clock.pass(100);
      expect(cache.get(Entry, 1)).toBeUndefined();
    });

    it('also the values of a lens, which would wait for the entity', () => {
      const served = new Served(companyIn, { sideEffect: true, ...(expected && { expected }) });
      cache.set(companyIn.at({ portfolio: 'a' }), { id: 1, share: 1 });
      cache.fetch(served.endpoint, { portfolio: 'a' }).subscribe();
      cache.delete(Company, 1);
      served.respond({ id: 1, share: 2 });
      cache.set(Company, { id: 1 });
      expect(cache.get(companyIn, { id: 1, portfolio: 'a' })!.share).toBe(0);
    });

    it('but not the answer to a mutation that was called after it', () => {
      const first = change();
      cache.fetch(first.endpoint).subscribe(); // keeps the deletion in memory
      cache.delete(Entry, 1);
      const served = change();
      cache.fetch(served.endpoint).subscribe();
      served.respond({ id: 1, title: 'new' });
      expect(cache.get(Entry, 1)!.title).toBe('new');
      first.respond({ id: 1, title: 'first' });
    });

    it('and it is forgotten when no request is in flight', () => {
      const served = change();
      const sent = watch(cache.fetch(served.endpoint));
      cache.delete(Entry, 1);
      sent.subscription.unsubscribe();
      const all = watch(cache.select(new schema.All(Entry)));
      cache.set(Entry, { id: 1 });
      expect(all.last!.map(({ id }) => id)).toEqual([2, 1]);
    });
  });
}

describe('F13 an entity whose optimistic deletion is pending', () => {
  it('stays hidden if the application writes it, and returns with that value if the deletion fails', () => {
    const cache = TestBed.inject(CacheService);
    cache.set([Entry], [{ id: 1, title: 'one' }]);
    const gone = new schema.Invalidate(Entry);
    const served = new Served(gone, { sideEffect: true, expected: () => ({ id: 1 }) });
    watch(cache.fetch(served.endpoint));
    const entry = watch(cache.select(Entry, 1));
    cache.set(Entry, { id: 1, title: 'written' });
    expect(entry.values).toEqual([undefined]);
    served.requests[0].fail(new Error('refused'));
    expect(entry.last!.title).toBe('written');
  });
});

for (const [name, type] of [
  ['without versions', Ticket],
  ['with versions', Versioned],
] as const) {
  const options = {
    path: '/tickets/:id',
    schema: type,
    searchParams: typed<{ status?: string }>(),
  } as const;
  for (const [kind, tickets] of [
    ['plain', restEndpoints(options)],
    ['optimistic', restEndpoints({ ...options, optimistic })],
  ] as const) {
    describe(`F13 a deletion that is answered beside another call, ${kind}, ${name}`, () => {
      const post = { method: 'POST', body: undefined } as const;
      const restore = new RestEndpoint({ ...post, path: '/restore', schema: type });
      const closed = { id: 6, status: 'closed', version: 2 };
      let { cache, http, sent } = {} as ReturnType<typeof setUpRest>;

      /** Shows a ticket and a list, and calls the deletion of the ticket. */
      function remove() {
        watch(cache.watch(tickets.get, { id: 6 }));
        sent('/tickets/6').flush({ id: 6, status: 'open', version: 1 });
        watch(cache.watch(tickets.getList, { status: 'closed' }));
        sent('/tickets?status=closed').flush([]);
        watch(cache.fetch(tickets.delete, { id: 6 }));
        return http.expectOne(({ method }) => method === 'DELETE');
      }

      beforeEach(() => ({ cache, http, sent } = setUpRest()));

      for (const isLast of [true, false]) {
        const order = isLast ? 'before its answer' : 'after its answer';

        // With versions, the answer to a deletion is the last word unless a newer version comes after it.
        if (isLast && type === Versioned && kind === 'plain') continue;
        it(`gives way to a later call that creates the entity again, ${order}`, () => {
          const deletion = remove();
          watch(cache.fetch(restore));
          const creation = sent('/restore');
          if (!isLast) deletion.flush(null);
          creation.flush(closed);
          if (isLast) deletion.flush(null);
          expect(cache.get(type, 6)).toEqual(jasmine.objectContaining({ id: 6, status: 'closed' }));
        });
      }
    });
  }
}
