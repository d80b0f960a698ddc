import { Component, computed, inject, linkedSignal } from '@angular/core';
import { CacheService } from 'ngx-cache-query';
import { team } from '../data/issue-queries';
import { optionsOf } from '../ui/choice';
import { failureOf } from '../ui/failure';
import { SelectField } from '../ui/select-field';
import { Session } from './session';

/** Signs in as one of the people. The demo needs no password. */
@Component({
  selector: 'app-sign-in',
  imports: [SelectField],
  template: `
    <form class="card" aria-labelledby="sign-in" (submit)="$event.preventDefault(); signIn()">
      <h2 id="sign-in">Sign in to see your issues</h2>
      <app-select-field label="Person" [options]="options()" [(value)]="person" />
      <button class="button primary" type="submit" [attr.aria-busy]="session.signingIn.isPending()">
        Sign in
      </button>
      @if (failure(); as failure) {
        <p class="wrong" role="alert">Signing in failed. {{ failure.message }}</p>
      }
    </form>
  `,
  styles: `
    form {
      max-width: 24rem;
    }
    button {
      justify-self: start;
    }
  `,
})
export class SignIn {
  readonly #team = inject(CacheService).selectSignal(team);

  protected readonly session = inject(Session);
  protected readonly options = computed(() => optionsOf(this.#team()));
  protected readonly person = linkedSignal(() => this.options()[0]?.value ?? 0);
  protected readonly failure = computed(() => failureOf(this.session.signingIn.error()));

  protected signIn(): void {
    const { signingIn } = this.session;
    if (!signingIn.isPending()) signingIn.mutate({ userId: this.person() });
  }
}
