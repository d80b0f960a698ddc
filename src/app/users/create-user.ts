import { Component, type ElementRef, computed, inject, viewChild } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { tap } from 'rxjs';
import { createUser } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { failureOf } from '../ui/failure';
import { Task } from '../ui/task';
import { Selection } from './selection';

/** A form for a new user. What the server says against a field stands beside it. */
@Component({
  selector: 'app-create-user',
  template: `
    <section class="card" aria-labelledby="create">
      <h2 tabindex="-1" id="create">New user</h2>
      <form
        (submit)="$event.preventDefault(); create(name.value, email.value, admin.checked)"
        #form
      >
        <div class="field">
          <label for="new-name">Name</label>
          <input
            #name
            id="new-name"
            class="input"
            autocomplete="off"
            required
            maxlength="80"
            aria-describedby="new-name-wrong"
            [attr.aria-invalid]="!!wrong()['name']"
          />
          <span class="wrong" id="new-name-wrong">{{ sentence('name') }}</span>
        </div>
        <div class="field">
          <label for="new-email">Email, if any</label>
          <input
            #email
            id="new-email"
            class="input"
            autocomplete="off"
            inputmode="email"
            aria-describedby="new-email-wrong"
            [attr.aria-invalid]="!!wrong()['email']"
          />
          <span class="wrong" id="new-email-wrong">{{ sentence('email') }}</span>
        </div>
        <div class="foot">
          <label class="check"><input #admin type="checkbox" /> Admin</label>
          <button class="button primary" type="submit" [attr.aria-busy]="creation.pending()">
            {{ creation.pending() ? 'Creating…' : creation.error() ? 'Try again' : 'Create user' }}
          </button>
        </div>
        <p class="failure" role="alert">{{ message() }}</p>
      </form>
    </section>
  `,
  styles: `
    form {
      display: grid;
      gap: 0.75rem;
    }
    .wrong:empty,
    .failure:empty {
      display: none;
    }
    .failure {
      color: var(--danger);
      font-size: var(--small);
    }
    .foot {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 0.5rem;
    }
  `,
})
export class CreateUser {
  readonly #cache = inject(CacheService);
  readonly #announcer = inject(Announcer);
  readonly #selection = inject(Selection);
  private readonly form = viewChild.required<ElementRef<HTMLFormElement>>('form');
  private readonly name = viewChild.required<ElementRef<HTMLInputElement>>('name');

  protected readonly creation = new Task(() => 'Nobody was created.');
  readonly #failure = computed(() => {
    const error = this.creation.error();
    return error === undefined ? undefined : failureOf(error);
  });
  protected readonly wrong = computed(() => this.#failure()?.fields ?? {});
  protected readonly message = computed(() => {
    const failure = this.#failure();
    return failure ? `Nobody was created. ${failure.message}` : '';
  });

  protected sentence(field: string): string {
    const problem = this.wrong()[field];
    return problem ? `The ${field} ${problem}.` : '';
  }

  protected create(name: string, email: string, isAdmin: boolean): void {
    const request = this.#cache
      .fetch(createUser, { name, email, isAdmin })
      .pipe(tap((user) => this.#announcer.say(`${user.name} was created.`)));
    this.creation.follow(JSON.stringify([name, email, isAdmin]), request, (user) => {
      this.#selection.userId.set(user.id);
      const field = this.name().nativeElement;
      // Who is typing the next one goes on.
      if (field.value !== name) return;
      this.form().nativeElement.reset();
      field.focus();
    });
  }
}
