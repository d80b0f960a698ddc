// The application of docs/guides/back-office.md, with a server that answers as the guide describes.
import {
  HttpBackend,
  HttpContext,
  HttpContextToken,
  HttpErrorResponse,
  type HttpEvent,
  type HttpInterceptorFn,
  type HttpRequest,
  HttpResponse,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import {
  type ApplicationConfig,
  Component,
  computed,
  ErrorHandler,
  inject,
  Injectable,
  input,
  linkedSignal,
  signal,
  type Type,
} from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import { TestBed } from '@angular/core/testing';
import { form, FormField, FormRoot, type TreeValidationResult } from '@angular/forms/signals';
import {
  ActivatedRoute,
  provideRouter,
  Router,
  RouterLink,
  RouterOutlet,
  type Routes,
  withComponentInputBinding,
} from '@angular/router';
import {
  CacheService,
  Entity,
  failureOf,
  fromEventSource,
  isPending,
  isSaving,
  optimistic,
  provideCache,
  requestIds,
  RestEndpoint,
  restEndpoints,
  schema,
  toValues,
  typed,
  withRefetchOnFocus,
  withRest,
  withRetention,
} from 'ngx-cache-query';
import {
  debounceTime,
  defer,
  filter,
  firstValueFrom,
  fromEvent,
  Observable,
  race,
  Subject,
  Subscription,
  switchMap,
  take,
  timer,
} from 'rxjs';
import { endFakeConnections, fakeConnections } from '../support/fake-connections';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

// #region api
export const api = withRest({
  urlPrefix: '/api',
  unwrap: 'data', // { "data": … }, in reads and in mutations
  requestId: requestIds('X-Request-Id'), // for step 9
});
// #endregion

// #region orders
export class Customer extends Entity {
  static override readonly key: string = 'Customer';
  readonly id: number = 0;
  readonly name: string = '';
  readonly email: string = '';
}

export const statuses = ['new', 'packed', 'sent'] as const;
export type Status = (typeof statuses)[number];

export class Order extends Entity {
  static override readonly key: string = 'Order';
  readonly id: number = 0;
  readonly title: string = '';
  readonly status: Status = 'new';
  readonly customer: Customer = Customer.fromJS({});
  static override readonly schema = { customer: Customer };
}

export const customers = restEndpoints({ path: '/customers/:id', schema: Customer, optimistic });
export const orders = restEndpoints({
  path: '/orders/:id',
  schema: Order,
  optimistic,
  searchParams: typed<{ status?: Status; q?: string; page?: number }>(),
});
// { "data": [{ "id": 1, … }], "meta": { "total": 45 } }
export const getOrderPage = orders.getList.extend({
  schema: { data: orders.getList.schema, meta: { total: 0 } },
});
// #endregion

// #region deletions
const endUndo$ = new Subject<void>();
const undoEnds$ = defer(() => race(timer(5_000), fromEvent(window, 'pagehide'), endUndo$)).pipe(
  take(1),
);
const canUndo = new HttpContextToken(() => false);
const deleteOrder = orders.delete.extend({ context: new HttpContext().set(canUndo, true) });

export const undoInterceptor: HttpInterceptorFn = (request, next) =>
  request.context.get(canUndo)
    ? undoEnds$.pipe(switchMap(() => next(request.clone({ keepalive: true }))))
    : next(request);

@Injectable({ providedIn: 'root' })
export class Deletions {
  readonly #cache = inject(CacheService);
  readonly #last = signal<Subscription | undefined>(undefined);
  readonly canUndo = computed(() => this.#last() !== undefined);
  readonly #saved$ = toObservable(computed(() => !isSaving())).pipe(filter((isSaved) => isSaved));

  delete({ id }: Order): void {
    const deletion = new Subscription();
    this.#last.set(deletion);
    undoEnds$.subscribe(() => this.#last.update((last) => (last === deletion ? undefined : last)));
    deletion.add(this.#cache.fetch(deleteOrder, { id }).subscribe({ error: () => {} }));
  }

  undo(): void {
    this.#last()?.unsubscribe(); // the request is never sent
    this.#last.set(undefined);
  }

  /** Sends what waits, and resolves when everything is saved. */
  async finish(): Promise<void> {
    endUndo$.next();
    await firstValueFrom(this.#saved$);
  }
}
// #endregion

// #region actions
@Component({
  selector: 'app-order-actions',
  template: `
    @for (status of statuses; track status) {
      <button
        [disabled]="status === order().status"
        (click)="change.mutate({ id: order().id }, { status })"
      >
        {{ status }}
      </button>
    }
    <button (click)="deletions.delete(order())">Delete</button>
    @if (isPending(order())) {
      <span role="status">Saving …</span>
    } @else if (failureOf(order()); as failure) {
      <button (click)="failure.retry()">Not saved. Retry</button>
    }
  `,
})
export class OrderActions {
  readonly order = input.required<Order>();
  protected readonly statuses = statuses;
  protected readonly deletions = inject(Deletions);
  protected readonly change = inject(CacheService).mutation(orders.partialUpdate);
  protected readonly isPending = isPending;
  protected readonly failureOf = failureOf;
}
// #endregion

// #region table
@Component({
  selector: 'app-order-table',
  imports: [OrderActions, RouterLink],
  template: `
    <input #box type="search" aria-label="Search" (input)="text.set(box.value)" />
    @if (list.value(); as page) {
      <table [class.previous]="list.isPrevious()">
        <tbody>
          @for (order of page.data; track order.id) {
            <tr>
              <td>{{ order.title }}</td>
              <td>
                <a [routerLink]="['/customers', order.customer.id]">{{ order.customer.name }}</a>
              </td>
              <td><app-order-actions [order]="order" /></td>
            </tr>
          }
        </tbody>
      </table>
    } @else if (list.error()) {
      <p role="alert">Not loaded. <button (click)="list.reload()">Retry</button></p>
    } @else if (list.isLoading()) {
      <p>Loading …</p>
    }
    <button (click)="page.set(page() - 1)" [disabled]="page() === 1">Previous</button>
    Page {{ page() }} of {{ pageCount() }}
    <button (click)="page.set(page() + 1)" [disabled]="page() >= pageCount()">Next</button>
  `,
})
export class OrderTable {
  protected readonly text = signal('');
  private readonly q = toSignal(toObservable(this.text).pipe(debounceTime(300)), {
    initialValue: '',
  });
  // A new search begins with the first page.
  protected readonly page = linkedSignal({ source: this.q, computation: () => 1 });
  protected readonly list = inject(CacheService).resource(
    getOrderPage,
    () => [{ q: this.q() || undefined, page: this.page() }],
    { keepPrevious: true },
  );
  protected readonly pageCount = computed(() =>
    Math.ceil((this.list.value()?.meta.total || 1) / 10),
  );
}
// #endregion

// #region board
@Component({
  selector: 'app-board-column',
  imports: [OrderActions],
  template: `
    <h2>{{ status() }}</h2>
    @for (order of list.value(); track order.id) {
      <article>
        {{ order.title }}, {{ order.customer.name }}
        <app-order-actions [order]="order" />
      </article>
    }
    @if (list.error()) {
      <p role="alert">Not loaded. <button (click)="list.reload()">Retry</button></p>
    }
  `,
})
export class BoardColumn {
  readonly status = input.required<Status>();
  protected readonly list = inject(CacheService).resource(orders.getList, () => [
    { status: this.status() },
  ]);
}

@Component({
  selector: 'app-board',
  imports: [BoardColumn],
  template: `
    @for (status of statuses; track status) {
      <app-board-column [status]="status" />
    }
  `,
})
export class Board {
  protected readonly statuses = statuses;
}
// #endregion

// #region bulk
const updateOrders = new RestEndpoint({
  path: '/orders',
  method: 'PATCH',
  body: typed<readonly { id: number; status: Status }[]>(),
  schema: [Order],
  optimistic,
});

@Component({
  selector: 'app-send-packed',
  template: `
    <button [disabled]="!packed.value()?.length || sending.isPending()" (click)="send()">
      Send all packed orders
    </button>
    @if (sending.error()) {
      <p role="alert">Nothing was sent.</p>
    }
  `,
})
export class SendPacked {
  private readonly cache = inject(CacheService);
  protected readonly packed = this.cache.resource(orders.getList, () => [{ status: 'packed' }]);
  protected readonly sending = this.cache.mutation(updateOrders);

  protected send(): void {
    const packed = this.packed.value() ?? [];
    this.sending.mutate(packed.map(({ id }) => ({ id, status: 'sent' })));
  }
}
// #endregion

// #region customer
/** The response with status 422: `{ "errors": { "email": "already in use" } }`. */
interface Refusal {
  readonly errors: { readonly name?: string; readonly email?: string };
}
const updateCustomer = customers.partialUpdate.withErrorBody<Refusal>();

@Component({
  selector: 'app-customer-form',
  imports: [FormField, FormRoot],
  template: `
    <form [formRoot]="fields">
      <label>Name <input [formField]="fields.name" /></label>
      <label>Email <input [formField]="fields.email" /></label>
      @for (error of fields().errorSummary(); track error) {
        <p role="alert">{{ error.message }}</p>
      }
      <button [disabled]="saving.isPending()">Save</button>
    </form>
  `,
})
export class CustomerForm {
  readonly customer = input.required<Customer>();
  protected readonly saving = inject(CacheService).mutation(updateCustomer);
  // A change by somebody else does not overwrite what the user types.
  readonly #typed = linkedSignal<Customer, { id: number; name: string; email: string }>({
    source: this.customer,
    computation: ({ id, name, email }, last) =>
      last?.value.id === id ? last.value : { id, name, email },
  });
  protected readonly fields = form(this.#typed, { submission: { action: () => this.#save() } });

  async #save(): Promise<TreeValidationResult> {
    const { id, name, email } = this.#typed();
    await this.saving.mutateAsync({ id }, { name, email }).catch(() => undefined);
    const { name: ofName, email: ofEmail } = this.saving.error()?.body?.errors ?? {};
    return [
      ...(ofName ? [{ kind: 'server', message: ofName, fieldTree: this.fields.name }] : []),
      ...(ofEmail ? [{ kind: 'server', message: ofEmail, fieldTree: this.fields.email }] : []),
    ];
  }
}

@Component({
  selector: 'app-customer-page',
  imports: [CustomerForm],
  template: `
    @if (customer.hasValue()) {
      <h1>{{ customer.value().name }}</h1>
      <app-customer-form [customer]="customer.value()" />
    } @else if (customer.error()) {
      <p role="alert">Not loaded. <button (click)="customer.reload()">Retry</button></p>
    }
  `,
})
export class CustomerPage {
  readonly id = input.required<string>(); // from the route
  protected readonly customer = inject(CacheService).resource(customers.get, () => [
    { id: this.id() },
  ]);
}
// #endregion

// #region changes
interface Change {
  readonly created?: object;
  readonly saved?: object;
  readonly deleted?: { readonly id: number };
  readonly requestId?: string; // the header X-Request-Id of the request that has caused the change
}
const changes$ = fromEventSource<Change>('/api/changes');
const change = {
  created: orders.getList.schema.push, // enters the lists that it matches
  saved: Order,
  deleted: new schema.Invalidate(Order),
};

export function followChanges(cache: CacheService): Subscription {
  return cache.connect(changes$, change, {
    requestId: ({ requestId }) => requestId,
    refetches: () => [getOrderPage],
  });
}
// #endregion

// #region session
const createSession = new RestEndpoint({
  path: '/session',
  method: 'POST',
  body: typed<{ name: string; password: string }>(),
  process: (session: { token: string }) => session,
});
const endSession = new RestEndpoint({ path: '/session', method: 'DELETE' });

@Injectable({ providedIn: 'root' })
export class Session {
  readonly #cache = inject(CacheService);
  readonly #deletions = inject(Deletions);
  readonly #token = signal<string | undefined>(undefined);
  readonly token = this.#token.asReadonly();

  async signIn(name: string, password: string): Promise<void> {
    const { token } = await firstValueFrom(this.#cache.fetch(createSession, { name, password }));
    this.#token.set(token);
    followChanges(this.#cache);
  }

  async signOut(): Promise<void> {
    await this.#deletions.finish(); // as long as there is a token
    await this.#cache.clear(); // drops all data and reads in flight, and ends the stream
    await firstValueFrom(this.#cache.fetch(endSession), { defaultValue: null }).catch(() => null);
    this.#token.set(undefined);
    await this.#cache.clear(); // drops what was loaded in the meantime
  }
}

export const sessionInterceptor: HttpInterceptorFn = (request, next) => {
  const token = inject(Session).token();
  return next(
    token ? request.clone({ setHeaders: { Authorization: `Bearer ${token}` } }) : request,
  );
};
// #endregion

// #region app
@Component({
  selector: 'app-root',
  imports: [RouterLink, RouterOutlet],
  template: `
    @if (session.token()) {
      <a routerLink="/">Orders</a> <a routerLink="/board">Board</a>
      <button (click)="session.signOut()">Sign out</button>
      <router-outlet />
      @if (deletions.canUndo()) {
        <p role="status">Deleted. <button (click)="deletions.undo()">Undo</button></p>
      }
    } @else {
      <form (submit)="session.signIn(name.value, password.value); $event.preventDefault()">
        <label>Name <input #name /></label>
        <label>Password <input #password type="password" /></label>
        <button>Sign in</button>
      </form>
    }
  `,
})
export class App {
  protected readonly session = inject(Session);
  protected readonly deletions = inject(Deletions);
}
// #endregion

// #region config
const routes: Routes = [
  { path: '', component: OrderTable },
  { path: 'board', component: Board },
  { path: 'customers/:id', component: CustomerPage },
];
export const appConfig: ApplicationConfig = {
  providers: [
    provideRouter(routes, withComponentInputBinding()),
    provideHttpClient(withInterceptors([undoInterceptor, sessionInterceptor])),
    provideCache(api, withRetention(), withRefetchOnFocus()),
  ],
};
// #endregion

interface Answer {
  readonly status?: number;
  readonly body?: unknown;
}
interface StoredOrder {
  readonly id: number;
  title: string;
  status: string;
  readonly customer: number;
}

/** The server of the guide. It answers when the spec lets it. */
class Server {
  readonly #waiting: (() => void)[] = [];
  readonly log: string[] = [];
  readonly tokens: (string | null)[] = [];
  /** The requests that were aborted before the server has answered. */
  readonly aborted: string[] = [];
  /** The answer to the next mutation, instead of success. */
  refusal: Answer | undefined;
  readonly customers = [
    { id: 1, name: 'Ada', email: 'ada@example.com' },
    { id: 2, name: 'Bob', email: 'bob@example.com' },
  ];
  orders: StoredOrder[] = Array.from({ length: 12 }, (_, i) => ({
    id: i + 1,
    title: `Order ${i + 1}`,
    status: i < 2 ? 'packed' : 'new',
    customer: i % 2 ? 2 : 1,
  }));

  handle(request: HttpRequest<unknown>): Observable<HttpEvent<unknown>> {
    return new Observable((subscriber) => {
      this.log.push(`${request.method} ${request.urlWithParams}`);
      this.tokens.push(request.headers.get('Authorization'));
      this.#waiting.push(() => {
        if (subscriber.closed) return void this.aborted.push(request.urlWithParams);
        const { status = 200, body = null } = this.#answerTo(request);
        if (status < 300) {
          subscriber.next(new HttpResponse({ status, body }));
          subscriber.complete();
        } else subscriber.error(new HttpErrorResponse({ status, error: body }));
      });
    });
  }

  /** Answers the requests that wait. Returns whether there were any. */
  respond(): boolean {
    const waiting = this.#waiting.splice(0);
    for (const answer of waiting) answer();
    return waiting.length > 0;
  }

  show(order: StoredOrder): object {
    return { ...order, customer: this.customers.find(({ id }) => id === order.customer) };
  }

  #answerTo({ method, url, params, body }: HttpRequest<unknown>): Answer {
    const [, , kind, key] = url.split('/');
    const { refusal } = this;
    if (method !== 'GET' && refusal) {
      this.refusal = undefined;
      return refusal;
    }
    if (kind === 'session') return { body: method === 'POST' ? { data: { token: 't1' } } : null };
    if (kind === 'customers') {
      const customer = this.customers.find(({ id }) => id === Number(key))!;
      Object.assign(customer, body);
      return { body: { data: { ...customer } } };
    }
    if (method === 'DELETE') this.orders = this.orders.filter(({ id }) => id !== Number(key));
    if (method === 'DELETE') return { status: 204 };
    if (method === 'PATCH') {
      const changes = Array.isArray(body)
        ? (body as { id: number }[])
        : [{ id: Number(key), ...(body as object) }];
      const changed = changes.map((each) =>
        Object.assign(
          this.orders.find(({ id }) => id === each.id)!,
          each,
        ),
      );
      const data = changed.map((each) => this.show(each));
      return { body: { data: key ? data[0] : data } };
    }
    const [status, q, page] = ['status', 'q', 'page'].map((name) => params.get(name));
    const found = this.orders.filter(
      (each) => (!status || each.status === status) && each.title.includes(q ?? ''),
    );
    const start = (Number(page ?? 1) - 1) * 10;
    const shown = page === null ? found : found.slice(start, start + 10);
    return { body: { data: shown.map((each) => this.show(each)), meta: { total: found.length } } };
  }
}

hydrateComponents([BoardColumn, Board, SendPacked, CustomerForm, CustomerPage, App]);
hydrateComponents([OrderActions, OrderTable], ActivatedRoute);

describe('the back office', () => {
  let server: Server;
  let connections: ReturnType<typeof fakeConnections>;
  let reported: unknown[];
  beforeEach(() => {
    jasmine.clock().install().mockDate();
    connections = fakeConnections();
    server = new Server();
    const backend = { provide: HttpBackend, useValue: server };
    reported = [];
    const handleError = (error: unknown) => void reported.push(error);
    const errorHandler = { provide: ErrorHandler, useValue: { handleError } };
    TestBed.configureTestingModule({ providers: [appConfig.providers, backend, errorHandler] });
  });
  afterEach(() => {
    endFakeConnections();
    jasmine.clock().uninstall();
  });

  const wait = async () => {
    TestBed.tick();
    for (let i = 0; i < 9; i++) await Promise.resolve();
    TestBed.tick();
  };
  /** Lets the server answer until no request waits. */
  const settle = async () => {
    do {
      await wait();
      jasmine.clock().tick(1);
    } while (server.respond());
    await wait();
  };
  const open = <T>(type: Type<T>, inputs: Readonly<Record<string, unknown>> = {}) => {
    const fixture = TestBed.createComponent(type);
    for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
    const page = fixture.nativeElement as HTMLElement;
    const texts = (selector: string) =>
      [...page.querySelectorAll(selector)].map((each) => each.textContent.trim());
    /** Presses a button, in the first element that contains a text. */
    const press = (button: string, within = '') => {
      const rows = [...page.querySelectorAll('tr, article')];
      const row = within === '' ? page : rows.find((each) => each.textContent.includes(within));
      const found = [...row!.querySelectorAll('button')].find(
        (each) => each.textContent.trim() === button,
      );
      found!.click();
      TestBed.tick();
    };
    const write = (selector: string, value: string) => {
      const box = page.querySelector<HTMLInputElement>(selector)!;
      box.value = value;
      box.dispatchEvent(new Event('input'));
      TestBed.tick();
    };
    TestBed.tick();
    return { page, texts, press, write };
  };
  const titles = 'td:first-child';
  const cards = ({ page }: { page: HTMLElement }) =>
    [...page.querySelectorAll('app-board-column')].map((column) =>
      [...column.querySelectorAll('article')].map((card) => /Order \d+/.exec(card.textContent)![0]),
    );

  it('shows numbered pages, and a search from its first page', async () => {
    const table = open(OrderTable);
    await settle();
    table.press('Next');
    expect(table.texts(titles).length).toBe(10); // the previous page, until the next one has arrived
    expect(table.page.querySelector('.previous')).not.toBeNull();
    await settle();
    expect(table.texts(titles)).toEqual(['Order 11', 'Order 12']);
    expect(table.page.textContent).toContain('Page 2 of 2');
    table.write('input', 'Order 1');
    jasmine.clock().tick(290);
    await settle();
    expect(table.page.textContent).toContain('Page 2 of 2');
    jasmine.clock().tick(10);
    await settle();
    expect(table.texts(titles).length).toBe(4);
    expect(table.page.textContent).toContain('Page 1 of 1');
    expect(server.log).toEqual([
      'GET /api/orders?page=1',
      'GET /api/orders?page=2',
      'GET /api/orders?page=1&q=Order%201',
    ]);
    server.log.length = 0;
    table.press('sent', 'Order 12');
    await settle();
    expect(server.log).toEqual(['PATCH /api/orders/12', 'GET /api/orders?page=1&q=Order%201']);
  });

  it('moves a card at once, and says who is saving', async () => {
    const [table, board] = [open(OrderTable), open(Board)];
    await settle();
    expect(cards(board).map(({ length }) => length)).toEqual([10, 2, 0]);
    server.log.length = 0;
    board.press('sent', 'Order 1,');
    expect(cards(board)[2]).toEqual(['Order 1']);
    expect(cards(board)[1]).toEqual(['Order 2']);
    expect([...board.texts('[role=status]'), ...table.texts('[role=status]')]).toEqual([
      'Saving …',
      'Saving …',
    ]);
    await settle();
    expect(server.log).toEqual(['PATCH /api/orders/1']);
    expect(cards(board)[2]).toEqual(['Order 1']);
    expect(board.texts('[role=status]')).toEqual([]);
  });

  it('loads more orders of a board than of a page', async () => {
    const cache = TestBed.inject(CacheService);
    const getBoard = orders.getList.extend({ defaultSearchParams: { perPage: 500 } });
    const packed = watch(cache.watch(getBoard, { status: 'packed' }).pipe(toValues()));
    const sent = watch(cache.watch(getBoard, { status: 'sent' }).pipe(toValues()));
    watch(cache.watch(getOrderPage, { page: 1 }));
    expect(server.log).toEqual([
      'GET /api/orders?perPage=500&status=packed',
      'GET /api/orders?perPage=500&status=sent',
      'GET /api/orders?page=1',
    ]);
    await settle();
    const create = orders.getList.push.extend({
      process: (order: object) => ({ ...order, id: 13 }),
    });
    watch(cache.fetch(create, { title: 'Order 13', status: 'packed' }));
    watch(cache.fetch(orders.partialUpdate, { id: 1 }, { status: 'sent' }));
    const titlesIn = ({ last }: typeof packed) => last?.map(({ title }) => title);
    expect([titlesIn(packed), titlesIn(sent)]).toEqual([['Order 2', 'Order 13'], ['Order 1']]);
  });

  it('moves the card back if the request fails, and offers to try again', async () => {
    const board = open(Board);
    await settle();
    server.refusal = { status: 400 };
    board.press('sent', 'Order 1,');
    await settle();
    expect(cards(board)[1]).toEqual(['Order 1', 'Order 2']);
    board.press('Not saved. Retry', 'Order 1,');
    expect(cards(board)[2]).toEqual(['Order 1']);
    await settle();
    expect(cards(board)[2]).toEqual(['Order 1']);
    expect(board.page.textContent).not.toContain('Not saved');
    expect(reported.length).toBe(0); // The card has shown it.
  });

  it('can undo a deletion for five seconds', async () => {
    const [table, board] = [open(OrderTable), open(Board)];
    const deletions = TestBed.inject(Deletions);
    await settle();
    server.log.length = 0;
    table.press('Delete', 'Order 1');
    expect(table.texts(titles)[0]).toBe('Order 2');
    expect(cards(board)[1]).toEqual(['Order 2']);
    jasmine.clock().tick(4_000);
    deletions.undo();
    await settle();
    expect(table.texts(titles)[0]).toBe('Order 1');
    expect(cards(board)[1]).toEqual(['Order 1', 'Order 2']);
    jasmine.clock().tick(9_000);
    await settle();
    expect(server.log).toEqual([]);

    table.press('Delete', 'Order 1');
    jasmine.clock().tick(5_000);
    expect(deletions.canUndo()).toBeFalse();
    await settle();
    expect(server.log).toEqual(['DELETE /api/orders/1', 'GET /api/orders?page=1']);
    expect(table.texts(titles)[9]).toBe('Order 11');
  });

  it('brings a row back that the server refuses to delete, with a button to try again', async () => {
    const table = open(OrderTable);
    await settle();
    server.refusal = { status: 403 };
    table.press('Delete', 'Order 1');
    jasmine.clock().tick(5_000);
    await settle();
    expect(table.texts(titles)[0]).toBe('Order 1');
    table.press('Not saved. Retry', 'Order 1');
    expect(table.texts(titles)[0]).toBe('Order 2');
  });

  it('shows one order, one column and one customer', async () => {
    const column = open(BoardColumn, { status: 'packed' });
    await settle();
    expect(column.texts('h2')).toEqual(['packed']);
    const [order] = TestBed.inject(CacheService).get(orders.getList, { status: 'packed' })!;
    expect(open(OrderActions, { order }).texts('[disabled]')).toEqual(['packed']);
    const { page } = open(CustomerForm, { customer: order.customer });
    expect(page.querySelector('input')!.value).toBe('Ada');
  });

  it('changes all orders of a column with one request', async () => {
    const [sending, board] = [open(SendPacked), open(Board)];
    await settle();
    server.log.length = 0;
    sending.press('Send all packed orders');
    expect(cards(board)[2]).toEqual(['Order 1', 'Order 2']);
    expect(board.texts('[role=status]')).toEqual(['Saving …', 'Saving …']);
    await settle();
    expect(board.texts('[role=status]')).toEqual([]);
    expect(server.log).toEqual(['PATCH /api/orders']);
    expect(cards(board)[2]).toEqual(['Order 1', 'Order 2']);
    expect(sending.page.querySelector('button')!.disabled).toBeTrue();
  });

  it('takes all of them back if the request fails', async () => {
    const [sending, board] = [open(SendPacked), open(Board)];
    await settle();
    server.refusal = { status: 400 };
    sending.press('Send all packed orders');
    await settle();
    expect(cards(board)[1]).toEqual(['Order 1', 'Order 2']);
    expect(sending.texts('[role=alert]')).toEqual(['Nothing was sent.']);
  });

  it('shows a customer from an order at once, and a saved name everywhere', async () => {
    const board = open(Board);
    await settle();
    const customer = open(CustomerPage, { id: '1' });
    expect(customer.texts('h1')).toEqual(['Ada']);
    await settle();
    const submit = () =>
      customer.page.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
    server.refusal = { status: 422, body: { errors: { email: 'already in use' } } };
    customer.write('label:nth-child(1) input', 'Ada King');
    customer.write('label:nth-child(2) input', 'bob@example.com');
    submit();
    await settle();
    expect(customer.texts('[role=alert]')).toEqual(['already in use']);
    expect(board.page.textContent).not.toContain('Ada King');
    customer.write('label:nth-child(2) input', 'king@example.com');
    submit();
    await wait();
    expect(board.page.textContent).toContain('Order 1, Ada King');
    await settle();
    expect(customer.texts('[role=alert]')).toEqual([]);
    expect(server.customers[0]).toEqual({ id: 1, name: 'Ada King', email: 'king@example.com' });
  });

  it('loads the orders again if the search may find other names', async () => {
    open(OrderTable);
    await settle();
    server.log.length = 0;
    const endpoint = updateCustomer.extend({ refetches: [getOrderPage] });
    TestBed.inject(CacheService).fetch(endpoint, { id: 1 }, { name: 'Ada King' }).subscribe();
    await settle();
    expect(server.log).toEqual(['PATCH /api/customers/1', 'GET /api/orders?page=1']);
  });

  it('does not overwrite what the user types', async () => {
    const customer = open(CustomerPage, { id: '1' });
    await settle();
    customer.write('label:nth-child(1) input', 'Ada K');
    TestBed.inject(CacheService).set(Customer, { id: 1, name: 'Eve' });
    TestBed.tick();
    expect(customer.texts('h1')).toEqual(['Eve']);
    expect(customer.page.querySelector('input')!.value).toBe('Ada K');
  });

  it('shows the changes of others', async () => {
    const [table, board] = [open(OrderTable), open(Board)];
    await settle();
    followChanges(TestBed.inject(CacheService));
    connections.accept();
    server.log.length = 0;
    const created = { id: 13, title: 'Order 13', status: 'packed', customer: 2 };
    server.orders.push(created);
    connections.receive({ created: server.show(created) });
    connections.receive({ deleted: { id: 2 } });
    connections.receive({ saved: { id: 1, status: 'sent' } });
    TestBed.tick();
    expect(cards(board).slice(1)).toEqual([['Order 13'], ['Order 1']]);
    await settle();
    expect(new Set(server.log)).toEqual(new Set(['GET /api/orders?page=1']));
    expect(table.page.textContent).toContain('Page 1 of 2');
  });

  it('shows an order of a message that it does not know, if the message contains all of it', async () => {
    const board = open(Board);
    await settle();
    const messages$ = new Subject<object>();
    const cache = TestBed.inject(CacheService);
    cache.connect(messages$, { saved: Order, whole: orders.getList.schema.push });
    const order = server.show({ id: 13, title: 'Order 13', status: 'sent', customer: 1 });
    messages$.next({ saved: order });
    TestBed.tick();
    expect(cards(board)[2]).toEqual([]);
    for (const status of ['sent', 'packed', 'packed'])
      messages$.next({ whole: { ...order, status } });
    TestBed.tick();
    expect(cards(board).slice(1)).toEqual([['Order 1', 'Order 2', 'Order 13'], []]);
  });

  it('leaves nothing behind after signing out', async () => {
    const app = open(App);
    TestBed.inject(Router).initialNavigation();
    await settle();
    expect(server.log).toEqual([]);
    app.write('label:nth-child(1) input', 'Ada');
    app.page.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
    expect(server.log).toEqual(['POST /api/session', 'GET /api/orders?page=1']);
    expect(connections.open).toBe(1);
    app.press('Delete', 'Order 1');
    app.press('Sign out');
    await settle();
    expect(server.log.slice(2)).toEqual([
      'DELETE /api/orders/1',
      'GET /api/orders?page=1',
      'DELETE /api/session',
    ]);
    expect(server.aborted).toEqual(['/api/orders?page=1']);
    expect(server.tokens.slice(1).every((token) => token === 'Bearer t1')).toBeTrue();
    expect(connections.open).toBe(0);
    expect(app.texts('label')).toEqual(['Name', 'Password']);
    const cache = TestBed.inject(CacheService);
    expect(cache.get(Order, 2)).toBeUndefined();
    expect(cache.get(Customer, 1)).toBeUndefined();
  });
});
