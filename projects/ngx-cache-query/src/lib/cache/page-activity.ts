import { DOCUMENT, inject, Injectable } from '@angular/core';
import { defer, filter, fromEvent, map, merge, type Observable, share } from 'rxjs';

/** Whether somebody can see the page, and whether it can reach a server. To be listened to in a browser only. */
@Injectable({ providedIn: 'root' })
export class PageActivity {
  readonly #page = inject(DOCUMENT);
  readonly #window = this.#page.defaultView;

  /** Emits when the page is shown again, or gets the focus. */
  readonly focused$: Observable<unknown> = defer(() =>
    merge(
      fromEvent(this.#page, 'visibilitychange').pipe(filter(() => !this.#page.hidden)),
      fromEvent(this.#window!, 'focus'),
    ),
  ).pipe(share());

  /** Emits when the connection is there again. */
  readonly reconnected$: Observable<unknown> = defer(() => fromEvent(this.#window!, 'online')).pipe(
    share(),
  );

  /** Emits when it is seen, or can reach a server, again. */
  readonly active$: Observable<void> = merge(this.focused$, this.reconnected$).pipe(
    filter(() => this.isActive),
    map(() => undefined),
  );

  /** Whether the page is seen and, as far as the browser knows, connected. */
  get isActive(): boolean {
    return !this.#page.hidden && this.#window?.navigator.onLine !== false;
  }
}
