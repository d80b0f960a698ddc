import {
  InjectionToken,
  type Provider,
  type EnvironmentProviders,
  type Signal,
} from '@angular/core';
import { type Todo as LoadedTodo } from '../load/todos';

/** A row of the response. Twenty rows are in one list. */
export interface Todo extends LoadedTodo {
  readonly listId: number;
}

/** The data and the actions of the page. Each variant implements this interface with one library. */
export interface Store {
  /** Loads one list, or the list of all rows, and keeps it live. Called in an injection context. */
  list(listId?: number): Signal<readonly Todo[] | undefined>;
  /** A live part of the rows of all lists ({@link isInPart}). Called in an injection context. */
  part(part: number): Signal<readonly Todo[] | undefined>;
  /** Loads one list, which nothing reads. */
  load(listId: number): Promise<unknown>;
  /** Saves whether a row is done. The change is shown before the response, and the response replaces the row. */
  setDone(todo: Todo, done: boolean): void;
}

export const STORE = new InjectionToken<Store>('STORE');

/** What the page shows: all rows or one list, its first rows, and the sizes of some parts. */
export interface Settings {
  readonly listId?: number;
  readonly shown: number;
  readonly parts: number;
}

export const SETTINGS = new InjectionToken<Settings>('SETTINGS');

export type Providers = readonly (Provider | EnvironmentProviders)[];

/** Whether a row is in a part, which a change of the row also changes. */
export function isInPart({ id, done }: { id: number; done: boolean }, part: number): boolean {
  return done && id % 9 === part;
}

export function urlOf(listId?: number): string {
  return listId === undefined ? '/api/todos' : `/api/todos?listId=${listId}`;
}
