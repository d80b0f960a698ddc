import { provideLocationMocks } from '@angular/common/testing';
import {
  type HttpHandlerFn,
  type HttpRequest,
  HttpResponse,
  provideHttpClient,
  withInterceptors,
} from '@angular/common/http';
import {
  type ApplicationRef,
  Component,
  DOCUMENT,
  inject,
  input,
  PLATFORM_ID,
  type EnvironmentProviders,
  type Provider,
  provideZonelessChangeDetection,
  TransferState,
  ɵannotateForHydration as annotateForHydration,
  ɵSSR_CONTENT_INTEGRITY_MARKER as MARKER,
} from '@angular/core';
import { createApplication, provideClientHydration } from '@angular/platform-browser';
import {
  provideRouter,
  Router,
  RouterOutlet,
  type Routes,
  withComponentInputBinding,
} from '@angular/router';
import { CacheService, Entity, provideCache, restEndpoints } from 'ngx-cache-query';
import { withHydration } from 'ngx-cache-query/hydration';
import { of } from 'rxjs';

class Team extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  static override readonly key: string = 'OutletTeam';
}
class Member extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  readonly team: Team | null = null;
  static override readonly key: string = 'OutletMember';
  static override readonly schema = { team: Team };
}
const teams = restEndpoints({ path: '/teams/:id', schema: Team });
const members = restEndpoints({ path: '/teams/:teamId/members/:id', schema: Member });
const ana = { id: 1, name: 'Ana', team: { id: 7, name: 'Red' } };
const bodies: Readonly<Record<string, unknown>> = {
  '/teams': [{ id: 7, name: 'Red' }],
  '/teams/7': { id: 7, name: 'Red' },
  '/teams/7/members': [ana],
  '/teams/7/members/1': ana,
};

@Component({
  selector: 'app-teams',
  imports: [RouterOutlet],
  template: `
    <ul>
      @for (team of teams.value(); track team.id) {
        <li>{{ team.name }}</li>
      }
    </ul>
    <router-outlet />
  `,
})
class Teams {
  protected readonly teams = inject(CacheService).resource(teams.getList);
}
@Component({
  selector: 'app-team',
  imports: [RouterOutlet],
  template: `
    @if (team.value(); as team) {
      <h2>{{ team.name }}</h2>
    }
    @for (member of members.value(); track member.id) {
      <p>{{ member.name }} of {{ member.team?.name }}</p>
    } @empty {
      <p>nobody</p>
    }
    <router-outlet />
  `,
})
class OneTeam {
  readonly teamId = input.required<string>();
  readonly #cache = inject(CacheService);
  protected readonly team = this.#cache.resource(teams.get, () => [{ id: this.teamId() }]);
  protected readonly members = this.#cache.resource(members.getList, () => [
    { teamId: this.teamId() },
  ]);
}
@Component({
  selector: 'app-member',
  template: `@if (member.value(); as member) {
    <h3>{{ member.name }}</h3>
  }`,
})
class OneMember {
  readonly teamId = input.required<string>();
  readonly id = input.required<string>();
  protected readonly member = inject(CacheService).resource(members.get, () => [
    { teamId: this.teamId(), id: this.id() },
  ]);
}
@Component({ selector: 'app-outlets', imports: [RouterOutlet], template: '<router-outlet />' })
class Root {}

type Providers = (Provider | EnvironmentProviders)[];

/** Three outlets, the last of which is loaded lazily. */
const routesWith = (providers: Providers): Routes => [
  {
    path: 'teams',
    component: Teams,
    children: [
      {
        path: ':teamId',
        component: OneTeam,
        children: [
          { path: ':id', loadComponent: () => Promise.resolve(OneMember), providers },
          { path: '', children: [] },
        ],
      },
    ],
  },
];
const cacheOfRoute = [provideCache(withHydration({ id: 'member' }))];

describe('H4 hydration of nested outlets', () => {
  let sent: string[];
  let page: Document;

  beforeEach(() => {
    sent = [];
    page = document.implementation.createHTMLDocument();
  });

  for (const [where, providers] of [
    ['one cache', []],
    ['a cache of the last route', cacheOfRoute],
  ] as const) {
    it(`with ${where}: sends nothing, and uses each element of the server again`, async () => {
      const routes = routesWith([...providers]);
      const onServer = new TransferState();
      const server = await start(routes, onServer, [{ provide: PLATFORM_ID, useValue: 'server' }]);
      expect(page.body.textContent).toContain('RedRedAna of RedAna');
      expect(sent.sort()).toEqual(Object.keys(bodies));
      annotateForHydration(server, page);
      const html = page.body.innerHTML;
      const state = onServer.toJson();
      server.destroy();

      sent = [];
      page.body.innerHTML = `<!--${MARKER}-->${html}`;
      const elements = () => [...page.body.querySelectorAll('*')];
      const [before, text] = [elements(), page.body.textContent];
      const inBrowser = new TransferState();
      (inBrowser as unknown as { store: unknown }).store = JSON.parse(state);
      const errors = spyOn(console, 'error');
      const browser = await start(routes, inBrowser, [provideClientHydration()]);
      const after = elements();
      expect(after.length).toBe(before.length);
      expect(after.filter((each, at) => each !== before[at])).toEqual([]);
      expect(page.body.textContent).toBe(text);
      expect([sent, errors.calls.allArgs()]).toEqual([[], []]);

      await browser.injector.get(Router).navigateByUrl('/teams/8');
      await browser.whenStable();
      expect(sent.sort()).toEqual(['/teams/8', '/teams/8/members']);
      expect(page.body.querySelector('h3')).toBeNull();
      browser.destroy();
    });
  }

  async function start(
    routes: Routes,
    state: TransferState,
    platform: Providers,
  ): Promise<ApplicationRef> {
    const application = await createApplication({
      providers: [
        provideZonelessChangeDetection(),
        provideRouter(routes, withComponentInputBinding()),
        provideLocationMocks(),
        provideHttpClient(withInterceptors([respond])),
        provideCache(withHydration()),
        { provide: DOCUMENT, useValue: page },
        { provide: TransferState, useValue: state },
        ...platform,
      ],
    });
    const host = page.querySelector('app-outlets') ?? page.createElement('app-outlets');
    if (!host.isConnected) page.body.append(host);
    // As with withEnabledBlockingInitialNavigation: the outlets have their routes in the first render.
    await application.injector.get(Router).navigateByUrl('/teams/7/1');
    application.bootstrap(Root, host);
    await application.whenStable();
    return application;
  }

  function respond(request: HttpRequest<unknown>, _next: HttpHandlerFn) {
    sent.push(request.url);
    return of(new HttpResponse({ url: request.url, body: bodies[request.url] ?? [] }));
  }
});
