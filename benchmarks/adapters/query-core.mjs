// @tanstack/query-core: unchanged responses with structural sharing, and observers that select. Observers are notified
// synchronously, because only the work is timed. By default, they are notified in the next task.
import { notifyManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import { byRank, isOpen } from './split.mjs';

const keeps = 'does not normalize: it keeps the response as it came';

export default { open: () => new QueryCore(), cannot: { W1: keeps, W3: keeps } };

notifyManager.setScheduler((run) => run());
const queryKey = ['todos'];

class QueryCore {
  #client = new QueryClient();

  setTodos = (rows) => this.#client.setQueryData(queryKey, rows);
  readTodos = () => this.#client.getQueryData(queryKey);

  watchOpen = (next) => this.#watch((todos) => todos.filter(isOpen).sort(byRank), next);
  watchCount = (next) => this.#watch((todos) => todos.filter(isOpen).length, next);
  watchTodo = (id, next) => this.#watch((todos) => todos.find((todo) => todo.id === id), next);
  watchBy = (field, value, next) =>
    this.#watch((todos) => todos.filter((todo) => todo[field] === value), next);

  watchList(rows, next) {
    this.setTodos(rows);
    this.#watch(undefined, next);
  }

  /** The writes of an optimistic update: one when the mutation begins, and one with its answer. */
  saveTodo(patch, answer) {
    this.updateTodo(patch);
    this.updateTodo(answer);
  }

  updateTodo = (patch) =>
    this.#change((todos) =>
      todos.map((todo) => (todo.id === patch.id ? { ...todo, ...patch } : todo)),
    );

  updateTodos(patches) {
    const byId = new Map(patches.map((patch) => [patch.id, patch]));
    this.#change((todos) =>
      todos.map((todo) => (byId.has(todo.id) ? { ...todo, ...byId.get(todo.id) } : todo)),
    );
  }

  updateUser = (patch) =>
    this.#change((todos) =>
      todos.map((todo) =>
        todo.user.id === patch.id ? { ...todo, user: { ...todo.user, ...patch } } : todo,
      ),
    );

  insertTodo = (row) => this.#change((todos) => [...todos, row]);
  deleteTodo = (id) => this.#change((todos) => todos.filter((todo) => todo.id !== id));

  #change = (change) => this.#client.setQueryData(queryKey, change);

  #watch(select, next) {
    const observer = new QueryObserver(this.#client, {
      queryKey,
      select,
      enabled: false,
      notifyOnChangeProps: ['data'],
    });
    const stop = observer.subscribe(({ data }) => next(data));
    next(observer.getCurrentResult().data);
    return stop;
  }
}
