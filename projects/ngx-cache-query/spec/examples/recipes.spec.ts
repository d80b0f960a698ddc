// The examples in docs/guides/recipes.md. The guide shows each region unchanged.
import { type HttpInterceptorFn, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, computed, inject, Injectable, input, signal } from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import { type ComponentFixture, TestBed } from '@angular/core/testing';
import {
  type CanMatchFn,
  provideRouter,
  type ResolveFn,
  Router,
  type Routes,
  withAutoCleanupInjectors,
} from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import {
  CacheService,
  Collection,
  countRows,
  Endpoint,
  Entity,
  limit,
  orderBy,
  provideCache,
  Query,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
  typed,
  view,
  withRest,
  withRetention,
} from 'ngx-cache-query';
import { catchError, debounceTime, from, map, of } from 'rxjs';
import { hydrateComponents } from '../support/hydrated';
import { Report, Reports } from './reports';

// #region entities
class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
  readonly teamId: number = 0;
  readonly isAdmin: boolean = false;
}
class Team extends Entity {
  static override readonly key: string = 'Team';
  readonly id: number = 0;
  readonly name: string = '';
}
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const getTeam = new RestEndpoint({ path: '/teams/:id', schema: Team });
const getMe = new RestEndpoint({ path: '/me', schema: User });
// #endregion

// #region search
const searchUsers = new RestEndpoint({
  path: '/users',
  searchParams: typed<{ name: string }>(),
  schema: [User],
});

@Component({
  selector: 'app-search',
  template: `
    <input #box type="search" aria-label="Name" (input)="text.set(box.value)" />
    @if (found.hasValue()) {
      <ul [class.previous]="found.isPrevious()">
        @for (user of found.value(); track user.id) {
          <li>{{ user.name }}</li>
        } @empty {
          <li>No user has this name.</li>
        }
      </ul>
    } @else if (found.error()) {
      <p role="alert">The search failed. <button (click)="found.reload()">Retry</button></p>
    } @else if (found.isLoading()) {
      <p>Searching …</p>
    }
  `,
})
class Search {
  protected readonly text = signal('');
  private readonly settled = toSignal(toObservable(this.text).pipe(debounceTime(300)));
  protected readonly found = inject(CacheService).resource(
    searchUsers,
    () => {
      const name = this.settled();
      return name ? [{ name }] : undefined; // with undefined, nothing is requested
    },
    { keepPrevious: true },
  );
}
// #endregion

// #region dependent
@Component({
  selector: 'app-user-team',
  template: `
    @if (user.hasValue() && team.hasValue()) {
      {{ user.value().name }}, {{ team.value().name }}
    } @else if (team.error()) {
      <p role="alert">The team could not be loaded.</p>
    } @else if (team.isLoading()) {
      <p>Loading …</p>
    }
  `,
})
class UserTeam {
  private readonly cache = inject(CacheService);
  readonly id = input.required<number>();
  protected readonly user = this.cache.resource(getUser, () => [{ id: this.id() }]);
  protected readonly team = this.cache.resource(getTeam, ({ chain }) => [
    { id: chain(this.user).teamId },
  ]);
}
// #endregion

// #region resolver
const userResolver: ResolveFn<User> = (route) =>
  inject(CacheService).ensure(getUser, { id: route.params['id'] as string });
// #endregion

// #region guard
const adminsOnly: CanMatchFn = () => {
  const home = inject(Router).parseUrl('/');
  return inject(CacheService)
    .ensure(getMe)
    .pipe(
      map((me) => me.isAdmin || home),
      catchError(() => of(home)),
    );
};
// #endregion

@Component({ selector: 'app-empty', template: '' })
class Empty {}

// #region route-cache
const routes: Routes = [
  {
    path: 'reports',
    providers: [provideCache(withRest({ urlPrefix: '/reports-api' }), withRetention())],
    children: [{ path: '', loadComponent: () => import('./reports').then((m) => m.Reports) }],
  },
];
const routing = provideRouter(routes, withAutoCleanupInjectors());
// #endregion

// #region tenants
@Injectable({ providedIn: 'root' })
class Tenants {
  private readonly cache = inject(CacheService);
  readonly current = signal('north');

  async switchTo(tenant: string): Promise<void> {
    this.current.set(tenant);
    await this.cache.reset(); // drops everything; active subscribers load the data of the new tenant
  }
}

const tenantInterceptor: HttpInterceptorFn = (request, next) =>
  next(request.clone({ setHeaders: { 'X-Tenant': inject(Tenants).current() } }));
// #endregion

