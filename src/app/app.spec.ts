import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Router, provideRouter, withComponentInputBinding } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { CacheService, provideCache, withRest } from 'ngx-cache-query';
import { App } from './app';
import { routes } from './app.routes';
import { Issue } from './data/issue';
import { issueEndpoints } from './data/issue-endpoints';
import { User } from './data/user';

describe('App', () => {
  let http: HttpTestingController;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideRouter(routes, withComponentInputBinding()),
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(withRest({ urlPrefix: '/api' })),
      ],
    });
    http = TestBed.inject(HttpTestingController);
  });

  afterEach(() => http.verify());

  const answer = (lists: Record<string, unknown>) => {
    for (const [path, list] of Object.entries(lists)) {
      http.expectOne(`/api/${path}`).flush(list as unknown[]);
    }
  };
  const lists = {
    issues: [
      { id: 1, title: 'A leak', status: 'todo', projectId: 1, assigneeId: 2, labelIds: [1] },
      { id: 2, title: 'A drip', status: 'done', projectId: 1, assigneeId: null, labelIds: [] },
    ],
    users: [{ id: 2, name: 'Abel Adams' }],
    projects: [{ id: 1, key: 'WEB', name: 'Web' }],
    labels: [{ id: 1, name: 'bug', hue: 0 }],
  };
  const textsOf = (page: Element, selector: string) =>
    [...page.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

  it('shows the navigation, and sends no request', async () => {
    const fixture = TestBed.createComponent(App);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    expect(textsOf(page, 'nav a')).toContain('Activity');
    expect(textsOf(page, '[data-count=logged]')).toEqual(['0']);
  });

  it('shows counts in the navigation once their responses have arrived', async () => {
    const fixture = TestBed.createComponent(App);
    const page = fixture.nativeElement as HTMLElement;
    const cache = TestBed.inject(CacheService);
    cache.set(User, { id: 1, name: 'Only One' });
    await fixture.whenStable();
    expect(textsOf(page, 'nav .count')).toEqual([]);
    cache.fetch(issueEndpoints.getList).subscribe();
    answer({ issues: lists.issues });
    await fixture.whenStable();
    expect(textsOf(page, 'nav .count')).toEqual(['1 open']);
    cache.set(Issue, { id: 1, status: 'done' });
    await fixture.whenStable();
    expect(textsOf(page, 'nav .count')).toEqual(['0 open']);
  });

  it('shows the board once all of it is there, and follows the cache', async () => {
    const harness = await RouterTestingHarness.create('/board');
    const page = harness.routeNativeElement!;
    expect(textsOf(page, '[role=status]')).toEqual(['Loading the board…']);
    answer(lists);
    await harness.fixture.whenStable();
    expect(textsOf(page, 'app-issue-card .title')).toEqual(['A leak', 'A drip']);
    expect(textsOf(page, 'app-issue-card [data-person]')).toEqual(['Abel Adams']);
    expect(textsOf(page, 'app-workload li')).toEqual(['AAAbel Adams1']);

    TestBed.inject(CacheService).set(User, { id: 2, name: 'Zoë' });
    await harness.fixture.whenStable();
    expect(textsOf(page, '[data-person]')).toEqual(['Zoë', 'Zoë']);
  });

  it('shows what could not be loaded, and requests only that again', async () => {
    const harness = await RouterTestingHarness.create('/board');
    const page = harness.routeNativeElement!;
    const { issues, ...others } = lists;
    http
      .expectOne('/api/issues')
      .flush({ error: 'Closed.' }, { status: 503, statusText: 'Service Unavailable' });
    answer(others);
    await harness.fixture.whenStable();
    expect(textsOf(page, '[role=alert] p')[0]).toContain('The board could not be loaded. Closed.');
    page.querySelector<HTMLButtonElement>('[role=alert] button')!.click();
    answer({ issues });
    await harness.fixture.whenStable();
    expect(page.querySelector('[role=alert] p')).toBeNull();
    expect(textsOf(page, 'app-issue-card .title').length).toBe(2);
  });

  it('filters the list by the address', async () => {
    const harness = await RouterTestingHarness.create('/issues?status=done');
    answer(lists);
    await harness.fixture.whenStable();
    const page = harness.routeNativeElement!;
    expect(textsOf(page, 'app-issue-line a')).toEqual(['A drip']);
    await TestBed.inject(Router).navigateByUrl('/issues?assignee=2');
    await harness.fixture.whenStable();
    expect(textsOf(page, 'app-issue-line a')).toEqual(['A leak']);
    await TestBed.inject(Router).navigateByUrl('/issues?status=nonsense&sort=title');
    await harness.fixture.whenStable();
    expect(textsOf(page, 'app-issue-line a')).toEqual(['A drip', 'A leak']);
  });
});
