import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Collection,
  Entity,
  RestEndpoint,
  restEndpoints,
  Scalar,
  schema,
  toValues,
  typed,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { RenderedPage } from '../../support/rendered';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class Author extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
  static override readonly key: string = 'HydratedAuthor';
}
class Book extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly author: Author | null = null;
  readonly published: Date = new Date(0);
  static override readonly key: string = 'HydratedBook';
  static override readonly schema = {
    author: Author,
    published: (iso: string) => new Date(iso),
  };
}
class Draft extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly notes: string = '';
  static override readonly key: string = 'HydratedDraft';
  static override readonly transfer = ['id', 'title'];
}
const books = restEndpoints({
  path: '/books/:id',
  schema: Book,
  searchParams: typed<{ page?: number }>(),
});
const getTotal = new RestEndpoint({
  path: '/total',
  process: (body: { n: number }, { headers }) => ({
    n: body.n,
    total: Number(headers.get('X-Total')),
  }),
});
const ada = { id: 1, name: 'Ada', email: 'ada@x.org' };
const both = [
  { id: 1, title: 'One', author: ada, published: '2020-01-01' },
  { id: 2, title: 'Two', author: ada, published: '2021-01-01' },
];

let http: HttpTestingController;
const answer = (url: string, body: object, headers: Record<string, string> = {}) =>
  http.expectOne(url).flush(body, { headers });

