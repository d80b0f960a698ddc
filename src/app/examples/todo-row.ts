import { Component, computed, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import type { Todo } from '../data/todo';
import { todoEndpoints } from '../data/todo-endpoints';
import { getUsers } from '../data/user-endpoints';
import { announced } from '../ui/announced';
import { deletion } from '../ui/deletion';
import { focusKeeper } from '../ui/focus-keeper';
import { MutationError } from '../ui/mutation-error';
import { Selection } from './selection';

/** A todo that can be completed or deleted. Shows the name of its owner when the owner is in the cache. */
@Component({
  selector: 'app-todo-row',
  imports: [MutationError],
  template: `
    <div class="row">
      <label class="what check anywhere" [class.done]="todo().completed">
        <input
          type="checkbox"
          [checked]="todo().completed"
          (click)="$event.preventDefault(); toggle()"
        />
        <span>{{ todo().title }}</span>
      </label>
      @if (withOwner()) {
        @if (owner(); as owner) {
          <button
            class="plain owner tiny anywhere"
            type="button"
            (click)="selection.userId.set(owner.id)"
          >
            {{ owner.name }}
          </button>
        } @else {
          <span class="muted owner tiny">{{ users() ? 'no owner' : 'owner not loaded' }}</span>
        }
      }
      <button class="button quiet danger" type="button" (click)="remove()">
        <span aria-hidden="true">×</span
        ><span class="visually-hidden">Delete the todo {{ todo().title }}</span>
      </button>
    </div>
    <app-mutation-error [mutation]="change" what="The todo was not changed." (retry)="toggle()" />
  `,
  styleUrl: './todo-row.css',
})
export class TodoRow {
  readonly todo = input.required<Todo>();
  readonly withOwner = input(true);

  readonly #cache = inject(CacheService);
  readonly #keepFocus = focusKeeper();

  protected readonly selection = inject(Selection);
  protected readonly change = announced(this.#cache.mutation(todoEndpoints.partialUpdate), {
    done: ({ title, completed }) => `${title}: ${completed ? 'done' : 'open again'}.`,
    failed: () => `${this.todo().title} was not changed.`,
  });
  protected readonly remove = deletion(
    this.#cache.mutation(todoEndpoints.delete),
    this.todo,
    () => this.todo().title,
  );

  /** While the user is not cached, the field contains `User.fromJS({})`, which has no id. */
  protected readonly owner = computed(() => {
    const user = this.todo().userId;
    return user.id ? user : undefined;
  });
  /** The last response of the endpoint. Creating a single user here does not count as loading the list. */
  protected readonly users = this.#cache.selectSignal(getUsers);

  protected toggle(): void {
    const { id, completed } = this.todo();
    this.#keepFocus();
    this.change.mutate({ id }, { completed: !completed });
  }
}
