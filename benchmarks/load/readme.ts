// The page of the variants `*-readme`, which is the example of the project's README: a list, a number that is derived
// from the cache, and an optimistic edit.
import {
  ChangeDetectionStrategy,
  Component,
  type EnvironmentProviders,
  inject,
  type Provider,
  type Signal,
  type Type,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { type Todo } from './todos';

/** The data that the page shows, and the actions of the user. Each variant implements this class with one library. */
export abstract class ReadmeStore {
  /** The list in the order of the server; `undefined` until the response arrives. */
  abstract readonly todos: Signal<readonly Todo[] | undefined>;
  /** Whether the list could not be loaded. */
  abstract readonly hasFailed: Signal<boolean>;
  /** The number of todos that are done. */
  abstract readonly done: Signal<number>;
  /** Whether the last change could not be saved. */
  abstract readonly changeHasFailed: Signal<boolean>;
  /** Saves whether a todo is done. The page shows the change immediately, and no longer if it could not be saved. */
  abstract setDone(id: number, done: boolean): void;
}

@Component({
  selector: 'app-root',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <h1>{{ store.done() }} done</h1>
    @if (store.todos(); as todos) {
      <h2 elementtiming="list">{{ todos.length }} todos</h2>
      @for (todo of todos; track todo.id) {
        <p>
          <span>{{ todo.title }}</span>
          <span>{{ todo.user.name }}</span>
          <button (click)="store.setDone(todo.id, !todo.done)">
            {{ todo.done ? 'Reopen' : 'Finish' }}
          </button>
        </p>
      }
    } @else if (store.hasFailed()) {
      <p role="alert">The todos could not be loaded.</p>
    } @else {
      <p>Loading …</p>
    }
    @if (store.changeHasFailed()) {
      <p role="alert">The change was not saved.</p>
    }
  `,
})
class ReadmePage {
  protected readonly store = inject(ReadmeStore);
}

export function startReadme(
  store: Type<ReadmeStore>,
  providers: readonly (Provider | EnvironmentProviders)[] = [],
): void {
  bootstrapApplication(ReadmePage, {
    providers: [...providers, { provide: ReadmeStore, useClass: store }],
  }).catch((error: unknown) => console.error(error));
}
