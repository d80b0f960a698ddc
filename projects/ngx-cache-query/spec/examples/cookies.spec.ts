// The examples of a session in a cookie, in docs/guides/signing-in-and-out.md. The guide shows each region unchanged.
import {
  HttpBackend,
  HttpClient,
  type HttpErrorResponse,
  type HttpInterceptorFn,
  type HttpRequest,
  HttpXsrfTokenExtractor,
  provideHttpClient,
  withInterceptors,
  withXsrfConfiguration,
} from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { DOCUMENT, inject, Injectable, provideAppInitializer, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import {
  CacheService,
  Entity,
  provideCache,
  RestEndpoint,
  restEndpoints,
  typed,
  withRest,
} from 'ngx-cache-query';
import { catchError, firstValueFrom, switchMap, throwError, timer } from 'rxjs';
import { watch } from '../support/watch';

class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
}

// #region session
const getUser = new RestEndpoint({ path: '/user', schema: User });
const createSession = new RestEndpoint({
  path: '/login',
  method: 'POST',
  body: typed<{ email: string; password: string }>(),
});
const endSession = new RestEndpoint({ path: '/logout', method: 'POST' });

@Injectable({ providedIn: 'root' })
class CookieSession {
  readonly #cache = inject(CacheService);
  readonly #http = inject(HttpClient);
  readonly #router = inject(Router);
  readonly #document = inject(DOCUMENT);
  readonly #userId = signal<number | undefined>(undefined);

  readonly userId = this.#userId.asReadonly();

