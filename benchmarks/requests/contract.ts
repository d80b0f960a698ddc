// What the pages need from a library. Each variant implements `Desk`.
import { type Signal } from '@angular/core';

export const statuses = ['new', 'packed', 'shipped', 'done'] as const;
export type Status = (typeof statuses)[number];

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly city: string;
}

/** An order in a list. */
export interface OrderSummary {
  readonly id: number;
  readonly title: string;
  readonly note: string;
  readonly status: Status;
  readonly total: number;
  readonly customer: Customer;
}

export interface OrderLine {
  readonly id: string;
  readonly quantity: number;
  readonly product: { readonly id: number; readonly name: string; readonly price: number };
}

export interface Order extends OrderSummary {
  readonly lines: readonly OrderLine[];
}

export interface OrderPage {
  readonly items: readonly OrderSummary[];
  readonly total: number;
}

/** The search parameters of the table. */
export interface Filter {
  readonly page: number;
  readonly limit: number;
  readonly status?: Status;
  readonly search?: string;
}

export type Stats = Readonly<Record<Status, number>>;

/** The body of the request that creates an order. The id is sent only to undo a deletion. */
export interface NewOrder {
  readonly id?: number;
  readonly title: string;
  readonly note: string;
  readonly status: Status;
  readonly customer: number;
}

export type Edit = Partial<Pick<NewOrder, 'title' | 'note' | 'customer'>>;

/** A message of the event stream, in which another user created, changed or deleted an order. */
export interface Message {
  readonly created?: OrderSummary;
  readonly saved?: OrderSummary;
  readonly deleted?: { readonly id: number };
}

export const events = ['created', 'saved', 'deleted'] as const;

/** Data that a component shows. The value is `undefined` until the data is loaded. */
export interface View<T> {
  value(): T | undefined;
}

/**
 * Components call the methods that return a view while they are created. The data is in use until the component is
 * destroyed.
 */
export abstract class Desk {
  abstract table(filter: Signal<Filter>): View<OrderPage>;
  abstract column(status: Signal<Status>): View<OrderPage>;
  abstract order(id: Signal<number>): View<Order>;
  abstract customers(): View<readonly Customer[]>;
  abstract stats(): View<Stats>;

  abstract create(order: NewOrder): void;
  abstract edit(id: number, fields: Edit): void;
  abstract move(id: number, status: Status): void;
  abstract remove(id: number): void;
  abstract renameCustomer(id: number, name: string): void;

  abstract signIn(name: string): Promise<void>;
  abstract signOut(): Promise<void>;
}
