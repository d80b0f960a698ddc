// elf: one store with entities per table, and queries that are combined with rxjs.
import { createStore } from '@ngneat/elf';
import {
  deleteEntities,
  getAllEntities,
  selectAllEntities,
  selectEntitiesCountByPredicate,
  selectEntity,
  selectManyByPredicate,
  updateEntities,
  upsertEntities,
  withEntities,
  selectEntities,
} from '@ngneat/elf-entities';
import { combineLatest, map } from 'rxjs';
import { byRank, isOpen, splitProjects, splitTodos } from './split.mjs';

export default { open: () => new Elf() };

let stores = 0;
const table = () => createStore({ name: `table ${stores++}` }, withEntities());

class Elf {
  #tables = Object.fromEntries(
    ['todos', 'users', 'issues', 'labels', 'projects'].map((name) => [name, table()]),
  );

  setUsers = (users) => this.#put({ users });
  setTodos = (rows) => this.#put(splitTodos(rows));
  setProjects = (rows) => this.#put(splitProjects(rows));

  readUsers = () => this.#tables.users.query(getAllEntities());
  readTodos = () => this.#joined('todos');
  readIssues = () => this.#joined('issues');

  watchOpen(next) {
    const { todos, users } = this.#tables;
    const open = combineLatest([
      todos.pipe(selectAllEntities()),
      users.pipe(selectEntities()),
    ]).pipe(map(([list, byId]) => join(list.filter(isOpen).sort(byRank), byId)));
    const subscription = open.subscribe(next);
    return () => subscription.unsubscribe();
  }

  watchCount = (next) =>
    this.#tables.todos.pipe(selectEntitiesCountByPredicate(isOpen)).subscribe(next);
  watchTodo = (id, next) => this.#tables.todos.pipe(selectEntity(id)).subscribe(next);
  watchBy = (field, value, next) =>
    this.#tables.todos.pipe(selectManyByPredicate((todo) => todo[field] === value)).subscribe(next);

  watchList(rows, next) {
    this.setTodos(rows);
    this.#tables.todos.pipe(selectAllEntities()).subscribe(next);
  }

  saveTodo(patch, answer) {
    this.updateTodo(patch);
    this.setTodos([answer]);
  }

  updateTodo = ({ id, ...changes }) => this.#tables.todos.update(updateEntities(id, changes));

  updateTodos(patches) {
    const byId = new Map(patches.map((patch) => [patch.id, patch]));
    const merge = (todo) => ({ ...todo, ...byId.get(todo.id) });
    this.#tables.todos.update(updateEntities([...byId.keys()], merge));
  }

  updateUser = ({ id, ...changes }) => this.#tables.users.update(updateEntities(id, changes));
  insertTodo = (row) => this.setTodos([row]);
  deleteTodo = (id) => this.#tables.todos.update(deleteEntities(id));

  #put(rows) {
    const { todos, ...others } = rows; // tables that other rows show are written first
    for (const [name, list] of Object.entries({ ...others, ...(todos && { todos }) })) {
      this.#tables[name].update(upsertEntities(list));
    }
  }

  #joined(name) {
    return join(this.#tables[name].query(getAllEntities()), this.#tables.users.getValue().entities);
  }
}

function join(list, byId) {
  return list.map((row) => ({ ...row, user: byId[row.user] }));
}
