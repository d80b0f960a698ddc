// The examples in docs/guides/devtools.md. The guide shows each region unchanged.
import { Component, inject, input } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { All, CacheService, Entity, provideCache, Query, restEndpoints } from 'ngx-cache-query';
import {
  CacheDevtools,
  type DevtoolsSession,
  RecordedSession,
  withDevtools,
  withPerformanceTrack,
  withReduxDevtools,
} from 'ngx-cache-query/devtools';
import {
  type CacheExtension,
  type CacheHandle,
  inspect,
  isResponse,
  isSensitive,
  markStale,
  RecordedHistory,
  replayHistory,
  resetResponse,
  TimeTravel,
  withExtension,
} from 'ngx-cache-query/extensions';
import { CacheDevtoolsPanel } from 'ngx-cache-query/devtools/panel';
import { CacheTesting, provideCacheTesting, replaySession } from 'ngx-cache-query/testing';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
}
const todoEndpoints = restEndpoints({ path: '/todos/:id', schema: Todo });
const openTodos = new Query(new All(Todo), (todos) => todos.length);
const sortedTodos = new Query(new All(Todo), (todos) =>
  [...todos].sort((a, b) => a.title.localeCompare(b.title)),
);

// #region why
@Component({
  selector: 'app-why',
  template: `<p>{{ why() }}</p>`,
})
class Why {
  readonly #devtools = inject(CacheDevtools, { optional: true });
  readonly todo = input.required<Todo>();

  protected why(): string | undefined {
    return this.#devtools?.why(this.todo(), 'title').text;
  }
}
// #endregion

// #region panel
@Component({
  selector: 'app-root',
  imports: [CacheDevtoolsPanel],
  template: `<h1>Todos</h1>
    <cache-devtools />`,
})
class App {}
// #endregion

hydrateComponents([Why, App], CacheDevtools);

