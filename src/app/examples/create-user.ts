import { Component, inject } from '@angular/core';
import { FormField, form, maxLength, required } from '@angular/forms/signals';
import { CacheService } from 'ngx-cache-query';
import { createUser } from '../data/user-endpoints';
import { announced } from '../ui/announced';
import { Drafts } from '../ui/drafts';
import { showProblems } from '../ui/field-problems';
import { FormFailure } from '../ui/form-failure';
import { TextField } from '../ui/text-field';
import { Selection } from './selection';

const draftKey = 'new user';

/**
 * A form for a new user, who appears in the lists immediately. If the server rejects a field, the message is shown next
 * to the field, and the typed text is restored.
 */
@Component({
  selector: 'app-create-user',
  imports: [FormFailure, FormField, TextField],
  template: `
    <section class="card" aria-labelledby="create">
      <h2 tabindex="-1" id="create">New user</h2>
      <form class="stack" (submit)="$event.preventDefault(); create()">
        <app-text-field label="Name" [formField]="fields.name" />
        <app-text-field label="Email, if any" inputMode="email" [formField]="fields.email" />
        <div class="card-head">
          <label class="check"><input type="checkbox" [formField]="fields.isAdmin" /> Admin</label>
          <button class="button primary" type="submit">
            {{ creation.error() ? 'Try again' : 'Create user' }}
          </button>
        </div>
        <app-form-failure [error]="creation.error()" what="The user was not created." />
      </form>
    </section>
  `,
})
export class CreateUser {
  readonly #drafts = inject(Drafts);
  readonly #selection = inject(Selection);

  protected readonly creation = announced(
    inject(CacheService).mutation(createUser, {
      onSuccess: ({ id }) => this.#selection.userId.set(id),
    }),
    {
      done: ({ name }) => `${name} was created.`,
      failed: () => 'The user was not created.',
      sent: ({ name, email, isAdmin }) => this.#drafts.sent(draftKey, { name, email, isAdmin }),
    },
  );
  readonly #model = this.#drafts.model(
    () => draftKey,
    () => ({ name: '', email: '', isAdmin: false }),
  );
  protected readonly fields = form(
    this.#model,
    (path) => {
      required(path.name);
      maxLength(path.name, 80);
      showProblems(path, this.creation.error);
    },
    { name: 'new-user' }, // the default name is a count of forms, which differs on the server
  );

  protected create(): void {
    // The server would also choose a hue, but the hue is needed before the response arrives.
    this.creation.mutate({ ...this.#model(), hue: Math.floor(Math.random() * 360) });
    this.fields.name().focusBoundControl();
  }
}