/** A simulated database. In an application, it is in a worker, in IndexedDB or behind an SDK. */
const stored = new Map([[1, { id: 1, text: 'Tea' }]]);
const database = {
  all: () => Promise.resolve([...stored.values()]),
  add: (text: string) => {
    const note = { id: stored.size + 1, text };
    stored.set(note.id, note);
    return Promise.resolve(note);
  },
};

// #region backend
class Note extends Entity {
  static override readonly key: string = 'Note';
  readonly id: number = 0;
  readonly text: string = '';
}
const notes = new Collection([Note]);
const getNotes = new Endpoint({
  name: 'getNotes',
  load: () => from(database.all()),
  schema: notes,
});
const addNote = new Endpoint({
  name: 'addNote',
  sideEffect: true, // marks the endpoint as a mutation, which is never shared or retried
  load: (text: string) => from(database.add(text)),
  schema: notes.push, // adds the note to the list
});
// #endregion

// #region table
class Order extends Entity {
  static override readonly key: string = 'Order';
  readonly id: number = 0;
  readonly total: number = 0;
}
const orderEndpoints = restEndpoints({ path: '/orders/:id', schema: Order });
const rowHeight = 32;
const orderCount = new Query(new schema.All(Order), view(countRows()));
const orderRows = new Query(
  new schema.All(Order),
  view(
    orderBy('total', 'desc'),
    limit(60, ({ start }: { start: number }) => start),
  ),
);

@Component({
  selector: 'app-orders',
  template: `
    @if (orders.error()) {
      <p role="alert">The orders could not be loaded.</p>
    } @else if (orders.isLoading()) {
      <p>Loading …</p>
    }
    <div #box class="viewport" tabindex="0" (scroll)="top.set(box.scrollTop)">
      <div [style.height.px]="(count() ?? 0) * rowHeight">
        <div [style.padding-top.px]="start() * rowHeight">
          @for (order of rows(); track order.id) {
            <div [style.height.px]="rowHeight">{{ order.total }}</div>
          }
        </div>
      </div>
    </div>
  `,
  styles: '.viewport { height: 400px; overflow: auto; } .viewport div { box-sizing: border-box; }',
})
class Orders {
  private readonly cache = inject(CacheService);
  protected readonly orders = this.cache.resource(orderEndpoints.getList);
  protected readonly rowHeight = rowHeight;
  protected readonly top = signal(0);
  protected readonly start = computed(() => Math.floor(this.top() / rowHeight / 20) * 20);
  protected readonly count = this.cache.selectSignal(orderCount);
  protected readonly rows = this.cache.selectSignal(orderRows, () => [{ start: this.start() }]);
}
// #endregion

hydrateComponents([Search, UserTeam, Orders, Reports]);

