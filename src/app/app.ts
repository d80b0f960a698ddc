import { DOCUMENT, Component, Injector, afterNextRender, inject, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { NavigationEnd, Router, RouterLink, RouterOutlet } from '@angular/router';
// An application imports this from ngx-cache-query/devtools/panel, so that its production build does not contain it.
import { CacheDevtoolsPanel } from 'ngx-cache-query/devtools/production/panel';
import { filter, map, pairwise } from 'rxjs';
import { PageNav } from './frame/page-nav';
import { ConnectionNotice } from './live/connection-notice';
import { LiveChanges } from './live/live-changes';
import { NetworkChoice } from './network/network-choice';
import { NetworkLog } from './network/network-log';
import { RequestLog } from './network/request-log';
import { Announcement } from './ui/announcement';

/** The frame of all pages: the navigation, the state of the connection, the network switch, and the requests. */
@Component({
  selector: 'app-root',
  imports: [
    Announcement,
    CacheDevtoolsPanel,
    ConnectionNotice,
    NetworkChoice,
    NetworkLog,
    PageNav,
    RouterLink,
    RouterOutlet,
  ],
  template: `
    <a class="skip button" href="#content" (click)="$event.preventDefault(); content.focus()">
      Skip to the content
    </a>
    <header [class.lost]="connection() === 'lost'">
      <a class="brand" routerLink="/board">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="9" />
          <path
            d="M9 12a3 3 0 1 1 6 0 3 3 0 0 1-6 0m8 8a3 3 0 1 1 6 0 3 3 0 0 1-6 0m-3.5-5.5 4 3.5"
          />
        </svg>
        <code>ngx-cache-query</code>
      </a>
      <app-connection-notice [state]="connection()" />
      <button
        class="button toggle"
        type="button"
        aria-controls="network"
        [attr.aria-expanded]="open()"
        (click)="open.set(!open())"
      >
        Network <span class="tag">{{ log.count() }}</span>
      </button>
      <app-page-nav />
      <div id="network" class="network" [class.open]="open()">
        <app-network-choice />
        <app-network-log />
      </div>
    </header>
    <main #content id="content" tabindex="-1">
      <router-outlet />
    </main>
    <app-announcement />
    <cache-devtools />
  `,
  styleUrl: './app.css',
})
export class App {
  readonly #page = inject(DOCUMENT);
  readonly #injector = inject(Injector);

  protected readonly log = inject(RequestLog);
  protected readonly connection = inject(LiveChanges).state;
  /** Whether the network settings are open in a narrow window, where a button opens and closes them. */
  protected readonly open = signal(false);

  constructor() {
    // After a navigation, the heading of the new page receives the focus, so that screen readers announce the page.
    inject(Router)
      .events.pipe(
        filter((event) => event instanceof NavigationEnd),
        map(({ urlAfterRedirects }) => urlAfterRedirects.split(/[?#]/)[0]),
        pairwise(),
        filter(([before, now]) => before !== now),
        takeUntilDestroyed(),
      )
      .subscribe(() => {
        const focus = () =>
          this.#page.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
        afterNextRender(focus, { injector: this.#injector });
      });
  }
}
