// A floor: a handwritten store for exactly these queries. It has the features that an application needs: subjects with
// any number of watchers, equal writes that cause no change, stable instances, and one emission per commit.
import { BehaviorSubject } from 'rxjs';
import { byRank, equalRows, lowerBound, openRows } from './floors.mjs';

export default {
  open: () => new Hand(),
};

class Hand {
  #tables = { todos: new Map(), users: new Map(), issues: new Map(), others: new Map() };
  #joinedTodos = new Map();
  #ofUser;
  #all;
  #open;
  #whole;
  #count;
  #singles = new Map();
  #lists = { list: new Map(), board: new Map() };
  #dirty = new Set();

  setUsers(rows) {
    for (const row of rows) this.#put('users', row);
    this.#flush();
  }

  setTodos(rows) {
    for (const row of rows) this.#putNested(row);
    this.#flush();
  }

  setDatedTodos(rows) {
    for (const row of rows) this.#putNested({ ...row, createdAt: new Date(row.createdAt) });
    this.#flush();
  }

  setProjects(rows) {
    for (const { issues, ...project } of rows) {
      for (const { user, labels, ...issue } of issues) {
        this.#put('users', user);
        for (const label of labels) this.#put('others', label);
        this.#put('issues', { ...issue, user: user.id, labels: labels.map(({ id }) => id) });
      }
      this.#put('others', { ...project, issues: issues.map(({ id }) => id) });
    }
    this.#flush();
  }

