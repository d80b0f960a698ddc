// @ngrx/entity in @ngrx/store with memoized selectors, as in its documentation. In production mode, NgRx has no runtime
// checks.
import {
  createEnvironmentInjector,
  ErrorHandler,
  PLATFORM_ID,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE as INJECTOR_SCOPE,
} from '@angular/core';
import { createEntityAdapter } from '@ngrx/entity';
import {
  createAction,
  createFeatureSelector,
  createReducer,
  createSelector,
  on,
  props,
  provideStore,
  Store,
} from '@ngrx/store';
import { asUpdate, byRank, isOpen, splitProjects, splitTodos } from './split.mjs';

export default { open: () => new NgrxEntity() };

const names = ['todos', 'users', 'issues', 'labels', 'projects'];
const loaded = createAction('[API] Loaded', props());
const updated = createAction('[Page] Updated', props());
const removed = createAction('[Page] Removed', props());

const adapter = createEntityAdapter();
const reducers = Object.fromEntries(
  names.map((name) => [
    name,
    createReducer(
      adapter.getInitialState(),
      on(loaded, (state, rows) => (rows[name] ? adapter.setMany(rows[name], state) : state)),
      on(updated, (state, { table, updates }) =>
        table === name ? adapter.updateMany(updates, state) : state,
      ),
      on(removed, (state, { table, id }) =>
        table === name ? adapter.removeOne(id, state) : state,
      ),
    ),
  ]),
);

class NgrxEntity {
  #store;
  #select;

  constructor() {
    const injector = createEnvironmentInjector([
      { provide: INJECTOR_SCOPE, useValue: 'root' },
      { provide: PLATFORM_ID, useValue: 'browser' },
      ErrorHandler,
      provideZonelessChangeDetection(),
      provideStore(reducers),
    ]);
    this.#store = injector.get(Store);
    this.#select = selectors();
  }

  setUsers = (users) => this.#store.dispatch(loaded({ users }));
  setTodos = (rows) => this.#store.dispatch(loaded(splitTodos(rows)));
  setProjects = (rows) => this.#store.dispatch(loaded(splitProjects(rows)));

  readUsers = () => this.#now(this.#select.users);
  readTodos = () => this.#now(this.#select.joined);
  readIssues = () => this.#now(this.#select.issues);

  watchOpen(next) {
    const subscription = this.#store.select(this.#select.open).subscribe(next);
    return () => subscription.unsubscribe();
  }

  watchCount = (next) => this.#store.select(this.#select.count).subscribe(next);
  watchTodo = (id, next) => this.#store.select(this.#select.todo(id)).subscribe(next);
  watchBy = (field, value, next) =>
    this.#store.select(this.#select.by(field, value)).subscribe(next);

  watchList(rows, next) {
    this.setTodos(rows);
    this.#store.select(this.#select.todos).subscribe(next);
  }

  saveTodo(patch, answer) {
    this.updateTodo(patch);
    this.setTodos([answer]);
  }

  updateTodo = (patch) => this.updateTodos([patch]);
  updateTodos = (patches) =>
    this.#store.dispatch(updated({ table: 'todos', updates: patches.map(asUpdate) }));
  updateUser = (patch) =>
    this.#store.dispatch(updated({ table: 'users', updates: [asUpdate(patch)] }));
  insertTodo = (row) => this.setTodos([row]);
  deleteTodo = (id) => this.#store.dispatch(removed({ table: 'todos', id }));

  #now = (selector) => this.#store.selectSignal(selector)();
}

function selectors() {
  const [todos, users, issues] = names.map((name) =>
    adapter.getSelectors(createFeatureSelector(name)),
  );
  const join = (list, byId) => list.map((row) => ({ ...row, user: byId[row.user] }));
  return {
    users: users.selectAll,
    todos: todos.selectAll,
    issues: createSelector(issues.selectAll, users.selectEntities, join),
    joined: createSelector(todos.selectAll, users.selectEntities, join),
    open: createSelector(todos.selectAll, users.selectEntities, (list, byId) =>
      join(list.filter(isOpen).sort(byRank), byId),
    ),
    count: createSelector(todos.selectAll, (list) => list.filter(isOpen).length),
    todo: (id) => createSelector(todos.selectEntities, (byId) => byId[id]),
    by: (field, value) =>
      createSelector(todos.selectAll, (list) => list.filter((todo) => todo[field] === value)),
  };
}
