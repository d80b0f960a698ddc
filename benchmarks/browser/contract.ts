import { InjectionToken, type EnvironmentProviders, type Provider, type Type } from '@angular/core';

/** A row of a response, as a REST server sends it. */
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

/** Which rows are shown, and in which order. */
export interface Shown {
  readonly filter: 'all' | 'open';
  readonly by: 'rank' | 'title';
}

/** What the component shows of a row. */
export interface Row {
  readonly id: number;
  readonly title: string;
  readonly done: boolean;
  readonly user: { readonly name: string };
}

/** What a user does. All of it is done at once: no request is made. */
export interface Store<P> {
  /** A response as the servers of the library send it, where that is another one. */
  asSent?(response: readonly Todo[]): readonly Todo[];
  /** A response has come. */
  load(response: readonly Todo[]): void;
  /** Which rows are to be shown. */
  show(shown: Shown): void;
  /** Which row is to be shown in detail. */
  select(id: number): void;
  change(id: number, fields: { readonly title: string; readonly done: boolean }): void;
  renameUser(id: number, name: string): void;
  insert(todo: Todo): void;
  remove(id: number): void;
  /** What the component reads; called in its injection context. */
  page(): P;
}

export const STORE = new InjectionToken<Store<never>>('STORE');

/** One library: what provides its store, and the component that reads it. */
export interface Variant {
  readonly providers: readonly (Provider | EnvironmentProviders)[];
  readonly component: Type<unknown>;
}

export const allByRank: Shown = { filter: 'all', by: 'rank' };

/** The order of rows: by a field whose values all differ. */
export function inOrder<T extends Pick<Todo, 'rank' | 'title'>>({ by }: Shown) {
  return (a: T, b: T): number => (a[by] < b[by] ? -1 : 1);
}

export function isShown({ filter }: Shown, todo: { readonly done: boolean }): boolean {
  return filter === 'all' || !todo.done;
}
