import { AsyncPipe, SlicePipe } from '@angular/common';
import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { type TodoFilter, filteredTodos } from '../data/todo-queries';
import { Choice, type Option } from '../ui/choice';
import { ShowMore } from '../ui/show-more';
import { TextField } from '../ui/text-field';
import { TodoRow } from './todo-row';

/** Todos joined with their owners, filtered by both. */
@Component({
  selector: 'app-todo-list',
  imports: [AsyncPipe, Choice, ShowMore, SlicePipe, TextField, TodoRow],
  template: `
    <div class="controls">
      <app-choice legend="Todos" [options]="states" [(value)]="completed" />
      <app-choice legend="Owned by" [options]="owners" [(value)]="ownedByAdmin" />
      <app-text-field
        type="search"
        class="search"
        label="Owner’s name contains"
        [(value)]="owner"
      />
    </div>
    @if (todos$ | async; as todos) {
      <ul class="rows" role="list" aria-label="Todos">
        @for (todo of todos | slice: 0 : limit(); track trackEntity(todo)) {
          <li><app-todo-row [todo]="todo" /></li>
        } @empty {
          <li class="empty-note">No todos match.</li>
        }
      </ul>
      <app-show-more what="todos" [total]="todos.length" [(limit)]="limit" />
    } @else {
      <p class="empty-note">No todos in the cache yet</p>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 1rem;
    }
    .controls {
      display: flex;
      flex-wrap: wrap;
      gap: 0.75rem 1rem;
    }
    .search {
      flex: 1 1 10rem;
    }
  `,
})
export class TodoList {
  protected readonly states: readonly Option<boolean | undefined>[] = [
    { label: 'All', value: undefined },
    { label: 'Open', value: false },
    { label: 'Done', value: true },
  ];
  protected readonly owners: readonly Option<boolean | undefined>[] = [
    { label: 'Anyone', value: undefined },
    { label: 'Admins', value: true },
  ];

  protected readonly trackEntity = trackEntity;
  protected readonly completed = signal<boolean | undefined>(undefined);
  protected readonly ownedByAdmin = signal<boolean | undefined>(undefined);
  protected readonly owner = signal('');

  readonly #args = computed((): [TodoFilter] => [
    { completed: this.completed(), owner: this.owner(), ownedByAdmin: this.ownedByAdmin() },
  ]);

  protected readonly todos$ = inject(CacheService).select(filteredTodos, toObservable(this.#args));

  /** The maximum number of visible todos. It is reset after each change to the controls. */
  protected readonly limit = linkedSignal({ source: this.#args, computation: () => 10 });
}
