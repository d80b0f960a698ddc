import { Component, type ElementRef, computed, inject, viewChild } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { type Observable, tap } from 'rxjs';
import type { User } from '../data/user';
import { type UserFields, createUser } from '../data/user-endpoints';
import { Announcer } from '../ui/announcer';
import { failureOf } from '../ui/failure';
import { Task } from '../ui/task';
import { Selection } from './selection';

/**
 * A form for a new user, who is in the lists at once. What the server says against a field stands beside it,
 * with what was typed.
 */
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
          <button class="button primary" type="submit">
            {{ creation.error() ? 'Try again' : 'Create user' }}
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
  private readonly email = viewChild.required<ElementRef<HTMLInputElement>>('email');
  private readonly admin = viewChild.required<ElementRef<HTMLInputElement>>('admin');

  protected readonly creation = new Task(() => 'The user was not created.');
  readonly #failure = computed(() => {
    const error = this.creation.error();
    return error === undefined ? undefined : failureOf(error);
  });
  protected readonly wrong = computed(() => this.#failure()?.fields ?? {});
  protected readonly message = computed(() => {
    const failure = this.#failure();
    return failure ? `The user was not created. ${failure.message}` : '';
  });

  protected sentence(field: string): string {
    const problem = this.wrong()[field];
    return problem ? `The ${field} ${problem}.` : '';
  }

  protected create(name: string, email: string, isAdmin: boolean): void {
    // The server would choose a hue as well, but only once it has answered.
    const fields = { name, email, isAdmin, hue: Math.floor(Math.random() * 360) };
    this.creation.start(JSON.stringify([name, email, isAdmin]), this.#creating(fields), ({ id }) =>
      this.#selection.userId.set(id),
    );
    this.form().nativeElement.reset();
    this.name().nativeElement.focus();
  }

  #creating(fields: UserFields): Observable<User> {
    return this.#cache.fetch(createUser, fields).pipe(
      tap({
        next: ({ name }) => this.#announcer.say(`${name} was created.`),
        error: () => this.#giveBack(fields),
      }),
    );
  }

  /** Who is typing the next one goes on. */
  #giveBack({ name, email, isAdmin }: UserFields): void {
    const [first, second] = [this.name().nativeElement, this.email().nativeElement];
    if (first.value !== '' || second.value !== '') return;
    first.value = name;
    second.value = email;
    this.admin().nativeElement.checked = isAdmin;
  }
}
