// Redux Toolkit: createEntityAdapter in slices, memoized selectors, and watchers that compare selected values.
import {
  combineSlices,
  configureStore,
  createEntityAdapter,
  createSelector,
  createSlice,
} from '@reduxjs/toolkit';
import { asUpdate, byRank, isOpen, splitProjects, splitTodos } from './split.mjs';

export default { open: () => new ReduxToolkit() };

const adapter = createEntityAdapter();
const slices = Object.fromEntries(
  ['todos', 'users', 'issues', 'labels', 'projects'].map((name) => [
    name,
    createSlice({
      name,
      initialState: adapter.getInitialState(),
      reducers: {
        updated: (state, { payload }) => adapter.updateMany(state, payload),
        removed: (state, { payload }) => adapter.removeOne(state, payload),
      },
      extraReducers: (builder) =>
        builder.addCase('loaded', (state, { payload }) => {
          if (payload[name]) adapter.setMany(state, payload[name]);
        }),
    }),
  ]),
);
const loaded = (payload) => ({ type: 'loaded', payload });
const { todos, users } = slices;

class ReduxToolkit {
  #store = configureStore({
    reducer: combineSlices(...Object.values(slices)),
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }),
    devTools: false,
  });
  #select = selectors();

  setUsers = (rows) => this.#store.dispatch(loaded({ users: rows }));
  setTodos = (rows) => this.#store.dispatch(loaded(splitTodos(rows)));
  setProjects = (rows) => this.#store.dispatch(loaded(splitProjects(rows)));

  readUsers = () => this.#select.users(this.#store.getState());
  readTodos = () => this.#select.joined(this.#store.getState());
  readIssues = () => this.#select.issues(this.#store.getState());

  watchOpen = (next) => this.#watch(this.#select.open, next);
  watchCount = (next) => this.#watch(this.#select.count, next);
  watchTodo = (id, next) => this.#watch((state) => state.todos.entities[id], next);
  watchBy = (field, value, next) => this.#watch(this.#select.by(field, value), next);

  updateTodo = (patch) => this.updateTodos([patch]);
  updateTodos = (patches) => this.#store.dispatch(todos.actions.updated(patches.map(asUpdate)));
  updateUser = (patch) => this.#store.dispatch(users.actions.updated([asUpdate(patch)]));
  insertTodo = (row) => this.setTodos([row]);
  deleteTodo = (id) => this.#store.dispatch(todos.actions.removed(id));

  #watch(selector, next) {
    let last = selector(this.#store.getState());
    next(last);
    return this.#store.subscribe(() => {
      const value = selector(this.#store.getState());
      if (value !== last) next((last = value));
    });
  }
}

function selectors() {
  const of = (name) => adapter.getSelectors((state) => state[name]);
  const allTodos = of('todos').selectAll;
  const { selectAll: allUsers, selectEntities: usersById } = of('users');
  const join = (list, byId) => list.map((row) => ({ ...row, user: byId[row.user] }));
  return {
    users: allUsers,
    issues: createSelector([of('issues').selectAll, usersById], join),
    joined: createSelector([allTodos, usersById], join),
    open: createSelector([allTodos, usersById], (list, byId) =>
      join(list.filter(isOpen).sort(byRank), byId),
    ),
    count: createSelector([allTodos], (list) => list.filter(isOpen).length),
    by: (field, value) =>
      createSelector([allTodos], (list) => list.filter((todo) => todo[field] === value)),
  };
}
