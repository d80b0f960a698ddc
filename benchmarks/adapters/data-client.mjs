// data-client without React: its reducer and its Controller. Like the React hooks, each watcher queries the Controller
// after every action, and compares the result with the previous one. The Controller memoizes results.
import { Controller, createReducer, initialState } from '@data-client/core';
import { Endpoint, Entity, Query, schema } from '@data-client/endpoint';
import { byRank, isOpen } from './split.mjs';

export default { open: () => new DataClient() };

class Row extends Entity {
  id = undefined;
  pk() {
    return `${this.id}`;
  }
}
class User extends Row {
  static key = 'User';
}
class Todo extends Row {
  static key = 'Todo';
  static schema = { user: User };
}
class DatedTodo extends Row {
  static key = 'DatedTodo';
  static schema = { user: User, createdAt: (iso) => new Date(iso) };
}
class Label extends Row {
  static key = 'Label';
}
class Issue extends Row {
  static key = 'Issue';
  static schema = { user: User, labels: [Label] };
}
class Project extends Row {
  static key = 'Project';
  static schema = { issues: [Issue] };
}

const endpoint = (name, of) =>
  new Endpoint(() => Promise.reject(new Error()), { name, schema: of });
const getTodo = endpoint('getTodo', Todo);
const putTodo = endpoint('putTodo', Todo);
const putUser = endpoint('putUser', User);
const putTodos = endpoint('putTodos', [Todo]);
const deleteTodo = endpoint('deleteTodo', new schema.Invalidate(Todo));
const getUsers = endpoint('getUsers', [User]);
const getTodos = endpoint('getTodos', [Todo]);
const getDatedTodos = endpoint('getDatedTodos', [DatedTodo]);
const getProjects = endpoint('getProjects', [Project]);

const all = (type) => new Query(new schema.All(type), (list) => list);
const queries = {
  users: all(User),
  todos: all(Todo),
  dated: all(DatedTodo),
  issues: all(Issue),
  open: new Query(new schema.All(Todo), (list) => list.filter(isOpen).sort(byRank)),
  count: new Query(new schema.All(Todo), (list) => list.filter(isOpen).length),
  by: new Query(new schema.All(Todo), (list, { field, value }) =>
    list.filter((todo) => todo[field] === value),
  ),
};

class DataClient {
  #state = initialState;
  #watchers = new Set();
  #controller = new Controller({
    getState: () => this.#state,
    dispatch: (action) => {
      this.#state = this.#reduce(this.#state, action);
      for (const check of this.#watchers) check();
      return Promise.resolve();
    },
  });
  #reduce = createReducer(this.#controller);

  setUsers = (rows) => this.#controller.setResponse(getUsers, rows);
  setTodos = (rows) => this.#controller.setResponse(getTodos, rows);
  setDatedTodos = (rows) => this.#controller.setResponse(getDatedTodos, rows);
  setProjects = (rows) => this.#controller.setResponse(getProjects, rows);

  readUsers = () => this.#read(queries.users, {});
  readTodos = () => this.#read(queries.todos, {});
  readDatedTodos = () => this.#read(queries.dated, {});
  readIssues = () => this.#read(queries.issues, {});

  watchOpen = (next) => this.#watch(next, queries.open, {});
  watchCount = (next) => this.#watch(next, queries.count, {});
  watchTodo = (id, next) => this.#watch(next, getTodo, { id });
  watchBy = (field, value, next) => this.#watch(next, queries.by, { field, value });

  updateTodo = (patch) => this.#controller.setResponse(putTodo, patch);
  updateTodos = (patches) => this.#controller.setResponse(putTodos, patches);
  updateUser = (patch) => this.#controller.setResponse(putUser, patch);
  insertTodo = (row) => this.#controller.setResponse(putTodo, row);
  deleteTodo = (id) => this.#controller.setResponse(deleteTodo, { id });

  #read(query, args) {
    return this.#controller.getResponse(query, args, this.#state).data;
  }

  #watch(next, query, args) {
    let last = this.#read(query, args);
    next(last);
    const check = () => {
      const value = this.#read(query, args);
      if (value !== last) next((last = value));
    };
    this.#watchers.add(check);
    return () => this.#watchers.delete(check);
  }
}