  /** Asks the server who is signed in, because no script can read the cookie of the session. */
  async restore(): Promise<void> {
    const user = await firstValueFrom(this.#cache.fetch(getUser)).catch(() => undefined);
    this.#userId.set(user?.id);
  }

  async signIn(email: string, password: string): Promise<void> {
    await firstValueFrom(this.#http.get('/sanctum/csrf-cookie'));
    await firstValueFrom(this.#cache.fetch(createSession, { email, password }));
    await this.#cache.reset(); // visible data is loaded again for this user
    await this.restore();
  }

  async signOut(): Promise<void> {
    await this.#cache.clear(); // aborts reads, which would fail without the session
    await firstValueFrom(this.#cache.fetch(endSession)).catch(() => undefined);
    await this.leave();
  }

  /** Drops everything that belongs to the user. */
  async leave(): Promise<void> {
    this.#userId.set(undefined);
    this.#document.getElementById('ng-state')?.remove(); // the data in a page from a server
    await this.#cache.clear();
    await this.#router.navigateByUrl('/');
    await this.#cache.refetch(({ isStale }) => isStale);
  }
}
// #endregion

// #region interceptor
const cookieInterceptor: HttpInterceptorFn = (request, next) => {
  const session = inject(CookieSession);
  const csrf = inject(HttpXsrfTokenExtractor);
  const http = new HttpClient(inject(HttpBackend)); // without interceptors
  const sendAgain = () =>
    next(request.clone({ setHeaders: { 'X-XSRF-TOKEN': csrf.getToken() ?? '' } }));
  return next(request).pipe(
    catchError((error: HttpErrorResponse) => {
      if (error.status === 419) return http.get('/sanctum/csrf-cookie').pipe(switchMap(sendAgain));
      // The session has ended at the server.
      if (error.status === 401 && session.userId() !== undefined) void session.leave();
      return throwError(() => error);
    }),
  );
};
// #endregion

// #region config
const providers = [
  provideHttpClient(
    withXsrfConfiguration({ cookieName: 'XSRF-TOKEN', headerName: 'X-XSRF-TOKEN' }), // the defaults of Angular
    withInterceptors([cookieInterceptor]),
  ),
  provideCache(withRest({ urlPrefix: '/api', withCredentials: true })),
  provideAppInitializer(() => inject(CookieSession).restore()),
];
// #endregion

const posts = restEndpoints({ path: '/posts/:id', schema: User });

describe('the guide to sessions in a cookie', () => {
  let http: HttpTestingController;
  let cache: CacheService;
  let session: CookieSession;
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const csrfCookie = (value: string) => (document.cookie = `XSRF-TOKEN=${value};path=/`);
  const tokenOf = ({ headers }: HttpRequest<unknown>) => headers.get('X-XSRF-TOKEN');
  const failed = (status: number) => [null, { status, statusText: 'failed' }] as const;

  /** Starts an application, for which the server answers who is signed in. */
  async function start(user: object | undefined, more: unknown[] = []): Promise<void> {
    TestBed.configureTestingModule({
      providers: [...providers, provideHttpClientTesting(), provideRouter([]), ...more],
    });
    http = TestBed.inject(HttpTestingController);
    cache = TestBed.inject(CacheService);
    session = TestBed.inject(CookieSession);
    const asked = http.expectOne('/api/user');
    expect(asked.request.withCredentials).toBeTrue();
    if (user) asked.flush(user);
    else asked.flush(...failed(401));
    await settle();
  }
  beforeEach(() => csrfCookie('first'));
  afterEach(() => {
    http.verify();
    document.cookie = 'XSRF-TOKEN=;path=/;max-age=0';
  });

  it('restores the session when the page is loaded again', async () => {
    await start({ id: 1, name: 'Ada' });
    expect(session.userId()).toBe(1);
  });

  it('signs in with the cookie that the server has sent before', async () => {
    await start(undefined);
    expect(session.userId()).toBeUndefined();
    const done = session.signIn('ada@example.com', 'secret');
    csrfCookie('second');
    http.expectOne('/sanctum/csrf-cookie').flush(null);
    await settle();
    const login = http.expectOne('/api/login');
    expect(tokenOf(login.request)).toBe('second');
    login.flush(null);
    await settle();
    http.expectOne('/api/user').flush({ id: 1 });
    await done;
    expect(session.userId()).toBe(1);
  });

  it('requests another cookie if the server refuses it, and sends the request again once', async () => {
    await start({ id: 1 });
    const saved = watch(cache.fetch(posts.partialUpdate, { id: 5 }, { name: 'Tea' }));
    const first = http.expectOne('/api/posts/5');
    expect(tokenOf(first.request)).toBe('first');
    csrfCookie('second');
    first.flush(...failed(419));
    http.expectOne('/sanctum/csrf-cookie').flush(null);
    const second = http.expectOne('/api/posts/5');
    expect(tokenOf(second.request)).toBe('second');
    second.flush(...failed(419));
    expect(saved.errors.length).toBe(1);
  });

  it('aborts reads before the session ends, and leaves nothing behind', async () => {
    await start({ id: 1, name: 'Ada' });
    const state = Object.assign(document.createElement('script'), { id: 'ng-state' });
    document.body.append(state);
    watch(cache.fetch(posts.getList));
    const read = http.expectOne('/api/posts');
    const done = session.signOut();
    expect(read.cancelled).toBeTrue();
    await settle();
    http.expectOne('/api/logout').flush(null);
    await done;
    expect([session.userId(), cache.get(User, 1)]).toEqual([undefined, undefined]);
    expect(state.isConnected).toBeFalse();
  });

  it('leaves if the session has ended at the server', async () => {
    await start({ id: 1 });
    watch(cache.fetch(posts.getList));
    http.expectOne('/api/posts').flush(...failed(401));
    await settle();
    expect(session.userId()).toBeUndefined();
  });

  it('sends a request that another interceptor has delayed with the cookie that it had before', async () => {
    const delayed: HttpInterceptorFn = (request, next) =>
      request.method === 'GET' ? next(request) : timer(0).pipe(switchMap(() => next(request)));
    await start({ id: 1 }, [
      provideHttpClient(withInterceptors([delayed, cookieInterceptor])),
      provideHttpClientTesting(),
    ]);
    watch(cache.fetch(posts.delete, { id: 5 }));
    csrfCookie('second');
    await settle();
    const request = http.expectOne('/api/posts/5');
    expect(tokenOf(request.request)).toBe('first');
    request.flush(null);
  });
});
