// TanStack Query, as its guides show: each mutation invalidates the queries that show its data ("Invalidations from
// Mutations"). Each message of the event stream invalidates what it concerns ("Using WebSockets with React Query", by the
// maintainer). Refetching on focus is enabled by default.
import { HttpClient } from '@angular/common/http';
import { effect, inject, Injectable, type Signal } from '@angular/core';
import {
  injectMutation,
  injectQuery,
  keepPreviousData,
  provideTanStackQuery,
  QueryClient,
} from '@tanstack/angular-query-experimental';
import { lastValueFrom } from 'rxjs';
import { start } from '../app';
import {
  type Customer,
  type Desk,
  type Edit,
  events,
  type Filter,
  type NewOrder,
  type Order,
  type OrderPage,
  type Stats,
  type Status,
  type View,
} from '../contract';
import { FRESH, Session } from '../session';

const keys = {
  orders: ['orders'],
  lists: ['orders', 'list'],
  list: (filter: Partial<Filter>) => ['orders', 'list', filter],
  order: (id: number) => ['orders', 'detail', id],
  customers: ['customers'],
  stats: ['stats'],
};

@Injectable()
class QueryDesk implements Desk {
  readonly #client = inject(QueryClient);
  readonly #http = inject(HttpClient);
  readonly #session = inject(Session);

  readonly #creation = injectMutation(() => ({
    mutationFn: (order: NewOrder) => lastValueFrom(this.#http.post('/api/orders', order)),
    onSuccess: () => this.#invalidate(keys.orders, keys.stats),
  }));
  readonly #editing = injectMutation(() => ({
    mutationFn: ({ id, fields }: { id: number; fields: Edit }) =>
      lastValueFrom(this.#http.patch(`/api/orders/${id}`, fields)),
    onSuccess: () => this.#invalidate(keys.orders),
  }));
  readonly #moving = injectMutation(() => ({
    mutationFn: ({ id, status }: { id: number; status: Status }) =>
      lastValueFrom(this.#http.patch(`/api/orders/${id}`, { status })),
    onSuccess: () => this.#invalidate(keys.orders, keys.stats),
  }));
  readonly #deletion = injectMutation(() => ({
    mutationFn: (id: number) => lastValueFrom(this.#http.delete(`/api/orders/${id}`)),
    onSuccess: () => this.#invalidate(keys.orders, keys.stats),
  }));
  readonly #renaming = injectMutation(() => ({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      lastValueFrom(this.#http.patch(`/api/customers/${id}`, { name })),
    onSuccess: () => this.#invalidate(keys.customers, keys.orders),
  }));

  constructor() {
    effect((onCleanup) => {
      const token = this.#session.token();
      if (token === undefined) return;
      const source = new EventSource(this.#session.changesUrl(token));
      for (const event of events) {
        source.addEventListener(event, ({ data }: MessageEvent<string>) => {
          const { id } = JSON.parse(data) as { id: number };
          void this.#invalidate(keys.lists, keys.order(id), keys.stats);
        });
      }
      onCleanup(() => source.close());
    });
  }

  table(filter: Signal<Filter>): View<OrderPage> {
    const query = injectQuery(() => ({
      queryKey: keys.list(filter()),
      queryFn: () => this.#get<OrderPage>('/api/orders', { ...filter() }),
      enabled: this.#isSignedIn(),
      placeholderData: keepPreviousData,
    }));
    return { value: () => query.data() };
  }

  column(status: Signal<Status>): View<OrderPage> {
    const query = injectQuery(() => ({
      queryKey: keys.list({ status: status() }),
      queryFn: () => this.#get<OrderPage>('/api/orders', { status: status() }),
      enabled: this.#isSignedIn(),
    }));
    return { value: () => query.data() };
  }

  order(id: Signal<number>): View<Order> {
    const query = injectQuery(() => ({
      queryKey: keys.order(id()),
      queryFn: () => this.#get<Order>(`/api/orders/${id()}`),
      enabled: this.#isSignedIn(),
    }));
    return { value: () => query.data() };
  }

  customers(): View<readonly Customer[]> {
    const query = injectQuery(() => ({
      queryKey: keys.customers,
      queryFn: () => this.#get<readonly Customer[]>('/api/customers'),
      enabled: this.#isSignedIn(),
    }));
    return { value: () => query.data() };
  }

  stats(): View<Stats> {
    const query = injectQuery(() => ({
      queryKey: keys.stats,
      queryFn: () => this.#get<Stats>('/api/stats'),
      enabled: this.#isSignedIn(),
    }));
    return { value: () => query.data() };
  }

  create(order: NewOrder): void {
    this.#creation.mutate(order);
  }

  edit(id: number, fields: Edit): void {
    this.#editing.mutate({ id, fields });
  }

  move(id: number, status: Status): void {
    this.#moving.mutate({ id, status });
  }

  remove(id: number): void {
    this.#deletion.mutate(id);
  }

  renameCustomer(id: number, name: string): void {
    this.#renaming.mutate({ id, name });
  }

  async signIn(name: string): Promise<void> {
    const session = this.#http.post<{ token: string }>('/api/session', { name });
    const { token } = await lastValueFrom(session);
    this.#session.token.set(token);
  }

  async signOut(): Promise<void> {
    await lastValueFrom(this.#http.delete('/api/session'));
    this.#session.token.set(undefined);
    this.#session.route.set({ page: 'sign-in' });
    this.#client.clear();
  }

  #isSignedIn(): boolean {
    return this.#session.token() !== undefined;
  }

  #get<T>(url: string, params: Record<string, string | number> = {}): Promise<T> {
    return lastValueFrom(this.#http.get<T>(url, { params }));
  }

  async #invalidate(...queryKeys: readonly (readonly unknown[])[]): Promise<void> {
    await Promise.all(queryKeys.map((queryKey) => this.#client.invalidateQueries({ queryKey })));
  }
}

start(QueryDesk, [
  provideTanStackQuery(new QueryClient({ defaultOptions: { queries: { staleTime: FRESH } } })),
]);
