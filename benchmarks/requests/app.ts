// The application. The object `bench` of the page controls it.
import { provideHttpClient, withInterceptors } from '@angular/common/http';
import {
  ChangeDetectionStrategy,
  Component,
  type EnvironmentProviders,
  inject,
  type Provider,
  type Type,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { Desk } from './contract';
import { Board, Customers, Dashboard, OrderDetail, OrderTable } from './pages';
import { authorization, type Route, Session } from './session';

@Component({
  selector: 'app-root',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [Board, Customers, Dashboard, OrderDetail, OrderTable],
  template: `
    @let open = route();
    @switch (open.page) {
      @case ('dashboard') {
        <app-dashboard />
      }
      @case ('orders') {
        <app-table [filter]="open.filter" />
        @if (open.order; as id) {
          <app-order [id]="id" />
        }
      }
      @case ('board') {
        <app-board />
      }
      @case ('customers') {
        <app-customers />
      }
    }
  `,
})
class App {
  protected readonly route = inject(Session).route;
}

/** Starts the application of a variant. */
export function start(
  desk: Type<Desk>,
  providers: readonly (Provider | EnvironmentProviders)[],
): void {
  bootstrapApplication(App, {
    providers: [
      provideHttpClient(withInterceptors([authorization])),
      ...providers,
      { provide: Desk, useClass: desk },
    ],
  })
    .then(({ injector }) => {
      const { route } = injector.get(Session);
      const bench = { desk: injector.get(Desk), open: (to: Route) => route.set(to), read };
      Object.assign(globalThis, { bench });
    })
    .catch((error: unknown) => console.error(error));
}

/** Returns the rows of each visible view. */
function read(): Record<string, string[]> {
  const cells = (row: Element) => Array.from(row.children, ({ textContent }) => textContent.trim());
  return Object.fromEntries(
    Array.from(document.querySelectorAll<HTMLElement>('[data-view]'), (view) => [
      view.dataset['view'],
      Array.from(view.querySelectorAll('[data-row]'), (row) => cells(row).join(' | ')),
    ]),
  );
}
