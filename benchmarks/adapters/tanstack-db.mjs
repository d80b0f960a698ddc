// @tanstack/db: a collection per table, live queries, and indexes that are created on demand. Rows are written through
// the sync functions of the collections, like messages from a server.
import { BasicIndex, count, createCollection, createLiveQueryCollection, eq } from '@tanstack/db';
import { splitProjects, splitTodos } from './split.mjs';

export default { open: () => new TanStackDb() };

let collections = 0;

/** Returns a collection and the functions that write to it. */
function table(name) {
  let write;
  const collection = createCollection({
    id: `${name} ${collections++}`,
    getKey: ({ id }) => id,
    startSync: true,
    gcTime: 0,
    autoIndex: 'eager',
    defaultIndexType: BasicIndex,
    sync: {
      rowUpdateMode: 'partial',
      sync: (functions) => {
        functions.markReady();
        write = (messages) => {
          functions.begin();
          for (const message of messages) functions.write(message);
          functions.commit();
        };
      },
    },
  });
  const put = (rows) =>
    write(rows.map((value) => ({ type: collection.has(value.id) ? 'update' : 'insert', value })));
  const remove = (id) => write([{ type: 'delete', key: id }]);
  return { collection, put, remove };
}

class TanStackDb {
  #tables = Object.fromEntries(
    ['todos', 'users', 'issues', 'labels', 'projects'].map((name) => [name, table(name)]),
  );

  setUsers = (rows) => this.#tables.users.put(rows);
  setTodos = (rows) => this.#putAll(splitTodos(rows));
  setProjects = (rows) => this.#putAll(splitProjects(rows));

  readUsers = () => this.#tables.users.collection.toArray;
  readTodos = () => this.#joined('todos');
  readIssues = () => this.#joined('issues');

  watchOpen(next) {
    const { todos, users } = this.#tables;
    return watch(
      (q) =>
        q
          .from({ row: todos.collection })
          .join({ user: users.collection }, ({ row, user }) => eq(row.user, user.id), 'inner')
          .where(({ row }) => eq(row.completed, false))
          .orderBy(({ row }) => row.rank)
          .select(({ row, user }) => ({ ...row, user })),
      (live) => next(live.toArray),
    );
  }

  watchCount(next) {
    watch(
      (q) =>
        q
          .from({ row: this.#tables.todos.collection })
          .where(({ row }) => eq(row.completed, false))
          .select(({ row }) => ({ open: count(row.id) })),
      (live) => next(live.toArray[0].open),
    );
  }

  watchTodo(id, next) {
    watch(
      (q) =>
        q
          .from({ row: this.#tables.todos.collection })
          .where(({ row }) => eq(row.id, id))
          .findOne(),
      (live) => next(live.toArray[0]),
    );
  }

  watchBy(field, value, next) {
    watch(
      (q) =>
        q.from({ row: this.#tables.todos.collection }).where(({ row }) => eq(row[field], value)),
      (live) => next(live.toArray),
    );
  }

  updateTodo = (patch) => this.#tables.todos.put([patch]);
  updateTodos = (patches) => this.#tables.todos.put(patches);
  updateUser = (patch) => this.#tables.users.put([patch]);
  insertTodo = (row) => this.setTodos([row]);
  deleteTodo = (id) => this.#tables.todos.remove(id);

  #putAll({ todos, ...others }) {
    for (const [name, rows] of Object.entries(others)) this.#tables[name].put(rows);
    if (todos) this.#tables.todos.put(todos);
  }

  /** Reads the rows once, without a live query. A live query would take thirty times as long. */
  #joined(name) {
    const users = this.#tables.users.collection;
    return this.#tables[name].collection.toArray.map((row) => ({
      ...row,
      user: users.get(row.user),
    }));
  }
}

function watch(query, next) {
  const live = createLiveQueryCollection({ startSync: true, gcTime: 0, query });
  const subscription = live.subscribeChanges(() => next(live), { includeInitialState: true });
  return () => subscription.unsubscribe();
}
