import { type Signal } from '@angular/core';

/** A row of the response. */
export interface Todo {
  readonly id: number;
  readonly title: string;
  readonly done: boolean;
  readonly createdAt: string;
  readonly user: User;
}

export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** The data that the page shows, and the actions of the user. Each variant implements this class with one library. */
export abstract class TodoStore {
  /** The list in the order of the server; `undefined` until the response arrives. */
  abstract readonly todos: Signal<readonly Todo[] | undefined>;
  /** Whether the list could not be loaded. */
  abstract readonly hasFailed: Signal<boolean>;
  /** The todo that the detail shows. */
  abstract readonly selected: Signal<Todo | undefined>;
  /** Whether the last title could not be saved. */
  abstract readonly renameHasFailed: Signal<boolean>;
  abstract select(id: number): void;
  /** Saves a title. The list and the detail show it when the response arrives. */
  abstract rename(id: number, title: string): void;
}
