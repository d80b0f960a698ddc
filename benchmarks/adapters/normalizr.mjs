// normalizr, with plain tables as the state and memoized selectors (reselect).
import { normalize, schema } from 'normalizr';
import { createSelector } from 'reselect';
import { byRank, isOpen } from './split.mjs';

export default { open: () => new Normalizr() };

const user = new schema.Entity('users');
const label = new schema.Entity('labels');
const todo = new schema.Entity('todos', { user });
const issue = new schema.Entity('issues', { user, labels: [label] });
const project = new schema.Entity('projects', { issues: [issue] });

class Normalizr {
  #state = { todos: {}, users: {}, issues: {}, labels: {}, projects: {} };
  #watchers = new Set();
  #select = selectors();

  setUsers = (rows) => this.#merge(normalize(rows, [user]).entities);
  setTodos = (rows) => this.#merge(normalize(rows, [todo]).entities);
  setProjects = (rows) => this.#merge(normalize(rows, [project]).entities);

  readUsers = () => this.#select.users(this.#state);
  readTodos = () => this.#select.joined(this.#state);
  readIssues = () => this.#select.issues(this.#state);

  watchOpen = (next) => this.#watch(this.#select.open, next);
  watchCount = (next) => this.#watch(this.#select.count, next);
  watchTodo = (id, next) => this.#watch((state) => state.todos[id], next);
  watchBy = (field, value, next) => this.#watch(this.#select.by(field, value), next);

  updateTodo = (patch) => this.#patch('todos', [patch]);
  updateTodos = (patches) => this.#patch('todos', patches);
  updateUser = (patch) => this.#patch('users', [patch]);
  insertTodo = (row) => this.setTodos([row]);

  deleteTodo(id) {
    const { [id]: _, ...todos } = this.#state.todos;
    this.#set({ todos });
  }

  /** Merges new rows over the existing rows of each table, as the reducers in normalizr's examples do. */
  #merge(entities) {
    const tables = Object.entries(entities);
    this.#set(
      Object.fromEntries(tables.map(([name, rows]) => [name, { ...this.#state[name], ...rows }])),
    );
  }

  #patch(name, patches) {
    const rows = { ...this.#state[name] };
    for (const patch of patches) rows[patch.id] = { ...rows[patch.id], ...patch };
    this.#set({ [name]: rows });
  }

  #set(tables) {
    this.#state = { ...this.#state, ...tables };
    for (const check of this.#watchers) check();
  }

  #watch(selector, next) {
    let last = selector(this.#state);
    next(last);
    const check = () => {
      const value = selector(this.#state);
      if (value !== last) next((last = value));
    };
    this.#watchers.add(check);
    return () => this.#watchers.delete(check);
  }
}

function selectors() {
  const byId = (name) => (state) => state[name];
  const all = (name) => createSelector([byId(name)], (rows) => Object.values(rows));
  const join = (list, users) => list.map((row) => ({ ...row, user: users[row.user] }));
  const todos = all('todos');
  return {
    users: all('users'),
    issues: createSelector([all('issues'), byId('users')], join),
    joined: createSelector([todos, byId('users')], join),
    open: createSelector([todos, byId('users')], (list, users) =>
      join(list.filter(isOpen).sort(byRank), users),
    ),
    count: createSelector([todos], (list) => list.filter(isOpen).length),
    by: (field, value) =>
      createSelector([todos], (list) => list.filter((row) => row[field] === value)),
  };
}
