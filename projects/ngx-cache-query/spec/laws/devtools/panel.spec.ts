import {
  Component,
  createComponent,
  createEnvironmentInjector,
  EnvironmentInjector,
  ErrorHandler,
  provideZonelessChangeDetection,
  signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { createApplication } from '@angular/platform-browser';
import {
  All,
  CacheService,
  Entity,
  optimistic,
  provideCache,
  Query,
  restEndpoints,
  typed,
} from 'ngx-cache-query';
import { CacheDevtools, type DevtoolsOptions, withDevtools } from 'ngx-cache-query/devtools';
import { CacheDevtoolsPanel } from 'ngx-cache-query/devtools/panel';
import type { CacheTesting } from 'ngx-cache-query/testing';
import { render } from '../../support/render';
import { setUpDevtools } from '../../support/devtools';
import { watch } from '../../support/watch';

class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  static override readonly key: string = 'PanelTask';
}
const tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  body: typed<Partial<Task>>(),
  optimistic,
});
const open = new Query(new All(Task), function openTasks(all) {
  return all.filter(({ done }) => !done);
});
const rows = [
  { id: 1, title: 'Milk', done: false },
  { id: 2, title: 'Bread', done: true },
];

@Component({
  selector: 'ncq-page',
  imports: [CacheDevtoolsPanel],
  template: `{{ shown() }}<cache-devtools />`,
})
class Page {
  readonly isBroken = signal(false);

  protected shown(): string {
    if (this.isBroken()) throw new Error('The page is broken.');
    return 'The page';
  }
}

