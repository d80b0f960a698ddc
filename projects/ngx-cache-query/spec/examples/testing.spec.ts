// The examples in docs/guides/testing.md. The guide shows each region unchanged.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  infiniteState,
  optimistic,
  pageNumber,
  paginated,
  provideCache,
  Query,
  RestEndpoint,
  restEndpoints,
  schema,
  snakeCase,
  toValues,
  typed,
  withRefetchOnFocus,
  withRest,
} from 'ngx-cache-query';
import {
  CacheTesting,
  delayed,
  entityFactory,
  failure,
  inTurn,
  manual,
  passThrough,
  provideCacheTesting,
  replaySession,
  reply,
  respondTo,
} from 'ngx-cache-query/testing';
import { session } from '../support/session';
import { hydrateComponents } from '../support/hydrated';
import { watch } from '../support/watch';

// #region component
class Task extends Entity {
  static override readonly key: string = 'Task';
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
}

const tasks = restEndpoints({ path: '/tasks/:id', schema: Task, optimistic });

@Component({
  selector: 'app-tasks',
  template: `
    @if (list.hasValue()) {
      @for (task of list.value(); track task.id) {
        <button [disabled]="task.done" (click)="update.mutate({ id: task.id }, { done: true })">
          {{ task.title }}
        </button>
      }
    } @else if (list.error()) {
      <p role="alert">Failed</p>
    } @else if (list.isLoading()) {
      <p>Loading …</p>
    }
    @if (update.error()) {
      <p role="alert">Not saved</p>
    }
  `,
})
class Tasks {
  private readonly cache = inject(CacheService);
  protected readonly list = this.cache.resource(tasks.getList);
  protected readonly update = this.cache.mutation(tasks.partialUpdate);
}
// #endregion

// #region query
const countDone = new Query(new schema.All(Task), (all) => all.filter(({ done }) => done).length);
// #endregion

// #region factory
const newTask = entityFactory(Task, (n) => ({ id: n, title: `Task ${n}`, done: false }));
// #endregion

hydrateComponents([Tasks]);

// #region fixtures
describe('Tasks', () => {
  let testing: CacheTesting;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideCache(withRest({ urlPrefix: '/api' }), withRefetchOnFocus()),
        provideCacheTesting({
          fixtures: [
            respondTo(tasks.getList, [newTask({ id: 1, title: 'Water the tomatoes' })]),
            respondTo(tasks.partialUpdate, ({ id }, changes) => ({ id, ...changes })),
          ],
        }),
      ],
    });
    testing = TestBed.inject(CacheTesting);
  });

  afterEach(() => testing.verify());

  it('finishes a task', async () => {
    const fixture = TestBed.createComponent(Tasks);
    const page: HTMLElement = fixture.nativeElement;
    fixture.detectChanges();
    expect(page.textContent).toContain('Loading …');
    await fixture.whenStable();
    page.querySelector('button')!.click();
    await fixture.whenStable();
    expect(page.querySelector('button')!.disabled).toBe(true);
    expect(testing.requestsOf(tasks.partialUpdate)).toEqual([[{ id: 1 }, { done: true }]]);
  });

  it('says that a task was not saved', async () => {
    testing.addFixtures(respondTo(tasks.partialUpdate, failure(503)));
    const fixture = TestBed.createComponent(Tasks);
    const page: HTMLElement = fixture.nativeElement;
    await fixture.whenStable();
    page.querySelector('button')!.click();
    await fixture.whenStable();
    expect(page.querySelector('[role=alert]')!.textContent).toBe('Not saved');
    expect(page.querySelector('button')!.disabled).toBe(false);
  });
});
// #endregion

