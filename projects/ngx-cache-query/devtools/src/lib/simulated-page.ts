import { Injectable, signal } from '@angular/core';
import { ɵPageActivity as PageActivity } from 'ngx-cache-query';
import { filter, map, merge, type Observable, Subject } from 'rxjs';

/** The activity of the page, as the cache sees it. It can be made offline. */
@Injectable()
export class SimulatedPage {
  readonly #page = new PageActivity();
  readonly #isOffline = signal(false);
  readonly #switched = new Subject<void>();
  readonly isOffline = this.#isOffline.asReadonly();

  readonly focused$: Observable<unknown> = this.#page.focused$;
  readonly reconnected$: Observable<unknown> = merge(this.#page.reconnected$, this.#switched).pipe(
    filter(() => !this.isOffline()),
  );
  readonly active$: Observable<void> = merge(this.focused$, this.reconnected$).pipe(
    filter(() => this.isActive),
    map(() => undefined),
  );
  readonly changed$: Observable<unknown> = merge(this.#page.changed$, this.#switched);

  get isActive(): boolean {
    return !this.isOffline() && this.#page.isActive;
  }

  setOffline(isOffline: boolean): void {
    if (this.isOffline() === isOffline) return;
    this.#isOffline.set(isOffline);
    this.#switched.next();
  }
}
