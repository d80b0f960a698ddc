import { Component, inject, signal } from '@angular/core';
import { CacheService, Query } from 'ngx-cache-query';
import { allTodos, type Todo, todoEndpoints } from '../data';

const todosWith = new Query(
  allTodos,
  (todos, { text, isOpen }: { text: string; isOpen: boolean }) =>
    todos
      .filter(({ title, done }) => title.toLowerCase().includes(text) && !(isOpen && done))
      .sort((a, b) => a.title.localeCompare(b.title)),
);
const countOpen = new Query(allTodos, (todos) => todos.filter(({ done }) => !done).length);

/** A filtered and sorted list, and a count. They are two queries over the same data. */
@Component({
  selector: 'app-live-queries',
  template: `
    <label class="field">
      Title contains
      <input #box class="input" type="search" (input)="text.set(box.value.toLowerCase())" />
    </label>
    <label class="check">
      <input type="checkbox" role="switch" (change)="isOpen.set(!isOpen())" /> Only open todos
    </label>
    <ul class="rows" role="list">
      @for (todo of todos() ?? []; track todo.id) {
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
    @if (list.isLoading()) {
      <p class="muted">Loading …</p>
    } @else {
      <p data-count="open">{{ open() ?? 0 }} open</p>
    }
  `,
})
export class Queries {
  private readonly cache = inject(CacheService);
  protected readonly text = signal('');
  protected readonly isOpen = signal(false);
  protected readonly list = this.cache.resource(todoEndpoints.getList);
  protected readonly update = this.cache.mutation(todoEndpoints.partialUpdate);
  protected readonly todos = this.cache.selectSignal(todosWith, () => [
    { text: this.text(), isOpen: this.isOpen() },
  ]);
  protected readonly open = this.cache.selectSignal(countOpen);

  protected toggle({ id, done }: Todo): void {
    this.update.mutate({ id }, { done: !done });
  }
}
