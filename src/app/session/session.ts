import { DOCUMENT, Injectable, computed, inject, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { CacheService, type ResultOf } from 'ngx-cache-query';
import { EMPTY, catchError, filter, firstValueFrom, fromEvent } from 'rxjs';
import { createSession, endSession } from '../data/session-endpoints';
import { Drafts } from '../ui/drafts';

/**
 * The signed-in user. Signing out resets the cache. The other pages are public, so they stay open and load their data
 * again. The stream of changes stays connected.
 */
@Injectable({ providedIn: 'root' })
export class Session {
  readonly #cache = inject(CacheService);
  readonly #drafts = inject(Drafts);
  readonly #current = signal<ResultOf<typeof createSession> | undefined>(undefined);

  readonly user = this.#current.asReadonly();
  readonly token = computed(() => this.#current()?.token);
  readonly signingIn = this.#cache.mutation(createSession, {
    onSuccess: (session) => {
      this.#current.set(session);
      void this.#cache.reset();
    },
  });

  constructor() {
    // The browser may restore the page of a user who has signed out in the meantime.
    const view = inject(DOCUMENT).defaultView;
    if (view === null) return;
    fromEvent<PageTransitionEvent>(view, 'pageshow')
      .pipe(
        filter(({ persisted }) => persisted),
        takeUntilDestroyed(),
      )
      .subscribe(() => void this.#cache.reset());
  }

  async signOut(): Promise<void> {
    // The server ends the session first, because this request requires the token. If the request fails, the user is
    // signed out anyway.
    const end$ = this.#cache.fetch(endSession).pipe(catchError(() => EMPTY));
    await firstValueFrom(end$, { defaultValue: undefined });
    await this.leave();
  }

  /** Drops everything that belongs to the user. */
  async leave(): Promise<void> {
    this.#drafts.discard();
    this.#current.set(undefined); // From now on, no request contains the token.
    await this.#cache.reset();
  }
}
