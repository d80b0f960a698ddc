import { DOCUMENT, inject, Injectable } from '@angular/core';
import { defer, EMPTY, filter, fromEvent, map, merge, type Observable, share } from 'rxjs';

/** Reports whether the page is visible and the browser is online. */
@Injectable({ providedIn: 'root' })
export class PageActivity {
  readonly #page = inject(DOCUMENT, { optional: true });
  readonly #window = this.#page?.defaultView ?? undefined;

  // Emits when the page becomes visible or gains focus.
  readonly focused$: Observable<unknown> = defer(() =>
    merge(
      listenTo(this.#page, 'visibilitychange').pipe(filter(() => !this.#page!.hidden)),
      listenTo(this.#window, 'focus'),
    ),
  ).pipe(share());

  // Emits when the browser goes online.
  readonly reconnected$: Observable<unknown> = defer(() => listenTo(this.#window, 'online')).pipe(
    share(),
  );

  // Emits when the page becomes visible, focused or online, and is then visible and online.
  readonly active$: Observable<void> = merge(this.focused$, this.reconnected$).pipe(
    filter(() => this.isActive),
    map(() => undefined),
  );

  // Emits whenever `isActive` may have changed.
  readonly changed$: Observable<unknown> = defer(() =>
    merge(
      listenTo(this.#page, 'visibilitychange'),
      listenTo(this.#window, 'online'),
      listenTo(this.#window, 'offline'),
    ),
  ).pipe(share());

  // Whether the page is visible and, according to the browser, online.
  get isActive(): boolean {
    return this.#page?.hidden !== true && this.#window?.navigator.onLine !== false;
  }
}

function listenTo(target: EventTarget | null | undefined, event: string): Observable<unknown> {
  return target ? fromEvent(target, event) : EMPTY;
}