describe('D6 the panel shows what the devtools know', () => {
  let cache: CacheService;
  let testing: CacheTesting;
  let page: HTMLElement;

  /** Opens the panel of a cache that has loaded the tasks. */
  const openPanel = async (options?: DevtoolsOptions) => {
    ({ cache, testing } = setUpDevtools(options));
    watch(cache.watch(tasks.getList));
    watch(cache.select(open));
    testing.expectRequest(tasks.getList).flush(rows);
    await testing.settled();
    page = render(Page).nativeElement as HTMLElement;
    await press('Open the devtools of the cache');
    await until(() => text().includes('Timeline'));
  };
  /** What the panel shows, or the button. */
  const root = () => {
    const { shadowRoot } = page.querySelector('cache-devtools')!;
    return shadowRoot!.querySelector('ncq-panel')?.shadowRoot ?? shadowRoot!;
  };
  /** The text of the panel without the styles. */
  const text = () =>
    [...root().children]
      .map((each) => (each.matches('style') ? '' : (each as HTMLElement).innerText))
      .join(' ');
  /** The panel follows the cache some times per second. */
  const until = async (isTrue: () => boolean) => {
    for (let tries = 0; !isTrue() && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    if (!isTrue()) fail(`The panel shows: ${text()}`);
  };
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\s+/g, ' ');
  const isNamed = (element: Element, name: string | RegExp) =>
    typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element));
  const all = (selector: string) => [...root().querySelectorAll<HTMLElement>(selector)];
  const find = (selector: string, name: string | RegExp) => {
    const found = all(selector).find((each) => isNamed(each, name));
    if (!found)
      throw new Error(`No ${selector} is named ${name}: ${all(selector).map(nameOf).join(' | ')}`);
    return found;
  };
  /** Clicks what appears soon. */
  const press = async (name: string | RegExp) => {
    const selector = 'button, [role=row]';
    await until(() => all(selector).some((each) => isNamed(each, name)));
    find(selector, name).click();
  };
  const shows = (part: string) => until(() => text().includes(part));

  afterEach(() => sessionStorage.clear());

  it('commits with their cause, what they changed and what emitted', async () => {
    await openPanel();
    await until(() => text().includes('the response to GET /tasks'));
    await press(/the response to GET \/tasks/);
    await shows('3 changed rows');
    expect(text()).toContain('"Milk"');
    expect(text()).toMatch(/openTasks of All\(PanelTask\)\s*emitted, 1 run/);
  });

  it('a row with the origin of each field, and what uses it', async () => {
    await openPanel();
    await press('Tables');
    await shows('PanelTask: 2 rows');
    await press(/^2\s*Bread/);
    await shows('PanelTask 2');
    await shows('the response to GET /tasks (request 1)');
    expect(text()).toMatch(/Used by[^]*openTasks of All\(PanelTask\)[^]*GET \/tasks/);
  });

  it('edits a field, and says why a value is refused', async () => {
    await openPanel();
    await press('Tables');
    await shows('PanelTask: 2 rows');
    await press(/^1\s*Milk/);
    await shows('PanelTask 1');
    await press('Edit title');
    await until(() => root().querySelector('textarea')?.value === '"Milk"');
    const area = root().querySelector('textarea')!;
    area.value = 'no JSON';
    await press('Save');
    await until(() => root().querySelector('[role=alert]') !== null);
    expect(cache.get(Task, 1)?.title).toBe('Milk');
    area.value = '"Oat milk"';
    await press('Save');
    await shows('"Oat milk"');
    expect(cache.get(Task, 1)?.title).toBe('Oat milk');
  });

  it('optimistic changes over the values of the server', async () => {
    await openPanel();
    cache.fetch(tasks.partialUpdate, { id: 1 }, { title: 'Soy milk' }).subscribe();
    await press('Tables');
    await shows('Soy milk');
    await press(/^1\s*Soy milk/);
    await shows('Changes in flight');
    expect(text()).toMatch(/Request 2\s*\{"title":"Soy milk"\}/);
    expect(text()).toMatch(/The server has\s*\{.*"title":"Milk"/);
    testing.expectRequest(tasks.partialUpdate).flush({ id: 1, title: 'Soy milk' });
    await until(() => !text().includes('Changes in flight'));
  });

  it('steps through time, and returns to the present', async () => {
    await openPanel();
    cache.set(Task, { id: 1, title: 'Oat milk' });
    await shows('a call of the application');
    const seen = watch(cache.select(open));
    await press('‹ Step back');
    await shows('after commit 1 of 12:00:00.000');
    expect(seen.last?.[0].title).toBe('Milk');
    expect(find('button', '‹ Step back').matches(':disabled')).toBeTrue();
    await press('Now');
    await shows('The present');
    expect(seen.last?.[0].title).toBe('Oat milk');
  });

  it('steps forward from a commit that is no longer recorded, and leaves a session that the console shows', async () => {
    await openPanel({ maxCommits: 2 });
    cache.set(Task, { id: 1, title: 'a' });
    const devtools = TestBed.inject(CacheDevtools);
    devtools.showCommit(2);
    for (const title of ['b', 'c', 'd']) cache.set(Task, { id: 1, title });
    await shows('after commit 2.');
    await until(() => find('button', '‹ Step back').matches(':disabled'));
    await press('Step forward ›');
    await shows('after commit 4 of 12:00:00.000');
    devtools.showSession(devtools.exportSession());
    await shows('The application shows a session of 2026-01-01T12:00:00.000Z.');
    await press('Now');
    await shows('The present');
    expect(devtools.shownSession()).toBeUndefined();
  });

  it('the caches that there are, and nothing while there are none', async () => {
    const start = () =>
      createEnvironmentInjector(
        [provideCache(withDevtools({ name: 'route' }))],
        TestBed.inject(EnvironmentInjector),
      );
    const route = start();
    route.get(CacheService);
    page = render(Page).nativeElement as HTMLElement;
    await press('Open the devtools of the cache');
    await shows('Timeline');
    const space = () => getComputedStyle(document.body).paddingBottom;
    await until(() => space() === '360px');
    route.destroy();
    await until(() => !text().includes('Timeline') && space() === '0px');
    const again = start();
    again.get(CacheService);
    await shows('Timeline');
    again.destroy();
    await until(() => space() === '0px');
  });

  it('nothing if the page ends while the panel is loading', async () => {
    setUpDevtools();
    const rejected = jasmine.createSpy();
    addEventListener('unhandledrejection', rejected);
    const fixture = render(Page);
    page = fixture.nativeElement as HTMLElement;
    const [place] = all('div');
    find('button', 'Open the devtools of the cache').click();
    fixture.detectChanges();
    TestBed.resetTestingModule();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(place.childElementCount).toBe(0);
    expect(rejected).not.toHaveBeenCalled();
    removeEventListener('unhandledrejection', rejected);
  });

  it('requests with their reason, and simulates an error', async () => {
    await openPanel();
    await press('Requests');
    await shows('Something began to need the response');
    await press(/GET \/tasks/);
    await shows('Actions');
    const newest = () => TestBed.inject(CacheDevtools).requests()[0];
    const select = find('ncq-response-actions select', /nothing/) as HTMLSelectElement;
    const simulate = (what: string) => {
      select.value = what;
      select.dispatchEvent(new Event('change'));
    };
    simulate('503');
    await until(() => newest().state === 'error');
    expect([newest().error?.status, cache.get(Task, 1)?.title]).toEqual([503, 'Milk']);
    await shows('error 503');
    simulate('');
    await until(() => testing.openRequests.length > 0);
    testing.expectRequest(tasks.getList).flush(rows);
    await until(() => newest().state === 'success');
  });

  it('a session from a file instead of the cache', async () => {
    await openPanel();
    const session = TestBed.inject(CacheDevtools).exportSession();
    cache.delete(Task, 1);
    await press('Session');
    await shows('Open a file');
    const input = root().querySelector<HTMLInputElement>('input[type=file]')!;
    const file = (content: string) => {
      const files = new DataTransfer();
      files.items.add(new File([content], 'session.json', { type: 'application/json' }));
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    };
    file('{ "broken": true }');
    await shows('The file was not opened.');
    file(JSON.stringify(session));
    await shows('Close the file');
    await press('Tables');
    await shows('PanelTask: 2 rows');
    await press('Session');
    await shows('Close the file');
    await press('Close the file');
    await press('Tables');
    await shows('PanelTask: 1 row');
  });

  it('long tables in the order of a column, and rows that contain a text', async () => {
    await openPanel();
    cache.set(
      [Task],
      Array.from({ length: 3_000 }, (_, index) => ({
        id: index + 1,
        title: `Task ${(index * 7) % 3_000}`,
      })),
    );
    await press('Tables');
    await shows('PanelTask: 3,000 rows');
    const titles = () =>
      [...root().querySelectorAll('[role=row]:not(.head)')].map(
        (row) => row.children[1].textContent,
      );
    await press(/^title/);
    await until(() => titles()[1] === 'Task 1');
    await press(/^title/);
    await until(() => titles()[0] === 'Task 999');
    expect(titles().length).toBeLessThan(60);
    const search = root().querySelector<HTMLInputElement>('input[type=search]')!;
    search.value = 'task 1234';
    search.dispatchEvent(new Event('input'));
    await shows('1 of 3,000');
    expect(titles()).toEqual(['Task 1234']);
  });

  it('nothing of what must not be seen, also of changes in flight and of arguments', async () => {
    await openPanel({ redact: ({ field, value }) => (field === 'title' ? '…' : value) });
    await press(/the response to GET \/tasks/);
    await shows('3 changed rows');
    cache.fetch(tasks.partialUpdate, { id: 1 }, { title: 'Soy milk' }).subscribe();
    await press('Tables');
    await shows('PanelTask: 2 rows');
    await press(/^1\s*…/);
    await shows('Changes in flight');
    expect(all('button').map(nameOf)).toContain('Edit done');
    expect(all('button').map(nameOf)).not.toContain('Edit title');
    expect(text()).not.toMatch(/milk/i);
    await press('Requests');
    await press(/PATCH/);
    await shows('[{"id":1},{"title":"…"}]');
    expect(text()).not.toMatch(/milk/i);
  });

  it('its views also while those of the page throw', async () => {
    const errors = { handleError: jasmine.createSpy() };
    const application = await createApplication({
      providers: [
        provideZonelessChangeDetection(),
        provideCache(withDevtools({ name: 'broken' })),
        { provide: ErrorHandler, useValue: errors },
      ],
    });
    application.injector.get(CacheService).set([Task], rows);
    page = document.body.appendChild(document.createElement('ncq-page'));
    const component = createComponent(Page, {
      environmentInjector: application.injector,
      hostElement: page,
    });
    application.attachView(component.hostView);
    await press('Open the devtools of the cache');
    await shows('Timeline');
    component.instance.isBroken.set(true);
    await until(() => errors.handleError.calls.count() > 0);
    await press('Tables');
    await press(/^2\s*Bread/);
    await shows('PanelTask 2');
    application.destroy();
    page.remove();
  });

  it('says what the devtools themselves have done', async () => {
    await openPanel();
    const devtools = TestBed.inject(CacheDevtools);
    devtools.edit('PanelTask', '1', 'title', 'Oat milk');
    await press(/^2.*the devtools/);
    await shows('"Oat milk"');
    devtools.actions.setOffline(true);
    devtools.showCommit(1);
    await press('Close the devtools');
    await shows('Cache: offline');
    expect(devtools.shownCommit()).toBeUndefined();
    devtools.actions.setOffline(false);
  });

  it('tabs that keys choose, a panel that is closed, and one that stays open', async () => {
    await openPanel();
    const tab = find('[role=tab]', 'Timeline');
    tab.focus();
    tab.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await until(() => root().activeElement?.textContent.trim() === 'Tables');
    await until(() => find('[role=tab]', 'Tables').getAttribute('aria-selected') === 'true');
    const again = render(Page);
    await again.whenStable();
    await press('Close the devtools');
    await shows('Cache');
    expect(root().querySelector('[role=tab]')).toBeNull();
  });
});

describe('D6 a page without devtools', () => {
  it('shows no panel', async () => {
    TestBed.configureTestingModule({ providers: [provideCache()] });
    const page = render(Page);
    await page.whenStable();
    const host = (page.nativeElement as HTMLElement).querySelector('cache-devtools')!;
    expect(host.shadowRoot!.querySelector('button')).toBeNull();
  });
});
