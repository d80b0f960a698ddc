// This library, as its guides show: `resource` and `mutation` with optimistic endpoints, `connect` for the event stream,
// and the features that `ng add` enables.
import { effect, inject, Injectable, type Signal } from '@angular/core';
import {
  CacheService,
  fromEventSource,
  provideCache,
  withExpiry,
  withRefetchOnFocus,
  withRest,
  withRetention,
} from 'ngx-cache-query';
import { firstValueFrom } from 'rxjs';
import { start } from '../app';
import {
  type Customer,
  type Desk,
  type Edit,
  events,
  type Filter,
  type Message,
  type NewOrder,
  type Order,
  type OrderPage,
  type Stats,
  type Status,
  type View,
} from '../contract';
import { FRESH, Session } from '../session';
import {
  createOrder,
  createSession,
  customers,
  deleteOrder,
  editOrder,
  endSession,
  getColumn,
  getOrder,
  getPage,
  getStats,
  message,
  moveOrder,
} from './ours-model';

@Injectable()
class CacheDesk implements Desk {
  readonly #cache = inject(CacheService);
  readonly #session = inject(Session);
  readonly #creation = this.#cache.mutation(createOrder);
  readonly #editing = this.#cache.mutation(editOrder);
  readonly #moving = this.#cache.mutation(moveOrder);
  readonly #deletion = this.#cache.mutation(deleteOrder);
  readonly #renaming = this.#cache.mutation(customers.partialUpdate);

  constructor() {
    effect((onCleanup) => {
      const token = this.#session.token();
      if (token === undefined) return;
      const changes$ = fromEventSource<Message>(this.#session.changesUrl(token), {
        events: [...events],
        parse: (data, event) => ({ [event]: JSON.parse(data) as object }),
      });
      const refetches = () => [getPage, getStats]; // only the server knows the pages and the counts
      const connection = this.#cache.connect(changes$, message, { refetches });
      onCleanup(() => connection.unsubscribe());
    });
  }

  table(filter: Signal<Filter>): View<OrderPage> {
    return this.#cache.resource(getPage, () => this.#private([filter()]), { keepPrevious: true });
  }

  column(status: Signal<Status>): View<OrderPage> {
    return this.#cache.resource(getColumn, () => this.#private([{ status: status() }]));
  }

  order(id: Signal<number>): View<Order> {
    return this.#cache.resource(getOrder, () => this.#private([{ id: id() }]));
  }

  customers(): View<readonly Customer[]> {
    return this.#cache.resource(customers.getList, () => this.#private([]));
  }

  stats(): View<Stats> {
    return this.#cache.resource(getStats, () => this.#private([]));
  }

  create(order: NewOrder): void {
    this.#creation.mutate(order);
  }

  edit(id: number, fields: Edit): void {
    this.#editing.mutate({ id }, fields);
  }

  move(id: number, status: Status): void {
    this.#moving.mutate({ id }, { status });
  }

  remove(id: number): void {
    this.#deletion.mutate({ id });
  }

  renameCustomer(id: number, name: string): void {
    this.#renaming.mutate({ id }, { name });
  }

  async signIn(name: string): Promise<void> {
    const { token } = await firstValueFrom(this.#cache.fetch(createSession, { name }));
    this.#session.token.set(token);
    await this.#cache.reset();
  }

  async signOut(): Promise<void> {
    await firstValueFrom(this.#cache.fetch(endSession), { defaultValue: undefined });
    this.#session.token.set(undefined);
    await this.#cache.clear();
    this.#session.route.set({ page: 'sign-in' });
    await this.#cache.reset();
  }

  /** While no user is signed in, resources have no arguments and send no requests. */
  #private<Args extends readonly unknown[]>(args: Args): Args | undefined {
    return this.#session.token() === undefined ? undefined : args;
  }
}

start(CacheDesk, [
  provideCache(
    withRest({ urlPrefix: '/api' }),
    withRetention(),
    withRefetchOnFocus(),
    withExpiry({ staleTime: FRESH }),
  ),
]);
