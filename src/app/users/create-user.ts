import { Component, type ElementRef, computed, inject, viewChild } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { type UserFields, createUser } from '../data/user-endpoints';
import { announced } from '../ui/announced';
import { failureOf } from '../ui/failure';
import { Selection } from './selection';

/**
 * A form for a new user, who appears in the lists immediately. If the server rejects a field, the message is shown next
 * to the field, and the typed text is restored.
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
  readonly #selection = inject(Selection);
  private readonly form = viewChild.required<ElementRef<HTMLFormElement>>('form');
  private readonly name = viewChild.required<ElementRef<HTMLInputElement>>('name');
  private readonly email = viewChild.required<ElementRef<HTMLInputElement>>('email');
  private readonly admin = viewChild.required<ElementRef<HTMLInputElement>>('admin');

  protected readonly creation = announced(
    inject(CacheService).mutation(createUser, {
      onSuccess: ({ id }) => this.#selection.userId.set(id),
    }),
    {
      done: ({ name }) => `${name} was created.`,
      failed: () => 'The user was not created.',
      sent: (fields) => ({
        clear: () => this.#clear(fields),
        restore: () => this.#restore(fields),
      }),
    },
  );
  readonly #failure = computed(() => failureOf(this.creation.error()));
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
    // The server would also choose a hue, but the hue is needed before the response arrives.
    this.creation.mutate({ name, email, isAdmin, hue: Math.floor(Math.random() * 360) });
    this.name().nativeElement.focus();
  }

  #clear({ name }: UserFields): void {
    if (this.name().nativeElement.value === name) this.form().nativeElement.reset();
  }

  #restore({ name, email, isAdmin }: UserFields): boolean {
    const [first, second] = [this.name().nativeElement, this.email().nativeElement];
    if (first.value !== '' || second.value !== '') return false;
    first.value = name;
    second.value = email;
    this.admin().nativeElement.checked = isAdmin;
    return true;
  }
}
