import { Component, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { tap } from 'rxjs';
import { todoEndpoints } from '../data/todo-endpoints';
import { Announcer } from '../ui/announcer';
import { Drafts } from '../ui/drafts';
import { sending } from '../ui/sending';
import { Task } from '../ui/task';
import { TaskError } from '../ui/task-error';

/** A new todo for a user: it is sent flat, and appears joined, at once. */
@Component({
  selector: 'app-add-todo',
  imports: [TaskError],
  template: `
    <form (submit)="$event.preventDefault(); add()">
      <input
        #field
        class="input"
        aria-label="New todo for this user"
        placeholder="New todo"
        autocomplete="off"
        required
        maxlength="200"
        [value]="title()"
        (input)="title.set(field.value)"
      />
      <button class="button" type="submit">Add todo</button>
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

  readonly #drafts = inject(Drafts);

  protected readonly creation = new Task(() => 'The todo was not added.');
  protected readonly title = this.#drafts.keep(
    () => this.#draftKey(),
    () => '',
  );

  protected add(): void {
    const userId = this.userId();
    const request = sending(this.#drafts, this.#draftKey(), (title) =>
      this.#cache
        .fetch(todoEndpoints.getList.push, { userId, title })
        .pipe(tap(() => this.#announcer.say(`${title} was added.`))),
    );
    this.creation.start(this.title(), request);
  }

  #draftKey(): string {
    return `todo of ${this.userId()}`;
  }
}
