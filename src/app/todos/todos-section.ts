import { Component, inject } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { todoEndpoints } from '../data/todo-endpoints';
import { countTodos } from '../data/todo-queries';
import { getUsers } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { LoadButton } from '../ui/load-button';
import { MutationError } from '../ui/mutation-error';
import { triggeredRead } from '../ui/triggered-read';
import { TodoList } from './todo-list';

@Component({
  selector: 'app-todos-section',
  imports: [LoadButton, MutationError, TodoList],
  template: `
    <section class="card" aria-labelledby="todos">
      <div class="card-head">
        <h2 tabindex="-1" id="todos">Todos</h2>
        <div class="actions">
          <app-load-button
            what="todos"
            [pending]="todos.isPending()"
            [again]="!!todosAnswer()"
            (pressed)="todos.load()"
          />
          <app-load-button
            what="owners"
            [pending]="owners.isPending()"
            [again]="!!ownersAnswer()"
            (pressed)="owners.load()"
          />
        </div>
      </div>
      <p class="muted small">
        Each todo contains only the id of its owner. Load the todos before or after their owners:
        the names appear either way.
        @if (open() !== undefined) {
          <span data-count="todos">{{ open() }} open, {{ done() }} done.</span>
        }
      </p>
      <app-mutation-error
        [mutation]="todos"
        what="The todos could not be loaded."
        (retry)="todos.load()"
      />
      <app-mutation-error
        [mutation]="owners"
        what="The owners could not be loaded."
        (retry)="owners.load()"
      />
      <app-todo-list />
    </section>
  `,
})
export class TodosSection {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  /** Reads that buttons trigger, even if there are already responses. */
  protected readonly todos = triggeredRead(todoEndpoints.getList, ({ length }) =>
    this.#announcer.say(`${length} todos are in the cache.`),
  );
  protected readonly owners = triggeredRead(getUsers, ({ length }) =>
    this.#announcer.say(`${length} users are in the cache.`),
  );
  protected readonly open = this.#cache.selectSignal(countTodos, { completed: false });
  protected readonly done = this.#cache.selectSignal(countTodos, { completed: true });
  protected readonly todosAnswer = this.#cache.selectSignal(todoEndpoints.getList);
  protected readonly ownersAnswer = this.#cache.selectSignal(getUsers);
}
