import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { type Todo, todoEndpoints } from '../data';

/** Changes that are visible immediately, and are rolled back if the request fails. */
@Component({
  selector: 'app-live-optimistic',
  template: `
    <ul class="rows" role="list">
      @for (todo of todos.value() ?? []; track todo.id) {
        <li>
          <label class="check">
            <input
              type="checkbox"
              [checked]="todo.done"
              (click)="$event.preventDefault(); toggle(todo)"
            />
            {{ todo.title }}
          </label>
        </li>
      }
    </ul>
    @if (update.isPending()) {
      <p class="muted" role="status">Saving …</p>
    }
    @if (update.error()) {
      <p class="failure-box" role="alert">The change was not saved and has been rolled back.</p>
    }
  `,
})
export class Optimistic {
  private readonly cache = inject(CacheService);
  protected readonly todos = this.cache.resource(todoEndpoints.getList);
  protected readonly update = this.cache.mutation(todoEndpoints.partialUpdate);

  protected toggle({ id, done }: Todo): void {
    this.update.mutate({ id }, { done: !done });
  }
}