describe('the testing kit', () => {
  let testing: CacheTesting;

  beforeEach(() => {
    const fixtures = [respondTo(tasks.getList, [newTask({ id: 1 })])];
    const habits = withRest({ names: snakeCase, unwrap: 'data' });
    TestBed.configureTestingModule({
      providers: [provideCache(habits), provideCacheTesting({ fixtures })],
    });
    testing = TestBed.inject(CacheTesting);
  });

  afterEach(() => testing.verify());

  it('has the responses of pages', async () => {
    // #region pages
    const pagedTasks = restEndpoints({
      path: '/tasks/:id',
      schema: Task,
      pages: paginated('page', pageNumber()),
    });
    testing.addFixtures(
      respondTo(pagedTasks.getList, newTask.list(2)),
      respondTo(pagedTasks.getList.getPage, ({ page } = {}) => (page === 2 ? newTask.list(1) : [])),
    );
    // #endregion
    const pages$ = TestBed.runInInjectionContext(() => infiniteState(pagedTasks.getList.getPage));
    const seen = watch(pages$);
    for (const length of [2, 3]) {
      await testing.settled();
      expect(seen.last?.items?.length).toBe(length);
      seen.last?.loadMore();
    }
    await testing.settled();
    expect(seen.last?.hasMore).toBeFalse();
  });

  it('has other responses', async () => {
    // #region responses
    testing.addFixtures(
      respondTo(tasks.get, ({ id }) => (id === 9 ? failure(404) : { id, title: 'Call' })),
      respondTo(tasks.getList, delayed(500, newTask.list(3))),
      respondTo(tasks.getList.push, inTurn(failure(503), newTask())),
    );
    // #endregion
    const cache = TestBed.inject(CacheService);
    const seen: string[] = [];
    cache.watch(tasks.getList).subscribe(({ status }) => seen.push(status));
    // #region clock
    await testing.clock.advance(500); // triggers delayed responses, polls, retries and evictions
    testing.page.hide(); // no poll is sent
    testing.page.show(); // stale data is refetched now
    testing.page.goOffline();
    testing.page.goOnline();
    // #endregion
    expect(seen).toEqual(['loading', 'resolved']);
  });

  it('takes a body as the server sends it, or the data of a factory', async () => {
    class Issue extends Entity {
      static override readonly key: string = 'Issue';
      readonly id: number = 0;
      readonly isUrgent: boolean = false;
    }
    const issues = restEndpoints({ path: '/issues/:id', schema: Issue });
    const newIssue = entityFactory(Issue, (n) => ({ id: n, isUrgent: true }));
    testing.addFixtures(
      respondTo(issues.getList, newIssue.list(1)),
      respondTo(issues.get, { data: { id: 2, is_urgent: true } }),
    );
    const cache = TestBed.inject(CacheService);
    watch(cache.fetch(issues.getList));
    watch(cache.fetch(issues.get, { id: 2 }));
    await testing.settled();
    expect([1, 2].map((id) => cache.get(Issue, id)?.isUrgent)).toEqual([true, true]);
  });

  it('is asked about the cache', async () => {
    const cache = TestBed.inject(CacheService);
    cache.watch(tasks.getList).pipe(toValues()).subscribe();
    await testing.settled();
    // #region manual-fixture
    testing.addFixtures(manual(tasks.partialUpdate));
    // #endregion
    cache.fetch(tasks.partialUpdate, { id: 1 }, { done: true }).subscribe();
    // until testing.expectRequest(tasks.partialUpdate).flush(…), the request is in flight
    // #region ask
    expect(testing.isStale(tasks.getList)).toBe(false);
    expect(testing.isPending(tasks.partialUpdate)).toBe(true);
    expect(testing.isOptimistic(Task, 1)).toBe(true);
    // #endregion
    testing.expectRequest(tasks.partialUpdate).flush(newTask({ id: 1 }));
  });
});

// #region manual
describe('Tasks, with a response from the spec', () => {
  let testing: CacheTesting;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [provideCacheTesting()] });
    testing = TestBed.inject(CacheTesting);
  });

  afterEach(() => testing.verify());

  it('shows a task as done before the server has responded', async () => {
    const fixture = TestBed.createComponent(Tasks);
    const page: HTMLElement = fixture.nativeElement;
    fixture.detectChanges();
    testing.expectRequest(tasks.getList).flush([newTask({ id: 1 })]);
    await fixture.whenStable();

    page.querySelector('button')!.click();
    fixture.detectChanges();
    expect(page.querySelector('button')!.disabled).toBe(true);

    testing.expectRequest(tasks.partialUpdate, { id: 1 }, { done: true }).fail(403);
    await fixture.whenStable();
    expect(page.querySelector('button')!.disabled).toBe(false);
  });
});
// #endregion

describe('A spec with entities', () => {
  it('reads them from the cache', () => {
    // #region entities
    TestBed.configureTestingModule({
      providers: [provideCacheTesting({ entities: [[Task, newTask.list(2, { done: true })]] })],
    });
    const count = TestBed.inject(CacheService).get(countDone);
    expect(count).toBe(2);
    // #endregion
  });
});