  readUsers = () => [...this.#tables.users.values()];

  readDatedTodos = () => this.readTodos();
  readIssues = () => Array.from(this.#tables.issues.values(), (row) => this.#withUser(row));
  readTodos = () => (this.#all ??= Array.from(this.#tables.todos.keys(), (id) => this.#joined(id)));

  watchOpen(next) {
    if (this.#open === undefined) {
      const list = openRows(this.#tables.todos).map(({ id }) => this.#joined(id));
      this.#open = { list, subject: new BehaviorSubject(list.slice()), watchers: 0 };
    }
    this.#open.watchers++;
    const subscription = this.#open.subject.subscribe(next);
    return () => {
      subscription.unsubscribe();
      if (--this.#open.watchers === 0) this.#open = undefined;
    };
  }

  watchCount(next) {
    this.#count ??= { value: openRows(this.#tables.todos).length };
    this.#count.subject ??= new BehaviorSubject(this.#count.value);
    this.#count.subject.subscribe(next);
  }

  watchTodo(id, next) {
    if (!this.#singles.has(id)) {
      this.#singles.set(id, new BehaviorSubject(this.#tables.todos.get(id)));
    }
    this.#singles.get(id).subscribe(next);
  }

  watchBy(field, value, next) {
    if (!this.#lists[field].has(value)) {
      const list = { holds: (row) => row?.[field] === value };
      this.#collect(list);
      list.subject = new BehaviorSubject(list.rows.slice());
      this.#lists[field].set(value, list);
    }
    this.#lists[field].get(value).subject.subscribe(next);
  }

  watchList(rows, next) {
    this.setTodos(rows);
    if (this.#whole === undefined) {
      this.#whole = { holds: () => true };
      this.#collect(this.#whole);
      this.#whole.subject = new BehaviorSubject(this.#whole.rows.slice());
    }
    this.#whole.subject.subscribe(next);
  }

  saveTodo(patch, answer) {
    this.updateTodo(patch);
    this.insertTodo(answer);
  }

  updateTodo(patch) {
    this.#put('todos', patch);
    this.#flush();
  }

  updateTodos(patches) {
    for (const patch of patches) this.#put('todos', patch);
    this.#flush();
  }

  updateUser(patch) {
    this.#put('users', patch);
    this.#flush();
  }

  insertTodo(row) {
    this.#putNested(row);
    this.#flush();
  }

  deleteTodo(id) {
    const row = this.#tables.todos.get(id);
    if (row === undefined) return;
    this.#tables.todos.delete(id);
    this.#changed(row, undefined);
    this.#flush();
  }

  sweep() {
    this.#all = undefined;
    this.#joinedTodos.clear();
  }

  #putNested(row) {
    this.#put('users', row.user);
    this.#put('todos', { ...row, user: row.user.id });
  }

  /** Merges a row into a table, and updates the results that depend on the table. */
  #put(table, row) {
    const rows = this.#tables[table];
    const before = rows.get(row.id);
    if (before !== undefined && equalRows(before, row)) return;
    const after = before === undefined ? { ...row } : { ...before, ...row };
    rows.set(row.id, after);
    if (table === 'todos') this.#changed(before, after);
    else if (table === 'users' && before !== undefined) this.#userChanged(after);
  }

  #changed(before, after) {
    const { id } = after ?? before;
    this.#all = undefined;
    if (before?.user !== after?.user) this.#ofUser = undefined;
    const shown = this.#joinedTodos.get(id);
    this.#joinedTodos.delete(id);
    if (this.#open) this.#place(before?.completed === false && (shown ?? before), after);
    if (this.#count) {
      this.#count.value += Number(after?.completed === false) - Number(before?.completed === false);
      this.#dirty.add(this.#count);
    }
    if (this.#whole) this.#replace(this.#whole, before, after);
    if (this.#singles.has(id)) this.#dirty.add(id);
    for (const field of ['list', 'board']) {
      const byValue = this.#lists[field];
      if (byValue.size === 0) continue;
      const [from, to] = [byValue.get(before?.[field]), byValue.get(after?.[field])];
      if (from !== undefined) this.#dirty.add(from);
      if (to !== undefined) this.#dirty.add(to);
      if (from === to && to !== undefined) to.rows[to.places.get(id)] = after;
      else for (const list of [from, to]) if (list !== undefined) this.#collect(list);
    }
  }

  #replace(list, before, after) {
    this.#dirty.add(list);
    if (before && after) list.rows[list.places.get(after.id)] = after;
    else this.#collect(list);
  }

  /** Collects the rows of a list and the index of each row. */
  #collect(list) {
    list.rows = [...this.#tables.todos.values()].filter(list.holds);
    list.places = new Map(list.rows.map(({ id }, place) => [id, place]));
  }

  #userChanged({ id }) {
    this.#all = undefined;
    if (this.#ofUser === undefined) {
      this.#ofUser = Map.groupBy(
        this.#tables.todos.keys(),
        (key) => this.#tables.todos.get(key).user,
      );
    }
    for (const key of this.#ofUser.get(id) ?? []) {
      this.#joinedTodos.delete(key);
      const row = this.#tables.todos.get(key);
      if (this.#open && !row.completed) this.#place(row, row);
    }
  }

  /** Removes a row from the live list, adds it, or moves it. */
  #place(before, after) {
    const { list } = this.#open;
    const isIn = after?.completed === false;
    if (!before && !isIn) return;
    this.#dirty.add(this.#open);
    const from = before && lowerBound(list, before, byRank);
    if (before && isIn && before.rank === after.rank) {
      list[from] = this.#joined(after.id);
      return;
    }
    if (before) list.splice(from, 1);
    if (isIn) list.splice(lowerBound(list, after, byRank), 0, this.#joined(after.id));
  }

  #flush() {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    for (const one of dirty) {
      if (this.#singles.has(one)) this.#singles.get(one).next(this.#tables.todos.get(one));
      else if (one.rows) one.subject.next(one.rows.slice());
      else if (one.list) one.subject.next(one.list.slice());
      else if (one.value !== one.subject.value) one.subject.next(one.value);
    }
  }

  #joined(id) {
    let shown = this.#joinedTodos.get(id);
    if (shown === undefined) {
      this.#joinedTodos.set(id, (shown = this.#withUser(this.#tables.todos.get(id))));
    }
    return shown;
  }

  #withUser(row) {
    return { ...row, user: this.#tables.users.get(row.user) };
  }
}
