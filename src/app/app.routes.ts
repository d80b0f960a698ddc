import { inject } from '@angular/core';
import type { Routes } from '@angular/router';
import { provideCache, withFrameBatching, withRest, withRetention } from 'ngx-cache-query';
import { withDevtools } from 'ngx-cache-query/devtools/production';
import { withExtension } from 'ngx-cache-query/extensions';
import { RequestLog } from './network/request-log';
import { CommitClock } from './scale/commit-clock';

const product = ' · ngx-cache-query';

export const routes: Routes = [
  { path: '', pathMatch: 'full', redirectTo: 'board' },
  {
    path: 'board',
    title: 'Board' + product,
    loadComponent: () => import('./board/board-page').then((m) => m.BoardPage),
  },
  {
    path: 'issues',
    title: 'Issues' + product,
    loadComponent: () => import('./issues/issues-page').then((m) => m.IssuesPage),
  },
  {
    path: 'issues/:id',
    title: 'Issue' + product,
    loadComponent: () => import('./issues/issue-page').then((m) => m.IssuePage),
  },
  {
    path: 'mine',
    title: 'My issues' + product,
    loadComponent: () => import('./session/my-issues-page').then((m) => m.MyIssuesPage),
  },
  {
    path: 'people',
    title: 'People' + product,
    loadComponent: () => import('./people/people-page').then((m) => m.PeoplePage),
  },
  {
    path: 'activity',
    title: 'Activity' + product,
    loadComponent: () => import('./activity/activity-page').then((m) => m.ActivityPage),
  },
  {
    path: 'examples',
    title: 'Examples' + product,
    loadComponent: () => import('./examples/examples-page').then((m) => m.ExamplesPage),
  },
  {
    path: 'scale',
    title: 'Scale' + product,
    loadComponent: () => import('./scale/scale-page').then((m) => m.ScalePage),
    // The route has its own cache, and its rows never reach the other cache. When the user leaves the route, the router
    // destroys the route's injector, and with it the cache (`withAutoCleanupInjectors`). Otherwise, Angular would keep
    // the injector.
    providers: [
      CommitClock,
      provideCache(
        withRest({ urlPrefix: '/api' }),
        withFrameBatching(),
        withRetention(),
        withExtension(() => inject(CommitClock)),
        withExtension(() => inject(RequestLog).extension()),
        withDevtools({ name: 'scale' }),
      ),
    ],
  },
  {
    path: '**',
    title: 'Not found' + product,
    data: { what: 'page', link: '/board', way: 'Go to the board' },
    loadComponent: () => import('./frame/not-found').then((m) => m.NotFound),
  },
];
