// A typical service: a BehaviorSubject per table, and queries that run again whenever a table changes.
import { BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';
import { byRank, isOpen, splitProjects, splitTodos } from './split.mjs';

export default { open: () => new Tables() };

class Tables {
  #todos = new BehaviorSubject(new Map());
  #users = new BehaviorSubject(new Map());
  #issues = new BehaviorSubject(new Map());
  #others = new BehaviorSubject(new Map());
  #joined = combineLatest([this.#todos, this.#users]);

  setUsers = (rows) => put(this.#users, rows);

  setTodos(rows) {
    const { todos, users } = splitTodos(rows);
    put(this.#users, users);
    put(this.#todos, todos);
  }

  setProjects(rows) {
    const { projects, issues, users, labels } = splitProjects(rows);
    put(this.#users, users);
    put(this.#others, [...labels, ...projects]);
    put(this.#issues, issues);
  }

  readUsers = () => [...this.#users.value.values()];
  readTodos = () => join(this.#todos.value.values(), this.#users.value);
  readIssues = () => join(this.#issues.value.values(), this.#users.value);

  watchOpen(next) {
    const open = map(([todos, users]) =>
      join([...todos.values()].filter(isOpen).sort(byRank), users),
    );
    const subscription = this.#joined.pipe(open).subscribe(next);
    return () => subscription.unsubscribe();
  }

  watchCount(next) {
    const count = map((todos) => [...todos.values()].filter(isOpen).length);
    this.#todos.pipe(count, distinctUntilChanged()).subscribe(next);
  }

  watchTodo(id, next) {
    const todo = map((todos) => todos.get(id));
    this.#todos.pipe(todo, distinctUntilChanged()).subscribe(next);
  }

  watchBy(field, value, next) {
    const list = map((todos) => [...todos.values()].filter((todo) => todo[field] === value));
    this.#todos.pipe(list).subscribe(next);
  }

  watchList(rows, next) {
    this.setTodos(rows);
    this.#todos.pipe(map((todos) => [...todos.values()])).subscribe(next);
  }

  saveTodo(patch, answer) {
    this.updateTodo(patch);
    this.setTodos([answer]);
  }

  updateTodo = (patch) => put(this.#todos, [patch]);
  updateTodos = (patches) => put(this.#todos, patches);
  updateUser = (patch) => put(this.#users, [patch]);
  insertTodo = (row) => this.setTodos([row]);

  deleteTodo(id) {
    const rows = new Map(this.#todos.value);
    rows.delete(id);
    this.#todos.next(rows);
  }
}

function put(table, rows) {
  const next = new Map(table.value);
  for (const row of rows) next.set(row.id, { ...next.get(row.id), ...row });
  table.next(next);
}

function join(todos, users) {
  return Array.from(todos, (todo) => ({ ...todo, user: users.get(todo.user) }));
}
