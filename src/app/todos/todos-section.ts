import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { todoEndpoints } from '../data/todo-endpoints';
import { countTodos } from '../data/todo-queries';
import { getUsers } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { LoadButton } from '../ui/load-button';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';
import { TodoList } from './todo-list';

@Component({
  selector: 'app-todos-section',
  imports: [LoadButton, TaskError, TodoList],
  template: `
    <section class="card" aria-labelledby="todos">
      <div class="card-head">
        <h2 tabindex="-1" id="todos">Todos</h2>
        <div class="actions">
          <app-load-button
            what="todos"
            [pending]="todos.pending()"
            [again]="!!todosAnswer()"
            (asked)="loadTodos()"
          />
          <app-load-button
            what="owners"
            [pending]="owners.pending()"
            [again]="!!ownersAnswer()"
            (asked)="loadOwners()"
          />
        </div>
      </div>
      <p class="muted small">
        The todos come with the number of a user only. Load them before or after their owners: the
        names appear either way.
        @if (open() !== undefined) {
          <span data-count="todos">{{ open() }} open, {{ done() }} done.</span>
        }
      </p>
      <app-task-error [task]="todos" what="The todos did not come." />
      <app-task-error [task]="owners" what="The owners did not come." />
      <app-todo-list />
    </section>
  `,
})
export class TodosSection {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected readonly todos = new Task();
  protected readonly owners = new Task();
  protected readonly open = this.#cache.selectSignal(countTodos, { completed: false });
  protected readonly done = this.#cache.selectSignal(countTodos, { completed: true });
  protected readonly todosAnswer = this.#cache.selectSignal(todoEndpoints.getList);
  protected readonly ownersAnswer = this.#cache.selectSignal(getUsers);

  protected loadTodos(): void {
    this.todos.run(this.#cache.fetch(todoEndpoints.getList), ({ length }) =>
      this.#announcer.say(`${length} todos are in the cache.`),
    );
  }

  protected loadOwners(): void {
    this.owners.run(this.#cache.fetch(getUsers), ({ length }) =>
      this.#announcer.say(`${length} users are in the cache.`),
    );
  }
}
