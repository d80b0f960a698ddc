import { Component, inject, input } from '@angular/core';
import { FormField, form, maxLength, required } from '@angular/forms/signals';
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
  imports: [FormField, MutationError],
  template: `
    <form class="line" (submit)="$event.preventDefault(); add()">
      <input
        class="input"
        aria-label="New todo for this user"
        placeholder="New todo"
        autocomplete="off"
        [formField]="fields.title"
      />
      <button class="button" type="submit">Add todo</button>
    </form>
    <app-mutation-error [mutation]="creation" what="The todo was not added." (retry)="add()" />
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
      sent: ({ userId, title }) => this.#drafts.sent(keyOf(userId), { title }),
    },
  );
  readonly #model = this.#drafts.model(
    () => keyOf(this.userId()),
    () => ({ title: '' }),
  );
  protected readonly fields = form(this.#model, ({ title }) => {
    required(title);
    maxLength(title, 200);
  });

  protected add(): void {
    this.creation.mutate({ userId: this.userId(), ...this.#model() });
  }
}

function keyOf(userId: number): string {
  return `todo of ${userId}`;
}
