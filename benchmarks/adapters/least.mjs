// A floor: only the work that is strictly necessary. It copies rows into a Map, and the effect of each change is known
// in advance. When a list changes, it copies one array. It makes only the necessary comparisons, and has one subscriber
// per query.
import { byRank, equalRows, lowerBound, openRows } from './floors.mjs';

export default {
  parses: true,
  open: () => new Least(),
};

class Least {
  #todos = new Map();
  #users = new Map();
  #issues = new Map();
  #others = new Map();
  #all;
  #places;
  #ofUser;
  #open;
  #count;
  #singles = new Map();
  #lists = new Map();

  setUsers(rows) {
    for (const row of rows) this.#users.set(row.id, { ...row });
  }

  setTodos(rows) {
    for (const row of rows) {
      put(this.#users, row.user);
      put(this.#todos, { ...row, user: row.user.id });
    }
  }

  setDatedTodos(rows) {
    for (const row of rows) {
      put(this.#users, row.user);
      put(this.#todos, { ...row, user: row.user.id, createdAt: new Date(row.createdAt) });
    }
  }

  setProjects(rows) {
    for (const row of rows) {
      for (const issue of row.issues) {
        put(this.#users, issue.user);
        for (const label of issue.labels) put(this.#others, label);
        put(this.#issues, {
          ...issue,
          user: issue.user.id,
          labels: issue.labels.map(({ id }) => id),
        });
      }
      this.#others.set(row.id, { ...row, issues: row.issues.map(({ id }) => id) });
    }
  }

  readUsers = () => [...this.#users.values()];

  readDatedTodos = () => this.readTodos();
  readIssues = () => [...this.#issues.values()].map((row) => this.#joined(row));
  readTodos = () => (this.#all ??= Array.from(this.#todos.values(), (row) => this.#joined(row)));

  watchOpen(next) {
    const list = openRows(this.#todos).map((row) => this.#joined(row));
    this.#open = { list, next };
    next(list);
    return () => (this.#open = undefined);
  }

  watchCount(next) {
    this.#count = { value: openRows(this.#todos).length, next };
    next(this.#count.value);
  }

  watchTodo(id, next) {
    this.#singles.set(id, next);
    next(this.#todos.get(id));
  }

  watchBy(field, value, next) {
    const list = [...this.#todos.values()].filter((row) => row[field] === value);
    const places = new Map(list.map(({ id }, place) => [id, place]));
    const watched = { list, places, next };
    if (!this.#lists.has(field)) this.#lists.set(field, new Map());
    this.#lists.get(field).set(value, watched);
    next(list);
  }

  updateTodo(patch) {
    this.updateTodos([patch]);
  }

  updateTodos(patches) {
    const lists = new Set();
    const open = this.#open && { ...this.#open, list: undefined };
    for (const patch of patches) {
      const before = this.#todos.get(patch.id);
      const after = { ...before, ...patch };
      this.#todos.set(patch.id, after);
      this.#singles.get(patch.id)?.(after);
      for (const [field, byValue] of this.#lists) {
        const watched = byValue.get(after[field]);
        if (watched === undefined) continue;
        if (!lists.has(watched)) watched.list = watched.list.slice();
        lists.add(watched);
        watched.list[watched.places.get(after.id)] = after;
      }
      if (this.#all) this.#replace(after);
      if (!open || (before.completed && after.completed)) continue;
      open.list ??= this.#open.list.slice();
      const isSame = before.rank === after.rank && before.completed === after.completed;
      const from = lowerBound(open.list, before, byRank);
      if (isSame) open.list[from] = this.#joined(after);
      else {
        if (!before.completed) open.list.splice(from, 1);
        if (!after.completed) {
          open.list.splice(lowerBound(open.list, after, byRank), 0, this.#joined(after));
        }
      }
    }
    for (const { list, next } of lists) next(list);
    if (open?.list) this.#tellOpen(open.list);
  }

  updateUser(patch) {
    const user = { ...this.#users.get(patch.id), ...patch };
    this.#users.set(patch.id, user);
    this.#ofUser ??= Map.groupBy(this.#todos.values(), (row) => row.user);
    const list = this.#open.list.slice();
    for (const { id } of this.#ofUser.get(patch.id)) {
      const row = this.#todos.get(id);
      if (!row.completed) list[lowerBound(list, row, byRank)] = { ...row, user };
    }
    this.#tellOpen(list);
  }

  insertTodo(row) {
    this.setTodos([row]);
    if (!row.completed) this.#count.next(++this.#count.value);
  }

  deleteTodo(id) {
    const { completed } = this.#todos.get(id);
    this.#todos.delete(id);
    if (!completed) this.#count.next(--this.#count.value);
  }

  sweep() {
    this.#all = this.#places = undefined;
  }

  #tellOpen(list) {
    this.#open.list = list;
    this.#open.next(list);
  }

  #replace(row) {
    this.#places ??= new Map([...this.#todos.keys()].map((id, place) => [id, place]));
    this.#all = this.#all.slice();
    this.#all[this.#places.get(row.id)] = this.#joined(row);
  }

  #joined(row) {
    return { ...row, user: this.#users.get(row.user) };
  }
}

/** Copies a row into a table, unless the table already contains an equal row. */
function put(table, row) {
  const known = table.get(row.id);
  if (known === undefined || !equalRows(known, row)) table.set(row.id, { ...row });
}
