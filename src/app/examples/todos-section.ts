import { AsyncPipe, SlicePipe } from '@angular/common';
import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { CacheService, trackEntity } from 'ngx-cache-query';
import { todoEndpoints } from '../data/todo-endpoints';
import { type TodoFilter, countTodos, filteredTodos } from '../data/todo-queries';
import { getUsers } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { Choice, type Option } from '../ui/choice';
import { ShowMore } from '../ui/show-more';
import { TextField } from '../ui/text-field';
import { triggeredRead } from '../ui/triggered-read';
import { LoadList } from './load-list';
import { TodoRow } from './todo-row';

/** Todos joined with their owners, filtered by both. */
@Component({
  selector: 'app-todos-section',
  imports: [AsyncPipe, Choice, LoadList, ShowMore, SlicePipe, TextField, TodoRow],
  template: `
    <section class="card" aria-labelledby="todos">
      <div class="card-head">
        <h2 tabindex="-1" id="todos">Todos</h2>
        <div class="actions">
          <app-load-list what="todos" [read]="loadingTodos" [again]="!!todos()" />
          <app-load-list what="owners" [read]="loadingOwners" [again]="!!owners()" />
        </div>
      </div>
      <p class="muted small">
        Each todo contains only the id of its owner. Load the todos before or after their owners:
        the names appear either way.
        @if (open() !== undefined) {
          <span data-count="todos">{{ open() }} open, {{ done() }} done.</span>
        }
      </p>
      <div class="controls">
        <app-choice legend="Todos" [options]="states" [(value)]="completed" />
        <app-choice legend="Owned by" [options]="roles" [(value)]="ownedByAdmin" />
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
    </section>
  `,
})
export class TodosSection {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected readonly trackEntity = trackEntity;
  /** Reads that buttons trigger, even if there are already responses. */
  protected readonly loadingTodos = triggeredRead(todoEndpoints.getList, ({ length }) =>
    this.#announcer.say(`${length} todos are in the cache.`),
  );
  protected readonly loadingOwners = triggeredRead(getUsers, ({ length }) =>
    this.#announcer.say(`${length} users are in the cache.`),
  );
  protected readonly todos = this.#cache.selectSignal(todoEndpoints.getList);
  protected readonly owners = this.#cache.selectSignal(getUsers);
  protected readonly open = this.#cache.selectSignal(countTodos, { completed: false });
  protected readonly done = this.#cache.selectSignal(countTodos, { completed: true });

  protected readonly states: readonly Option<boolean | undefined>[] = [
    { label: 'All', value: undefined },
    { label: 'Open', value: false },
    { label: 'Done', value: true },
  ];
  protected readonly roles: readonly Option<boolean | undefined>[] = [
    { label: 'Anyone', value: undefined },
    { label: 'Admins', value: true },
  ];
  protected readonly completed = signal<boolean | undefined>(undefined);
  protected readonly ownedByAdmin = signal<boolean | undefined>(undefined);
  protected readonly owner = signal('');
  readonly #args = computed((): [TodoFilter] => [
    { completed: this.completed(), owner: this.owner(), ownedByAdmin: this.ownedByAdmin() },
  ]);
  protected readonly todos$ = this.#cache.select(filteredTodos, toObservable(this.#args));
  /** The maximum number of visible todos. It is reset after each change to the controls. */
  protected readonly limit = linkedSignal({ source: this.#args, computation: () => 10 });
}