describe('the guide to the devtools', () => {
  let cache: CacheService;

  beforeEach(async () => {
    // #region set-up
    const providers = [provideCache(withDevtools())];
    // #endregion
    TestBed.configureTestingModule({
      providers: [...providers, provideCacheTesting({ now: '2026-01-01T12:00:00Z' })],
    });
    cache = TestBed.inject(CacheService);
    const testing = TestBed.inject(CacheTesting);
    watch(cache.watch(todoEndpoints.getList));
    testing.expectRequest(todoEndpoints.getList).flush([{ id: 5, title: 'Milk' }]);
    await testing.settled();
  });

  it('answers in the console', () => {
    const { ngxCacheQuery } = globalThis as never as {
      ngxCacheQuery: Record<string, (...args: readonly unknown[]) => unknown>;
    };
    const answers = [
      ngxCacheQuery['why']('Todo', 5, 'title'),
      ngxCacheQuery['whyRequest']('GET /todos'),
    ];
    expect(answers).toEqual([
      [
        "title: 'Milk' came with the response to GET /todos (request 1) at 12:00:00.000 (commit 1).",
      ],
      'Request 1 was sent at 12:00:00.000. Something began to need the response, and nothing was stored. ' +
        'The response of 12:00:00.000 is fresh until 12:01:00.000, so no request is sent.',
    ]);
  });

  it('answers in a component and in code', () => {
    const fixture = TestBed.createComponent(Why);
    fixture.componentRef.setInput('todo', cache.get(Todo, 5));
    fixture.detectChanges();
    expect((fixture.nativeElement as HTMLElement).innerText).toContain('GET /todos (request 1)');
    watch(cache.select(sortedTodos));
    cache.set(Todo, { id: 5, title: 'Oats' });
    const devtools = TestBed.inject(CacheDevtools);
    const todo = cache.get(Todo, 5)!;
    const logged: unknown[] = [];
    const log = (answer: unknown) => logged.push(answer);
    // #region field
    const { text } = devtools.why(todo, 'title'); // 'Milk' came with the response to GET /todos (request 3) at …
    // #endregion
    // #region answers
    log(devtools.whyQuery(sortedTodos).text); // Which commit, rows and fields made it run, and what it emitted.
    log(devtools.whyRequest(todoEndpoints.getList).text); // Why it was sent, and until when none is sent.
    log(devtools.uses('Todo', '5')); // The queries that show a row, the rows that reference it, and when it is evicted.
    log(devtools.timers()); // When data becomes stale, and when polls, retries and sweeps happen.
    devtools.showCommit(1); // Shows the data after commit 1. showNow() returns to the present.
    // #endregion
    expect(text).toContain('a call of the application');
    expect(logged.length).toBe(4);
    expect(logged[0]).toContain('Todo 5 (title)');
    expect(cache.get(Todo, 5)?.title).toBe('Oats');
    devtools.showNow();
  });

  it('has a panel, which the application shows with one line', async () => {
    const fixture = TestBed.createComponent(App);
    await fixture.whenStable();
    const { shadowRoot } = (fixture.nativeElement as HTMLElement).querySelector('cache-devtools')!;
    expect(shadowRoot!.querySelector('button')!.textContent).toContain('Cache');
  });

  it('simulates, edits and acts on responses', async () => {
    const testing = TestBed.inject(CacheTesting);
    const devtools = TestBed.inject(CacheDevtools);
    // #region simulate
    devtools.actions.simulate({ endpoint: 'GET /todos' }, { kind: 'error', status: 503 });
    // #endregion
    await testing.settled();
    expect(devtools.responses()[0].error?.status).toBe(503);
    devtools.actions.simulate({ endpoint: 'GET /todos' }, undefined);
    // #region act
    const todos = { endpoint: 'GET /todos', key: 'GET /todos' };
    devtools.actions.simulate(todos, { kind: 'loading' }); // Its requests do not end.
    devtools.actions.simulate(todos, undefined); // Sends the request.
    devtools.actions.setOffline(true); // Each request fails with the status 0, until setOffline(false).
    devtools.actions.markStale(todos); // Also refetch() and reset().
    devtools.edit('Todo', '5', 'title', 'Oats'); // A write like any other.
    // #endregion
    expect(cache.get(Todo, 5)?.title).toBe('Oats');
    expect(testing.openRequests.length).toBe(1);
  });

  it('exports sessions, and replays them', () => {
    const devtools = TestBed.inject(CacheDevtools);
    const save = (text: string) => (file = { text: () => text });
    let file = { text: () => '' };
    cache.set(Todo, { id: 5, title: 'Oats' });
    // #region export
    save(JSON.stringify(devtools.exportSession()));
    // #endregion
    // #region session
    const session = new RecordedSession(file.text());
    session.showCommit(1);
    session.rows('Todo'); // the rows after commit 1
    devtools.showSession(session, 1); // The application shows them, until showNow().
    // #endregion
    expect(session.rows('Todo')[0].fields['title']).toBe('Milk');
    devtools.showNow();
    const saved = JSON.parse(file.text()) as DevtoolsSession;
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: [provideCacheTesting()] });
    const inSpec = TestBed.inject(CacheService);
    replaySession(inSpec, saved, { to: 1 });
    expect(inSpec.get(Todo, 5)?.title).toBe('Milk');
  });

  it('hides values, and passes commits on', () => {
    const all = [
      // #region options
      withDevtools({ redact: ({ field, value }) => (field === 'email' ? '…' : value) }),
      // #endregion
      // #region names
      withDevtools({ names: { sortedTodos, openTodos } }),
      // #endregion
      // #region feature
      provideCache(withDevtools()),
      // #endregion
      // #region redux
      provideCache(withDevtools(), withReduxDevtools({ name: 'Shop' })),
      // #endregion
      // #region track
      provideCache(withDevtools(), withPerformanceTrack()),
      // #endregion
    ];
    expect(all.length).toBe(5);
  });

  it('are made of parts that extensions can use', () => {
    // #region travel
    class Steps implements CacheExtension {
      travel!: TimeTravel;

      onInit(cache: CacheHandle): void {
        this.travel = new TimeTravel(cache); // this.travel.to(5) shows the data after commit 5
      }
    }
    // #endregion
    const steps = new Steps();
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: [provideCache(withExtension(() => steps))] });
    TestBed.inject(CacheService);
    expect(steps.travel.at).toBeUndefined();
  });

  it('are made of functions that extensions can use', async () => {
    let handle!: CacheHandle;
    let travel!: TimeTravel;
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({
      providers: [
        provideCache(
          withExtension(() => ({
            onInit: (cache) => (travel = new TimeTravel((handle = cache))),
          })),
        ),
        provideCacheTesting(),
      ],
    });
    cache = TestBed.inject(CacheService);
    const testing = TestBed.inject(CacheTesting);
    const list = watch(cache.watch(todoEndpoints.getList));
    const answer = async () => {
      testing.expectRequest(todoEndpoints.getList).flush([{ id: 5, title: 'Milk' }]);
      await testing.settled();
    };
    await answer();
    // #region refetch
    void cache.refetch(isResponse({ endpoint: 'GET /todos', key: 'GET /todos' }));
    // #endregion
    await answer();
    // #region reset
    resetResponse(handle, { endpoint: 'GET /todos', key: 'GET /todos' });
    // #endregion
    expect(list.last?.status).toBe('loading');
    await answer();
    // #region stale
    for (const response of inspect(handle).responses()) markStale(handle, response);
    // #endregion
    expect(inspect(handle).responses()[0].isMarkedStale).toBeTrue();
    // #region sensitive
    const shown = inspect(handle)
      .queries()
      .filter(({ queryable }) => !isSensitive(queryable));
    // #endregion
    expect(shown.length).toBe(inspect(handle).queries().length);
    // #region history
    const recorded = new RecordedHistory(travel.history(0));
    recorded.to(1);
    const sizes = recorded.tables.map(({ rows, title }) => `${title}: ${rows.size}`); // after commit 1
    // #endregion
    expect(sizes).toContain('Todo: 1');
    cache.delete(Todo, 5);
    // #region replay
    replayHistory(cache, travel.history(0), 1); // The cache has what it had after commit 1.
    // #endregion
    expect(cache.get(Todo, 5)?.title).toBe('Milk');
  });
});
