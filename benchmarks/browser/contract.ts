import { InjectionToken, type EnvironmentProviders, type Provider, type Type } from '@angular/core';

/** A row of a response in the format that a REST server sends. */
export interface Todo {
  readonly id: number;
  readonly title: string;
  readonly done: boolean;
  readonly rank: number;
  readonly createdAt: string;
  readonly user: User;
}

export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** Defines which rows are shown, and in which order. */
export interface Shown {
  readonly filter: 'all' | 'open';
  readonly by: 'rank' | 'title';
}

/** The parts of a row that the component shows. */
export interface Row {
  readonly id: number;
  readonly title: string;
  readonly done: boolean;
  readonly user: { readonly name: string };
}

/** The actions of a user. All of them are synchronous, because no request is sent. */
export interface Store<P> {
  /** Returns the response in the format that servers for the library send. Omitted if the form is the same. */
  asSent?(response: readonly Todo[]): readonly Todo[];
  /** Handles a response that has arrived. */
  load(response: readonly Todo[]): void;
  /** Sets which rows are shown. */
  show(shown: Shown): void;
  /** Sets which row is shown in detail. */
  select(id: number): void;
  change(id: number, fields: { readonly title: string; readonly done: boolean }): void;
  renameUser(id: number, name: string): void;
  insert(todo: Todo): void;
  remove(id: number): void;
  /** Returns the data that the component reads. Called in its injection context. */
  page(): P;
}

export const STORE = new InjectionToken<Store<never>>('STORE');

/** A library: the providers of its store, and the component that reads the store. */
export interface Variant {
  readonly providers: readonly (Provider | EnvironmentProviders)[];
  readonly component: Type<unknown>;
}

export const allByRank: Shown = { filter: 'all', by: 'rank' };

/** Returns the comparator for the rows. It compares a field whose values are all different. */
export function inOrder<T extends Pick<Todo, 'rank' | 'title'>>({ by }: Shown) {
  return (a: T, b: T): number => (a[by] < b[by] ? -1 : 1);
}

export function isShown({ filter }: Shown, todo: { readonly done: boolean }): boolean {
  return filter === 'all' || !todo.done;
}
