import { Component, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { defer } from 'rxjs';
import { createTodo } from '../data/todo-endpoints';
import { Announcer } from '../ui/announcer';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';

/** A new todo for a user: it is sent flat, and appears joined. */
@Component({
  selector: 'app-add-todo',
  imports: [TaskError],
  template: `
    <form (submit)="$event.preventDefault(); add(title)">
      <input
        #title
        class="input"
        aria-label="New todo for this user"
        placeholder="New todo"
        autocomplete="off"
        required
        maxlength="200"
      />
      <button class="button" type="submit" [attr.aria-busy]="creation.pending()">Add todo</button>
    </form>
    <app-task-error [task]="creation" what="The todo was not added." />
  `,
  styles: `
    form {
      display: flex;
      gap: 0.5rem;
    }
  `,
})
export class AddTodo {
  readonly userId = input.required<number>();

  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);

  protected readonly creation = new Task(() => 'The todo was not added.');

  protected add(field: HTMLInputElement): void {
    const request = defer(() =>
      this.#cache.fetch(createTodo, { userId: this.userId(), title: field.value }),
    );
    this.creation.follow(field.value, request, ({ title }) => {
      if (field.value.trim() === title) field.value = '';
      this.#announcer.say(`${title} was added.`);
    });
  }
}
