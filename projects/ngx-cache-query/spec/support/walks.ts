// The two uses of the cache that benchmarks/files-passed.mjs traces through the library. Both show to-dos sorted by title.
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  ErrorHandler,
  Injector,
  PLATFORM_ID,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE as INJECTOR_SCOPE,
} from '@angular/core';
import {
  CacheService,
  Entity,
  optimistic,
  provideCache,
  Query,
  RestEndpoint,
  schema,
} from 'ngx-cache-query';

class User extends Entity {
  static override readonly key: string = 'User';
  readonly id: number = 0;
  readonly name: string = '';
}

class Todo extends Entity {
  static override readonly key: string = 'Todo';
  readonly id: number = 0;
  readonly title: string = '';
  readonly changedAt: string = '';
  readonly user: User = User.fromJS({});
  static override readonly schema = { user: User };
}

const getTodos = new RestEndpoint({ path: '/todos', schema: [Todo] });
const updateTodo = new RestEndpoint({
  path: '/todos/:id',
  method: 'PATCH',
  body: {} as { title: string },
  schema: Todo,
  optimistic: (_snapshot, { id }, body) => optimistic({ id, ...body }),
});
const sortedTodos = new Query(new schema.All(Todo), (todos) =>
  [...todos].sort((a, b) => a.title.localeCompare(b.title)),
);

const ada = { id: 1, name: 'Ada' };
const loaded = [
  { id: 1, title: 'Tea', changedAt: '09:00', user: ada },
  { id: 2, title: 'Cake', changedAt: '09:00', user: ada },
];

/** Records the functions of the library that run between `start` and `stop`. */
export interface Recorder {
  start(): void;
  stop(): void;
}

/** Records a response: from HttpClient's response event until the subscriber of the query receives the list. */
export function response(recorder: Recorder): void {
  const { injector, cache, http } = open();
  cache.select(sortedTodos).subscribe((todos) => {
    if (todos !== undefined) recorder.stop();
  });
  cache.fetch(getTodos).subscribe();
  const request = http.expectOne('/todos');
  recorder.start();
  request.flush(loaded);
  injector.destroy();
}

/** Records an optimistic update: from the mutation until the subscriber of the query receives the server's to-do. */
export function optimisticUpdate(recorder: Recorder): void {
  const { injector, cache, http } = open();
  cache.fetch(getTodos).subscribe();
  http.expectOne('/todos').flush(loaded);
  const shown: string[] = [];
  cache.select(sortedTodos).subscribe((todos) => {
    shown.push(todos!.map(({ title, changedAt }) => `${title} ${changedAt}`).join());
    if (shown.length === 3) recorder.stop();
  });
  recorder.start();
  cache.fetch(updateTodo, { id: 1 }, { title: 'Bread' }).subscribe();
  http.expectOne('/todos/1').flush({ id: 1, title: 'Bread', changedAt: '10:00', user: ada });
  injector.destroy();
  const lists = ['Cake 09:00,Tea 09:00', 'Bread 09:00,Cake 09:00', 'Bread 10:00,Cake 09:00'];
  if (shown.join(' | ') !== lists.join(' | ')) throw new Error(`Unexpected: ${shown.join(' | ')}`);
}

/** Creates the root injector of an application, without a page. */
function open(): {
  injector: EnvironmentInjector;
  cache: CacheService;
  http: HttpTestingController;
} {
  const providers = [
    { provide: INJECTOR_SCOPE, useValue: 'root' },
    { provide: PLATFORM_ID, useValue: 'browser' },
    ErrorHandler,
    provideZonelessChangeDetection(),
    provideHttpClient(),
    provideHttpClientTesting(),
    provideCache(),
  ];
  const injector = createEnvironmentInjector(providers, Injector.NULL as EnvironmentInjector);
  return { injector, cache: injector.get(CacheService), http: injector.get(HttpTestingController) };
}
