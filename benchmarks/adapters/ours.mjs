// This library: the built package in production mode, with views.
import {
  createEnvironmentInjector,
  ErrorHandler,
  PLATFORM_ID,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE as INJECTOR_SCOPE,
} from '@angular/core';
import {
  CacheService,
  Collection,
  countRows,
  Endpoint,
  Entity,
  optimistic,
  orderBy,
  provideCache,
  Query,
  schema,
  toValues,
  view,
  where,
  whereEquals,
} from 'ngx-cache-query';
import { of } from 'rxjs';

export default {
  open: ({ kind }) => new Ours(models[kind], declared),
};

const models = { int: modelOf(0), string: modelOf('') };

/** Returns the Entity classes for one kind of ids. */
function modelOf(noId) {
  class User extends Entity {
    id = noId;
    name = '';
    username = '';
    email = '';
    phone = '';
    city = '';
    company = '';
    website = '';
    isAdmin = false;
  }
  class Todo extends Entity {
    static schema = { user: User };
    static indexes = ['list', 'board'];
    id = noId;
    title = '';
    description = '';
    completed = false;
    rank = 0;
    list = 0;
    board = 0;
    createdAt = '';
    user = User.fromJS({});
  }
  class DatedTodo extends Todo {
    static schema = { user: User, createdAt: Date };
    static indexes = [];
    createdAt = null;
  }
  class Label extends Entity {
    id = noId;
    name = '';
  }
  class Issue extends Entity {
    static schema = { user: User, labels: [Label] };
    id = noId;
    title = '';
    state = '';
    user = User.fromJS({});
    labels = [];
  }
  class Project extends Entity {
    static schema = { issues: [Issue] };
    id = noId;
    name = '';
    issues = [];
  }
  const [users, todos, dated, issues] = [User, Todo, DatedTodo, Issue].map(
    (type) => new schema.All(type),
  );
  const save = new Endpoint({
    sideEffect: true,
    load: (_patch, answer) => of(answer),
    schema: Todo,
    optimistic: (_snapshot, patch) => optimistic(patch),
  });
  return { User, Todo, DatedTodo, Project, users, todos, dated, issues, save };
}

function declared(todos) {
  return {
    open: new Query(todos, view(where(isOpen), orderBy('rank'))),
    list: new Query(todos, view(whereEquals((list) => ({ list })))),
    board: new Query(todos, view(whereEquals((board) => ({ board })))),
    count: new Query(todos, view(where(isOpen), countRows())),
  };
}

export function isOpen(todo) {
  return !todo.completed;
}

export class Ours {
  #model;
  #queries;
  #cache;

  constructor(model, queriesOf) {
    this.#model = model;
    this.#queries = queriesOf(model.todos);
    // The root injector of an application, created without an application, which would require a document.
    const injector = createEnvironmentInjector([
      { provide: INJECTOR_SCOPE, useValue: 'root' },
      { provide: PLATFORM_ID, useValue: 'browser' },
      ErrorHandler,
      provideZonelessChangeDetection(),
      provideCache(),
    ]);
    this.#cache = injector.get(CacheService);
  }

  setUsers = (rows) => this.#cache.set([this.#model.User], rows);
  setTodos = (rows) => this.#cache.set([this.#model.Todo], rows);
  setDatedTodos = (rows) => this.#cache.set([this.#model.DatedTodo], rows);
  setProjects = (rows) => this.#cache.set([this.#model.Project], rows);

  readUsers = () => this.#cache.get(this.#model.users);
  readTodos = () => this.#cache.get(this.#model.todos);
  readDatedTodos = () => this.#cache.get(this.#model.dated);
  readIssues = () => this.#cache.get(this.#model.issues);

  watchOpen(next) {
    const subscription = this.#cache.select(this.#queries.open).subscribe(next);
    return () => subscription.unsubscribe();
  }

  watchCount = (next) => this.#cache.select(this.#queries.count).subscribe(next);
  watchTodo = (id, next) => this.#cache.select(this.#model.Todo, id).subscribe(next);
  watchBy = (field, value, next) => this.#cache.select(this.#queries[field], value).subscribe(next);

  /** Loads the rows with an endpoint, and watches its list. The endpoint responds synchronously. */
  watchList(rows, next) {
    const list = new Collection([this.#model.Todo]);
    const getList = new Endpoint({ load: () => of(rows), schema: list });
    this.#cache.watch(getList).pipe(toValues()).subscribe(next);
  }

  /** Runs an optimistic mutation, which responds synchronously, after the optimistic emission. */
  saveTodo = (patch, answer) => this.#cache.fetch(this.#model.save, patch, answer).subscribe();

  updateTodo = (patch) => this.#cache.set(this.#model.Todo, patch);
  updateTodos = (patches) => this.#cache.set([this.#model.Todo], patches);
  updateUser = (patch) => this.#cache.set(this.#model.User, patch);
  insertTodo = (row) => this.#cache.set(this.#model.Todo, row);
  deleteTodo = (id) => this.#cache.delete(this.#model.Todo, id);

  /** Runs garbage collection as if the required minutes had passed. */
  sweep() {
    isSweeping = true;
    while (timers.length > 0) timers.pop()();
    isSweeping = false;
  }
}

export { models };

/** Long timers that are held back. When `sweep` is called, it runs the garbage collection with all its slices. */
const timers = [];
let isSweeping = false;
const { setTimeout } = globalThis;
globalThis.setTimeout = (run, milliseconds, ...more) =>
  milliseconds >= 60_000 || isSweeping ? timers.push(run) : setTimeout(run, milliseconds, ...more);
