// The examples in docs/guides/signing-in-and-out.md. The guide shows each region unchanged.
import {
  HttpBackend,
  HttpClient,
  HttpErrorResponse,
  type HttpInterceptorFn,
  type HttpRequest,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, effect, inject, Injectable, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { TestBed } from '@angular/core/testing';
import { NavigationEnd, provideRouter, Router } from '@angular/router';
import { CacheService, Entity, RestEndpoint, RestError, typed } from 'ngx-cache-query';
import {
  catchError,
  filter,
  finalize,
  firstValueFrom,
  fromEvent,
  map,
  Observable,
  of,
  share,
  switchMap,
  tap,
  throwError,
} from 'rxjs';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

// #region orders
class Order extends Entity {
  static override readonly key: string = 'Order';
  readonly id: number = 0;
  readonly title: string = '';
}

const getOrders = new RestEndpoint({ path: '/orders', schema: [Order] });
// #endregion
const getProducts = new RestEndpoint({
  path: '/products',
  searchParams: typed<{ page: number }>(),
  process: (names: string[]) => names,
});
const getNews = new RestEndpoint({ path: '/news' });
/** The users whose streams are connected. */
const connected = new Set<string>();
// a stream from your server
const orderChanges = (token: string): Observable<{ id: number; title: string }> =>
  new Observable((subscriber) => {
    connected.add(token);
    subscriber.next({ id: 7, title: `of ${token}` });
    return () => connected.delete(token);
  });
const getOrder = new RestEndpoint({ path: '/orders/:id', schema: Order });

// #region session
const createSession = new RestEndpoint({
  path: '/session',
  method: 'POST',
  body: typed<{ name: string; password: string }>(),
  process: (response: { token: string }) => response,
});
const endSession = new RestEndpoint({ path: '/session', method: 'DELETE' });

@Injectable({ providedIn: 'root' })
class Session {
  readonly #cache = inject(CacheService);
  readonly #router = inject(Router);
  /** Sends requests without interceptors, so that a failed renewal does not cause another renewal. */
  readonly #http = new HttpClient(inject(HttpBackend));
  readonly #token = signal<string | undefined>(undefined);
  #renewal: Observable<string> | undefined;

  readonly token = this.#token.asReadonly();

  async signIn(name: string, password: string): Promise<void> {
    const { token } = await firstValueFrom(this.#cache.fetch(createSession, { name, password }));
    this.#token.set(token);
    await this.#cache.reset(); // visible data is loaded again for this user
  }

  async signOut(): Promise<void> {
    await this.#cache.clear(); // aborts reads, which would fail without the session
    // This request needs the token. Even if it fails, the user is signed out.
    await firstValueFrom(this.#cache.fetch(endSession), { defaultValue: undefined }).catch(
      () => undefined,
    );
    await this.leave();
  }

  /** Drops everything that belongs to the user. */
  async leave(): Promise<void> {
    this.#token.set(undefined); // must be first, so that no later request has the token
    await this.#cache.clear(); // drops all data, also what was loaded in the meantime
    await this.#router.navigateByUrl('/');
    await this.#cache.refetch(({ isStale }) => isStale); // what is still visible is loaded again, without a user
  }

  /** Returns the token that replaces an expired one. All requests that failed with it share one renewal. */
  renewed(expired: string): Observable<string> {
    const token = this.#token();
    if (token !== undefined && token !== expired) return of(token);
    return (this.#renewal ??= this.#http.post<{ token: string }>('/api/session/renewal', {}).pipe(
      map((session) => session.token),
      tap((next) => this.#token.set(next)),
      catchError((error: HttpErrorResponse) => {
        // Without a network, the session may still be valid.
        if (error.status >= 400 && error.status < 500) void this.leave();
        return throwError(() => error);
      }),
      finalize(() => (this.#renewal = undefined)),
      share(),
    ));
  }
}
// #endregion

// #region sign-in
@Component({
  selector: 'app-sign-in',
  template: `
    <form (submit)="signIn(name.value, password.value); $event.preventDefault()">
      <label>Name <input #name autocomplete="username" /></label>
      <label>Password <input #password type="password" autocomplete="current-password" /></label>
      <button>Sign in</button>
      @if (message(); as text) {
        <p role="alert">{{ text }}</p>
      }
    </form>
  `,
})
class SignIn {
  readonly #session = inject(Session);
  protected readonly message = signal('');

  protected async signIn(name: string, password: string): Promise<void> {
    this.message.set('');
    try {
      await this.#session.signIn(name, password);
    } catch (error) {
      const isRefused = error instanceof RestError && error.status === 401;
      this.message.set(isRefused ? 'Wrong name or password.' : 'Sign-in failed. Try again.');
    }
  }
}
// #endregion

// #region interceptor
const authorized = (request: HttpRequest<unknown>, token: string) =>
  request.clone({ setHeaders: { Authorization: `Bearer ${token}` } });

const sessionInterceptor: HttpInterceptorFn = (request, next) => {
  const session = inject(Session);
  const token = session.token();
  const isOwnServer = /^\/(?![/\\])/.test(request.url); // a path, and not //other.example.com
  if (token === undefined || !isOwnServer) return next(request);
  return next(authorized(request, token)).pipe(
    catchError((error: unknown) => {
      const isExpired = error instanceof HttpErrorResponse && error.status === 401;
      if (!isExpired || session.token() === undefined) return throwError(() => error);
      // The request is sent a second time but not a third time: another 401 becomes the error of the request.
      return session
        .renewed(token)
        .pipe(switchMap((renewed) => next(authorized(request, renewed))));
    }),
  );
};
// #endregion

// #region page
@Component({
  selector: 'app-orders',
  template: `
    @if (orders.hasValue()) {
      @for (order of orders.value(); track order.id) {
        <p>{{ order.title }}</p>
      }
    } @else if (orders.status() === 'idle') {
      <p>Sign in to see your orders.</p>
    } @else if (orders.error()) {
      <p>The orders could not be loaded.</p>
    } @else {
      <p>Loading …</p>
    }
  `,
})
class OrdersPage {
  readonly #session = inject(Session);
  // Without a token, the arguments are undefined. The resource is then idle and sends no request.
  protected readonly orders = inject(CacheService).resource(getOrders, () =>
    this.#session.token() === undefined ? undefined : [],
  );
}
// #endregion

// #region live
@Injectable({ providedIn: 'root' })
class LiveOrders {
  constructor() {
    const cache = inject(CacheService);
    const session = inject(Session);
    effect((onCleanup) => {
      const token = session.token();
      if (token === undefined) return;
      const connection = cache.connect(orderChanges(token), Order);
      onCleanup(() => connection.unsubscribe());
    });
  }
}
// #endregion

/** A public list with pages, and a private list that is on the page only while a user is signed in. */
@Component({
  selector: 'app-shop',
  template: `
    @for (name of products.value(); track name) {
      <p>{{ name }}</p>
    }
    @if (session.token() !== undefined) {
      @for (order of orders.value(); track order.id) {
        <p>{{ order.title }}</p>
      }
    }
  `,
})
class Shop {
  protected readonly session = inject(Session);
  readonly page = signal(1);
  protected readonly products = inject(CacheService).resource(getProducts, () => [
    { page: this.page() },
  ]);
  protected readonly orders = inject(CacheService).resource(getOrders, () =>
    this.session.token() === undefined ? undefined : [],
  );
}

// #region back-forward
@Injectable({ providedIn: 'root' })
class BackForward {
  readonly #cache = inject(CacheService);

  constructor() {
    fromEvent<PageTransitionEvent>(window, 'pageshow')
      .pipe(
        filter(({ persisted }) => persisted),
        takeUntilDestroyed(),
      )
      .subscribe(() => void this.#cache.reset());
  }
}
// #endregion

hydrateComponents([SignIn, OrdersPage, Shop], Session);

describe('the guide to signing in and out', () => {
  let cache: CacheService;
  let http: HttpTestingController;
  let session: Session;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(withInterceptors([sessionInterceptor])),
        provideHttpClientTesting(),
        provideRouter([]),
      ],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
    session = TestBed.inject(Session);
  });
  afterEach(() => http.verify());

  const settle = () => new Promise((resolve) => setTimeout(resolve));
  async function signIn(token = 't1'): Promise<void> {
    const done = session.signIn('Ada', 'secret');
    http.expectOne('/session').flush({ token });
    await done;
  }
  const authorization = (request: HttpRequest<unknown>) => request.headers.get('Authorization');
  const unauthorized = { status: 401, statusText: 'Unauthorized' };

  it('shows that the server rejects the password', async () => {
    const fixture = TestBed.createComponent(SignIn);
    const page = fixture.nativeElement as HTMLElement;
    await fixture.whenStable();
    const submit = () =>
      page.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
    const alert = async () => {
      await settle();
      fixture.detectChanges();
      return page.querySelector('[role=alert]')?.textContent;
    };
    submit();
    http.expectOne('/session').flush(null, unauthorized);
    expect(await alert()).toBe('Wrong name or password.');
    submit();
    http.expectOne('/session').error(new ProgressEvent('error'));
    expect(await alert()).toBe('Sign-in failed. Try again.');
    submit();
    http.expectOne('/session').flush({ token: 't1' });
    expect(await alert()).toBeUndefined();
    expect(session.token()).toBe('t1');
  });

  it('sends no token to another host', async () => {
    await signIn();
    for (const host of ['https://maps.example.com', '//maps.example.com', '/\\maps.example.com']) {
      TestBed.inject(HttpClient).get(`${host}/tile`).subscribe();
      expect(authorization(http.expectOne(`${host}/tile`).request)).toBeNull();
    }
  });

  it('shows and requests nothing before the user signs in', async () => {
    const fixture = TestBed.createComponent(OrdersPage);
    fixture.detectChanges();
    const text = () => (fixture.nativeElement as HTMLElement).textContent.trim();
    expect(text()).toBe('Sign in to see your orders.');
    await signIn();
    fixture.detectChanges();
    const read = http.expectOne('/orders');
    expect(authorization(read.request)).toBe('Bearer t1');
    read.flush([{ id: 1, title: 'Tea' }]);
    fixture.detectChanges();
    expect(text()).toBe('Tea');
  });

  it('ends the session at the server, and then leaves nothing behind', async () => {
    const fixture = TestBed.createComponent(OrdersPage);
    await signIn();
    fixture.detectChanges();
    http.expectOne('/orders').flush([{ id: 1, title: 'Tea' }]);
    const slow = watch(cache.fetch(getOrder, { id: 2 }));
    const inFlight = http.expectOne('/orders/2');
    const done = session.signOut();
    expect(inFlight.cancelled).toBeTrue();
    await settle();
    const late = watch(cache.fetch(getOrder, { id: 3 }));
    const lateRequest = http.expectOne('/orders/3');
    const end = http.expectOne('/session');
    expect([end.request.method, authorization(end.request)]).toEqual(['DELETE', 'Bearer t1']);
    end.flush(null);
    await done;
    fixture.detectChanges();
    expect([lateRequest.cancelled, late.completed]).toEqual([true, true]);
    expect([slow.values, slow.errors, slow.completed]).toEqual([[], [], true]);
    expect([session.token(), cache.get(Order, 1), cache.get(Order, 2)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((fixture.nativeElement as HTMLElement).textContent.trim()).toBe(
      'Sign in to see your orders.',
    );
  });

  it('loads the orders of the next user in a page that stayed open', async () => {
    const fixture = TestBed.createComponent(OrdersPage);
    await signIn();
    fixture.detectChanges();
    http.expectOne('/orders').flush([{ id: 1, title: 'Tea' }]);
    const done = session.signOut();
    await settle();
    http.expectOne('/session').flush(null);
    await done;
    fixture.detectChanges();
    await signIn('t2');
    fixture.detectChanges();
    const read = http.expectOne('/orders');
    expect(authorization(read.request)).toBe('Bearer t2');
    read.flush([{ id: 2, title: 'Cake' }]);
    fixture.detectChanges();
    expect((fixture.nativeElement as HTMLElement).textContent.trim()).toBe('Cake');
  });

  it('loads a public resource that stays on the page, after signing out', async () => {
    await signIn();
    const news = watch(cache.watch(getNews));
    http.expectOne('/news').flush('for Ada');
    const done = session.signOut();
    await settle();
    http.expectOne('/session').flush(null);
    await settle();
    const again = http.expectOne('/news');
    expect([news.last!.value, authorization(again.request)]).toEqual([undefined, null]);
    again.flush('for all');
    await done;
    expect(news.last!.value).toBe('for all');
  });

  it('requests what the next page shows once', async () => {
    await signIn();
    let news: ReturnType<typeof watch> | undefined;
    TestBed.inject(Router).events.subscribe((event) => {
      if (event instanceof NavigationEnd) news = watch(cache.watch(getNews));
    });
    const done = session.signOut();
    await settle();
    http.expectOne('/session').flush(null);
    await settle();
    http.expectOne('/news').flush('for all');
    await done;
    expect(news!.last).toEqual(jasmine.objectContaining({ value: 'for all' }));
  });

  for (const at of [1, 2]) {
    it(`loads page ${at} of a public list again, and shows no user the orders of another one`, async () => {
      const fixture = TestBed.createComponent(Shop);
      const text = () => (fixture.nativeElement as HTMLElement).textContent.trim();
      const products = (names: string[]) => {
        fixture.detectChanges();
        const read = http.expectOne(`/products?page=${at}`);
        read.flush(names);
        fixture.detectChanges();
        return authorization(read.request);
      };
      fixture.componentInstance.page.set(at);
      products(['Cup']);
      for (const user of ['t1', 't2']) {
        await signIn(user);
        expect(products(['Cup'])).toBe(`Bearer ${user}`);
        expect(text()).toBe('Cup');
        const orders = http.expectOne('/orders');
        expect(authorization(orders.request)).toBe(`Bearer ${user}`);
        orders.flush([{ id: 1, title: `Tea of ${user}` }]);
        fixture.detectChanges();
        expect(text()).toMatch(new RegExp(`^Cup *Tea of ${user}$`));
        const done = session.signOut();
        await settle();
        http.expectOne('/session').flush(null);
        await settle();
        expect(products(['Cup'])).toBeNull();
        await done;
        fixture.detectChanges();
        expect(text()).toBe('Cup');
        http.verify(); // without a token, no orders are requested
      }
    });
  }

  it('connects the stream of each user', async () => {
    TestBed.inject(LiveOrders);
    for (const token of ['t1', 't2']) {
      await signIn(token);
      TestBed.tick();
      expect([...connected]).toEqual([token]);
      expect(cache.get(Order, 7)!.title).toBe(`of ${token}`);
      const done = session.signOut();
      await settle();
      http.expectOne('/session').flush(null);
      await done;
      TestBed.tick();
      expect([connected.size, cache.get(Order, 7)]).toEqual([0, undefined]);
    }
  });

  it('leaves although the server cannot be reached', async () => {
    await signIn();
    const done = session.signOut();
    await settle();
    http.expectOne('/session').error(new ProgressEvent('error'));
    await done;
    expect(session.token()).toBeUndefined();
  });

  it('renews an expired token once for all requests', async () => {
    await signIn();
    const seen = [1, 2, 3].map((id) => watch(cache.fetch(getOrder, { id })));
    for (const read of http.match(({ url }) => url.startsWith('/orders/'))) {
      read.flush(null, unauthorized);
    }
    http.expectOne('/api/session/renewal').flush({ token: 't2' });
    const again = http.match(({ url }) => url.startsWith('/orders/'));
    expect(again.map(({ request }) => authorization(request))).toEqual(Array(3).fill('Bearer t2'));
    again.forEach((read, i) => read.flush({ id: i + 1 }));
    expect(seen.map(({ last }) => last?.id)).toEqual([1, 2, 3]);
  });

  it('does not send a request a third time', async () => {
    await signIn();
    const seen = watch(cache.fetch(getOrder, { id: 1 }));
    http.expectOne('/orders/1').flush(null, unauthorized);
    http.expectOne('/api/session/renewal').flush({ token: 't2' });
    http.expectOne('/orders/1').flush(null, unauthorized);
    expect(seen.errors.length).toBe(1);
    expect(session.token()).toBe('t2');
  });

  it('leaves when the token cannot be renewed, and sends nothing again', async () => {
    const fixture = TestBed.createComponent(OrdersPage);
    await signIn();
    fixture.detectChanges();
    http.expectOne('/orders').flush(null, unauthorized);
    http.expectOne('/api/session/renewal').flush(null, unauthorized);
    await settle();
    fixture.detectChanges();
    await settle();
    expect(session.token()).toBeUndefined();
    expect((fixture.nativeElement as HTMLElement).textContent.trim()).toBe(
      'Sign in to see your orders.',
    );
  });

  it('stays signed in if a token cannot be renewed because there is no network', async () => {
    const fixture = TestBed.createComponent(OrdersPage);
    await signIn();
    fixture.detectChanges();
    http.expectOne('/orders').flush(null, unauthorized);
    http.expectOne('/api/session/renewal').error(new ProgressEvent('error'));
    await settle();
    expect(session.token()).toBe('t1');
  });

  it('loads everything again when the page returns from the back-forward cache', async () => {
    TestBed.inject(BackForward);
    await signIn();
    const states = watch(cache.watch(getOrders));
    http.expectOne('/orders').flush([{ id: 1, title: 'Tea' }]);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(states.last!.value).toBeUndefined();
    http.expectOne('/orders').flush([]);
    expect(states.last!.value).toEqual([]);
  });
});
