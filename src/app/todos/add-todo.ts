import { Component, inject, input } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { todoEndpoints } from '../data/todo-endpoints';
import { announced } from '../ui/announced';
import { Drafts } from '../ui/drafts';
import { MutationError } from '../ui/mutation-error';

/**
 * A form for a new todo of a user. The request identifies the user only by id, but lists immediately show the new todo
 * with its user.
 */
@Component({
  selector: 'app-add-todo',
  imports: [MutationError],
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
    <app-mutation-error [mutation]="creation" what="The todo was not added." (retry)="add()" />
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

  readonly #drafts = inject(Drafts);

  protected readonly creation = announced(
    inject(CacheService).mutation(todoEndpoints.getList.push),
    {
      done: ({ title }) => `${title} was added.`,
      failed: () => 'The todo was not added.',
      sent: ({ userId, title }) => this.#drafts.sent(keyOf(userId), title),
    },
  );
  protected readonly title = this.#drafts.keep(
    () => keyOf(this.userId()),
    () => '',
  );

  protected add(): void {
    this.creation.mutate({ userId: this.userId(), title: this.title() });
  }
}

function keyOf(userId: number): string {
  return `todo of ${userId}`;
}