describe('H4 hydration', () => {
  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting()],
    });
    http = TestBed.inject(HttpTestingController);
  });
  const showBooks = (cache: CacheService) => {
    watch(cache.watch(books.getList).pipe(toValues()));
    answer('/books', both);
  };

  it('shows in the first read what the server has shown, without a request', () => {
    const page = new RenderedPage().render(showBooks);
    const cache = page.open();
    const resource = TestBed.runInInjectionContext(() => cache.resource(books.getList));
    const titles = (all: readonly Book[] | undefined) =>
      all?.map(
        ({ author, published, title }) => `${title} ${author?.name} ${published.getFullYear()}`,
      );
    const expected = ['One Ada 2020', 'Two Ada 2021'];
    expect(resource.status()).toBe('resolved');
    expect(titles(resource.value())).toEqual(expected);
    expect(titles(cache.get(books.getList))).toEqual(expected);
    expect(titles(watch(cache.watch(books.getList).pipe(toValues())).last)).toEqual(expected);
    expect(titles(watch(cache.ensure(books.getList)).last)).toEqual(expected);
    expect(titles(cache.get(new schema.All(Book)))).toEqual(expected);
    expect(watch(cache.watch(books.getList)).last).toEqual(
      jasmine.objectContaining({ status: 'resolved', isFetching: false, isStale: false }),
    );
    TestBed.tick();
    http.verify();
  });

  it('keeps the caches of a page apart by their id', () => {
    const app = new RenderedPage().render(showBooks);
    const route = new RenderedPage([], { id: 'admin' }).render((cache) => {
      watch(cache.watch(getTotal).pipe(toValues()));
      http.expectOne('/total').flush({ n: 1 }, { headers: { 'X-Total': '5' } });
    });
    const html = { ...JSON.parse(app.html), ...JSON.parse(route.html) } as object;
    const [ofApp, ofRoute] = [app, route].map((page) => page.with(JSON.stringify(html)).open());
    expect([ofApp!.get(books.getList)?.length, ofApp!.get(getTotal)]).toEqual([2, undefined]);
    expect([ofRoute!.get(books.getList), ofRoute!.get(getTotal)?.total]).toEqual([undefined, 5]);
  });

  it('transfers the values that process has made, and turns off the transfer cache of HttpClient', () => {
    const page = new RenderedPage().render((cache) => {
      watch(cache.watch(getTotal).pipe(toValues()));
      const request = http.expectOne('/total');
      expect(request.request.transferCache).toBeFalse();
      request.flush({ n: 1 }, { headers: { 'X-Total': '200' } });
    });
    expect(watch(page.open().watch(getTotal).pipe(toValues())).last).toEqual({ n: 1, total: 200 });
  });

  it('transfers each entity once, and only what a read has reached', () => {
    const page = new RenderedPage().render((cache) => {
      showBooks(cache);
      cache.set(Author, { id: 7, name: 'Unread' });
    });
    const { html } = page;
    expect(html.split('ada@x.org').length - 1).toBe(1);
    expect(html).not.toContain('Unread');
  });

  it('does not make a class known of which the server has shown nothing', () => {
    const page = new RenderedPage().render((cache) => {
      showBooks(cache);
      cache.set([Draft], [{ id: 1 }]);
    });
    expect(page.open().get(new schema.All(Draft))).toBeUndefined();
  });

  it('transfers only the fields that a class names, and refetches when the page is stable', async () => {
    const getDrafts = new RestEndpoint({ path: '/drafts', schema: [Draft] });
    const page = new RenderedPage().render((cache) => {
      watch(cache.watch(getDrafts).pipe(toValues()));
      answer('/drafts', [{ id: 1, title: 'A', notes: 'private' }]);
    });
    const cache = page.open();
    const seen = watch(cache.watch(getDrafts).pipe(toValues()));
    expect(seen.last?.map(({ notes, title }) => title + notes)).toEqual(['A']);
    http.verify();
    page.becomeStable();
    await Promise.resolve();
    answer('/drafts', [{ id: 1, title: 'A', notes: 'private' }]);
    expect(seen.last?.map(({ notes, title }) => title + notes)).toEqual(['Aprivate']);
  });

  it('applies transfer of a class to the values that a Scalar stores for it', () => {
    for (const transfer of [['id', 'name', 'price'], false] as const) {
      class Product extends Entity {
        readonly id: number = 0;
        readonly name: string = '';
        readonly price: number = 0;
        readonly cost: number = 0;
        static override readonly key: string = 'HydratedProduct';
        static override readonly transfer = transfer;
      }
      const productIn = new Scalar(Product, {
        lens: ({ currency }: { currency: string }) => currency,
        fields: ['price', 'cost'],
      });
      const getProducts = new RestEndpoint({
        path: '/:currency/products',
        name: `products ${String(transfer)}`,
        schema: [productIn],
      });
      const page = new RenderedPage().render((cache) => {
        watch(cache.watch(getProducts, { currency: 'eur' }).pipe(toValues()));
        answer('/eur/products', [{ id: 1, name: 'Tea', price: 31, cost: 7654321 }]);
      });
      expect(page.html.includes('"price"')).toBe(transfer !== false);
      expect(page.html).not.toContain('"cost"');
      expect(page.html).not.toContain('7654321');
      const shown = page.open().get(productIn, { id: 1, currency: 'eur' });
      expect([shown?.name, shown?.price]).toEqual(transfer ? ['Tea', 31] : [undefined, undefined]);
    }
  });

  it('refetches stale data only when the page is stable', async () => {
    const page = new RenderedPage().render(showBooks);
    page.clock.pass(100_000);
    const cache = page.open();
    const seen = watch(cache.watch(books.getList).pipe(toValues()));
    expect(seen.last?.length).toBe(2);
    http.verify();
    page.becomeStable();
    await Promise.resolve();
    answer('/books', both.slice(1));
    expect(seen.last?.length).toBe(1);
  });

  it('shows that data becomes stale later, and polls, as without a server', async () => {
    const page = new RenderedPage().render(showBooks);
    const cache = page.open();
    const seen = watch(cache.watch(books.getList.extend({ pollInterval: 90_000 })));
    page.becomeStable();
    await Promise.resolve();
    page.clock.pass(59_999);
    expect(seen.last!.isStale).toBeFalse();
    page.clock.pass(1);
    expect(seen.last!.isStale).toBeTrue();
    page.clock.pass(29_999);
    http.verify();
    page.clock.pass(1);
    answer('/books', both);
  });

  it('refetches stale data after ten seconds if the page is never stable', () => {
    const page = new RenderedPage().render(showBooks);
    page.clock.pass(100_000);
    const cache = page.open();
    watch(cache.watch(books.getList));
    page.clock.pass(9_999);
    http.verify();
    page.clock.pass(1);
    answer('/books', both);
  });

  it('counts the age of data from the time of the server, which is never negative', async () => {
    const page = new RenderedPage().render(showBooks);
    const behind = new FakeClock();
    behind.pass(-500_000);
    const cache = page.open(behind);
    watch(cache.watch(books.getList).pipe(toValues()));
    page.becomeStable();
    await Promise.resolve();
    http.verify();
    behind.pass(60_000);
    watch(cache.ensure(books.getList));
    answer('/books', both);
  });

  it('counts the time at which data expires from the time of the server', async () => {
    class Offer extends Entity {
      readonly id: number = 0;
      static override readonly key: string = 'HydratedOffer';
      static override expiresAt(_: object, { fetchedAt }: { fetchedAt: number }) {
        return fetchedAt + 30_000;
      }
    }
    const getOffer = new RestEndpoint({ path: '/offers/:id', schema: Offer });
    const page = new RenderedPage();
    page.clock.pass(3_600_000); // The clock of the server is one hour ahead.
    page.render((cache) => {
      watch(cache.watch(getOffer, { id: 1 }));
      answer('/offers/1', { id: 1 });
    });
    const clock = new FakeClock();
    const cache = page.open(clock);
    page.becomeStable();
    await Promise.resolve();
    clock.pass(29_999);
    watch(cache.ensure(getOffer, { id: 1 }));
    http.verify();
    clock.pass(1);
    watch(cache.ensure(getOffer, { id: 1 }));
    answer('/offers/1', { id: 1 });
  });

  it('shows a failure of the server until its request was sent again and has ended', async () => {
    const page = new RenderedPage().render((cache) => {
      watch(cache.watch(books.get, { id: 9 }));
      http
        .expectOne('/books/9')
        .flush({ reason: 'gone' }, { status: 404, statusText: 'Not Found' });
    });
    const cache = page.open();
    const seen = watch(cache.watch(books.get, { id: 9 }));
    expect([seen.last?.status, seen.last?.error?.status]).toEqual(['error', 404]);
    http.verify();
    page.becomeStable();
    await Promise.resolve();
    expect([seen.last?.status, seen.last?.isFetching]).toEqual(['error', true]);
    http.expectOne('/books/9').flush('none', { status: 404, statusText: 'Not Found' });
    expect([seen.last?.status, seen.last?.isFetching]).toEqual(['error', false]);
    expect(seen.values.map(({ status }) => status)).not.toContain('loading');
    void cache.refetch(books.get, { id: 9 });
    expect(seen.last?.status).toBe('loading');
    answer('/books/9', both[0]);
    expect(seen.last?.status).toBe('resolved');
  });

  it('counts the age of a failure from the time of the server, which is never negative', async () => {
    const page = new RenderedPage();
    page.clock.pass(3_600_000); // The clock of the server is one hour ahead.
    page.render((cache) => {
      watch(cache.watch(getTotal));
      http.expectOne('/total').flush('no', { status: 503, statusText: 'no' });
    });
    const clock = new FakeClock();
    const cache = page.open(clock);
    page.becomeStable();
    await new Promise((done) => setTimeout(done));
    clock.pass(10_000); // An error is recent for five seconds.
    watch(cache.watch(getTotal));
    expect(http.match('/total').length).toBe(1);
  });

  it('fails a request that takes too long on the server', () => {
    const page = new RenderedPage([], { serverTimeout: 50 });
    page.render((cache) => {
      const seen = watch(cache.watch(books.getList));
      page.clock.pass(50);
      expect(seen.last?.error?.code).toBe('NCQ5009');
      expect(page.clock.pendingTimers).toBe(0);
    });
    http.expectOne('/books');
  });

  it('has nothing to restore on a page that no server rendered', () => {
    const page = new RenderedPage().render(() => undefined);
    const cache = page.open();
    watch(cache.watch(books.getList).pipe(toValues()));
    answer('/books', both);
  });

  describe('on a page that Angular hydrates', () => {
    const state = Object.assign(document.createElement('script'), {
      id: 'ng-state',
      type: 'application/json',
      textContent: '{"__nghData__":[]}',
    });
    const component = document.createElement('app-books');
    component.setAttribute('ngh', '0');
    beforeEach(() => document.body.append(state));
    afterEach(() => [state, component].forEach((element) => element.remove()));

    it('warns in dev mode when the cache is not hydrated', () => {
      const warnings = listenToWarnings();
      const page = new RenderedPage().render(() => undefined);
      page.open().get(books.getList);
      watch(page.open().watch(books.getList).pipe(toValues()));
      expect(warnings).not.toHaveBeenCalled();
      watch(TestBed.inject(CacheService).watch(books.getList).pipe(toValues()));
      expect(warnings).toHaveBeenCalledOnceWith(jasmine.stringContaining('withHydration()'));
    });

    it('warns for the cache of a route until the page is hydrated', () => {
      const warnings = listenToWarnings();
      const page = new RenderedPage().render(() => undefined);
      watch(page.openRoute().watch(books.getList));
      expect(warnings).not.toHaveBeenCalled();
      document.body.append(component);
      watch(page.openRoute().watch(books.getList));
      expect(warnings).toHaveBeenCalledOnceWith(jasmine.stringContaining('withHydration()'));
    });
  });

  it('keeps data for parts of the page that wake later, and gives it to no other user', async () => {
    const page = new RenderedPage().render(showBooks);
    const [first, second] = [page.open(), page.open()];
    page.becomeStable();
    await Promise.resolve();
    expect(watch(first.watch(books.getList).pipe(toValues())).last?.length).toBe(2);
    await second.clear();
    expect(second.get(books.getList)).toBeUndefined();
    expect(second.get(new Collection([Book]))).toBeUndefined();
  });
});