describe('A spec with HttpTestingController', () => {
  it('responds to the requests of an endpoint', async () => {
    // #region http
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(withRest({ urlPrefix: '/api' })),
        provideCacheTesting({ fixtures: [passThrough(tasks.getList)] }),
      ],
    });
    const http = TestBed.inject(HttpTestingController);
    const fixture = TestBed.createComponent(Tasks);
    fixture.detectChanges();
    http.expectOne('/api/tasks').flush([newTask({ title: 'Call the landlord' })]);
    await fixture.whenStable();
    // #endregion
    expect((fixture.nativeElement as HTMLElement).textContent).toContain('Call the landlord');
  });
});

describe('The docstrings of ngx-cache-query/testing', () => {
  class User extends Entity {
    static override readonly key: string = 'User';
    readonly id: number = 0;
    readonly name: string = '';
    readonly isAdmin: boolean = false;
  }
  class Todo extends Entity {
    static override readonly key: string = 'Todo';
    readonly id: number = 0;
    readonly title: string = '';
    readonly owner: User = User.fromJS({});
    static override readonly schema = { owner: User };
  }
  const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
  const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
  const createUser = new RestEndpoint({
    path: '/users',
    body: typed<{ name: string }>(),
    schema: User,
  });

  it('are right about fixtures', () => {
    TestBed.configureTestingModule({
      providers: [
        // #region provide-testing
        provideCache(withRest({ urlPrefix: '/api' })),
        provideCacheTesting({ fixtures: [respondTo(getUsers, [{ id: 1, name: 'Ada' }])] }),
        // #endregion
      ],
    });
    const providers =
      // #region respond-to
      provideCacheTesting({
        fixtures: [
          respondTo(getUsers, [{ id: 1, name: 'Ada' }]),
          respondTo(getUser, ({ id }) => ({ id, name: `User ${id}` })),
          respondTo(createUser, failure(422, { fields: { name: 'is taken' } })),
        ],
      });
    // #endregion
    const fixtures = [
      // #region reply
      respondTo(getUsers, reply([{ id: 1 }], { headers: { 'X-Total-Count': '200' } })),
      // #endregion
      // #region failure
      respondTo(createUser, failure(422, { fields: { name: 'is taken' } })),
      // #endregion
      // #region delayed
      respondTo(getUsers, delayed(500, [{ id: 1 }])),
      // #endregion
      // #region in-turn
      respondTo(getUsers, inTurn(failure(503), [{ id: 1 }])),
      // #endregion
    ];
    TestBed.inject(CacheTesting).addFixtures(...fixtures);
    expect(Object.keys(providers).length).toBe(1);
  });

  it('are right about CacheTesting', async () => {
    TestBed.configureTestingModule({ providers: [provideCacheTesting()] });
    TestBed.inject(CacheService).fetch(getUser, { id: 5 }).subscribe();
    // #region cache-testing
    const testing = TestBed.inject(CacheTesting);
    testing.expectRequest(getUser, { id: 5 }).flush({ id: 5, name: 'Ada' });
    await testing.clock.advance(60_000);
    testing.verify();
    // #endregion
    expect(testing.isStale(getUser, { id: 5 })).toBe(true);
  });

  it('are right about sessions', () => {
    TestBed.configureTestingModule({ providers: [provideCacheTesting()] });
    const titles = new Query(new schema.All(Todo), (todos) => todos.map(({ title }) => title));
    // #region replay
    const cache = TestBed.inject(CacheService);
    const seen: unknown[] = [];
    cache.select(titles).subscribe((value) => seen.push(value));
    replaySession(cache, session, { to: 12 }); // The rows as they were after commit 12.
    expect(seen.at(-1)).toEqual(['Oats']);
    // #endregion
    expect(seen).toEqual([undefined, ['Milk'], ['Oats']]);
  });

  it('are right about factories', () => {
    // #region entity-factory
    const newUser = entityFactory(User, (n) => ({ id: n, name: `User ${n}` }));
    const newTodo = entityFactory(Todo, (n) => ({ id: n, title: `Todo ${n}`, owner: newUser() }));
    newTodo({ title: 'Tea' }); // { id: 1, title: 'Tea', owner: { id: 1, name: 'User 1' } }
    newUser.list(3, { isAdmin: true });
    // #endregion
    expect(newTodo({ title: 'Tea' }) as object).toEqual({
      id: 2,
      title: 'Tea',
      owner: { id: 5, name: 'User 5' },
    });
  });
});