describe('the recipes', () => {
  let http: HttpTestingController;
  const start = (...providers: unknown[]) => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), ...(providers as never[])],
    });
    http = TestBed.inject(HttpTestingController);
  };
  /** Requests can be in flight, so the application is not stable yet. */
  const rendered = async (fixture: ComponentFixture<unknown>) => {
    fixture.detectChanges();
    await new Promise((done) => setTimeout(done));
    fixture.detectChanges();
  };
  afterEach(() => http.verify());

  it('searches after a pause, and shows the last users meanwhile', async () => {
    start();
    const fixture = TestBed.createComponent(Search);
    const page = fixture.nativeElement as HTMLElement;
    const type = async (text: string) => {
      const box = page.querySelector('input')!;
      box.value = text;
      box.dispatchEvent(new Event('input'));
      await new Promise((done) => setTimeout(done, 350));
      await rendered(fixture);
    };
    const shown = () => [...page.querySelectorAll('li, p')].map((each) => each.textContent?.trim());
    await rendered(fixture);
    expect(shown()).toEqual([]);
    await type('A');
    expect(shown()).toEqual(['Searching …']);
    http.expectOne('/users?name=A').flush([{ id: 1, name: 'Ada' }]);
    await rendered(fixture);
    expect(shown()).toEqual(['Ada']);
    await type('Z');
    expect(shown()).toEqual(['Ada']);
    expect(page.querySelector('.previous')).not.toBeNull();
    http.expectOne('/users?name=Z').flush([]);
    await rendered(fixture);
    expect(shown()).toEqual(['No user has this name.']);
    expect(page.querySelector('.previous')).toBeNull();
  });

  it('requests what depends on another response', async () => {
    start();
    const fixture = TestBed.createComponent(UserTeam);
    fixture.componentRef.setInput('id', 1);
    fixture.detectChanges();
    http.expectOne('/users/1').flush({ id: 1, name: 'Ada', teamId: 7 });
    await rendered(fixture);
    http.expectOne('/teams/7').flush({ id: 7, name: 'Red' });
    await rendered(fixture);
    expect((fixture.nativeElement as HTMLElement).textContent.trim()).toBe('Ada, Red');
  });

  it('loads in a resolver and in a guard', async () => {
    start(
      provideRouter([
        { path: 'users/:id', component: Empty, resolve: { user: userResolver } },
        { path: 'admin', component: Empty, canMatch: [adminsOnly] },
        { path: '', component: Empty },
      ]),
    );
    const router = TestBed.inject(Router);
    const harness = await RouterTestingHarness.create();
    const opened = harness.navigateByUrl('/users/5');
    await new Promise((done) => setTimeout(done));
    http.expectOne('/users/5').flush({ id: 5, name: 'Ada' });
    await opened;
    expect(router.url).toBe('/users/5');
    const refused = harness.navigateByUrl('/admin');
    await new Promise((done) => setTimeout(done));
    http.expectOne('/me').flush({ id: 5, isAdmin: false });
    await refused;
    expect(router.url).toBe('/');
    TestBed.inject(CacheService).set(User, { id: 5, isAdmin: true });
    await harness.navigateByUrl('/admin');
    expect(router.url).toBe('/admin');
  });

  it('has a cache for a route', async () => {
    start(routing);
    const root = TestBed.inject(CacheService);
    const harness = await RouterTestingHarness.create();
    const opened = harness.navigateByUrl('/reports');
    while (!harness.routeNativeElement) await new Promise((done) => setTimeout(done));
    http.expectOne('/reports-api/reports').flush([{ id: 1, title: 'Sales' }]);
    await opened;
    await new Promise((done) => setTimeout(done));
    harness.detectChanges();
    expect(harness.routeNativeElement.textContent.trim()).toBe('Sales');
    expect(root.get(Report, 1)).toBeUndefined();
    expect(harness.routeDebugElement!.injector.get(CacheService).get(Report, 1)?.id).toBe(1);
  });

  it('shows the reports of another cache', async () => {
    start();
    const fixture = TestBed.createComponent(Reports);
    await rendered(fixture);
    http.expectOne('/reports').flush([{ id: 1, title: 'Sales' }]);
    await rendered(fixture);
    expect((fixture.nativeElement as HTMLElement).textContent.trim()).toBe('Sales');
  });

  it('switches the tenant', async () => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(withInterceptors([tenantInterceptor])),
        provideHttpClientTesting(),
      ],
    });
    http = TestBed.inject(HttpTestingController);
    const names: unknown[] = [];
    const cache = TestBed.inject(CacheService);
    cache
      .watch(getMe)
      .pipe(toValues())
      .subscribe(({ name }) => names.push(name));
    const respond = (tenant: string, name: string) => {
      const call = http.expectOne('/me');
      expect(call.request.headers.get('X-Tenant')).toBe(tenant);
      call.flush({ id: 1, name });
    };
    respond('north', 'Ada of North');
    void TestBed.inject(Tenants).switchTo('south');
    respond('south', 'Ada of South');
    expect(names).toEqual(['Ada of North', 'Ada of South']);
  });

  it('uses another backend', async () => {
    start();
    const cache = TestBed.inject(CacheService);
    const seen: unknown[] = [];
    cache
      .watch(getNotes)
      .pipe(toValues())
      .subscribe((list) => seen.push(list.map(({ text }) => text)));
    await new Promise((done) => setTimeout(done));
    cache.fetch(addNote, 'Cake').subscribe();
    await new Promise((done) => setTimeout(done));
    expect(seen).toEqual([['Tea'], ['Tea', 'Cake']]);
  });

  it('shows a part of a large table', async () => {
    start();
    const cache = TestBed.inject(CacheService);
    const fixture = TestBed.createComponent(Orders);
    await rendered(fixture);
    http.expectOne('/orders').flush(Array.from({ length: 5_000 }, (_, i) => ({ id: i, total: i })));
    await rendered(fixture);
    const page = fixture.nativeElement as HTMLElement;
    document.body.append(page);
    const viewport = page.querySelector('.viewport')!;
    const texts = () =>
      [...page.querySelectorAll('.viewport div div div')].map((e) => e.textContent);
    expect([texts().length, texts()[0]]).toEqual([60, '4999']);
    expect(viewport.scrollHeight).toBe(5_000 * 32);
    viewport.scrollTop = 100 * 32;
    viewport.dispatchEvent(new Event('scroll'));
    await rendered(fixture);
    expect(texts()[0]).toBe('4899');
    expect(viewport.scrollHeight).toBe(5_000 * 32);
    cache.set(Order, { id: 1, total: 9_999 });
    await rendered(fixture);
    expect(texts()[0]).toBe('4900');
    page.remove();
  });
});
