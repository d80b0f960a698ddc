// Computes the expected output of every adapter: applies the same changes to plain rows, and filters and sorts them
// again.

/** The expected rows. Nothing in this class is timed. */
export class Model {
  #todos;
  #users;

  constructor(data) {
    this.data = data;
    this.#users = new Map(
      Array.from({ length: data.userCount }, (_, i) => [data.userId(i), `User ${i}`]),
    );
    this.#todos = new Map(
      data.todos().map(({ user, ...todo }) => [todo.id, { ...todo, user: user.id }]),
    );
  }

  todo(id) {
    return this.#todos.get(id);
  }

  change(patch) {
    Object.assign(this.#todos.get(patch.id), patch);
  }

  rename({ id, name }) {
    this.#users.set(id, name);
  }

  insert({ user, ...todo }) {
    this.#todos.set(todo.id, { ...todo, user: user.id });
  }

  delete(id) {
    this.#todos.delete(id);
  }

  /** Returns all rows, joined, in no particular order. */
  all() {
    return this.#shown(() => true);
  }

  /** Returns the rows that are not completed, joined and ordered by rank. */
  open() {
    return this.#shown(({ completed }) => !completed).sort((a, b) => a.rank - b.rank);
  }

  openCount() {
    return this.#shown(({ completed }) => !completed).length;
  }

  /** Returns the rows with the given value of a field, in no particular order. */
  having(field, value) {
    return this.#shown((todo) => todo[field] === value);
  }

  #shown(holds) {
    return [...this.#todos.values()]
      .filter(holds)
      .map((todo) => ({ ...todo, user: { name: this.#users.get(todo.user) } }));
  }
}

/** Throws if `got` is not a list with the expected ids, titles and, if `joined`, user names. */
export function sameList(got, wanted, { joined = true, ordered = true } = {}) {
  if (!Array.isArray(got)) throw new Error(`Wrong output: ${typeof got} instead of an array.`);
  const show = ({ id, title, user }) => [id, title, ...(joined ? [user?.name] : [])].join(' | ');
  const [a, b] = [got.map(show), wanted.map(show)];
  if (!ordered) for (const list of [a, b]) list.sort();
  if (a.length !== b.length) throw new Error(`Wrong output: ${a.length} rows, not ${b.length}.`);
  const at = a.findIndex((text, i) => text !== b[i]);
  if (at >= 0) throw new Error(`Wrong output at ${at}: "${a[at]}" instead of "${b[at]}".`);
}

export function same(got, wanted, what) {
  if (got !== wanted) throw new Error(`Wrong output: ${what} is ${got} instead of ${wanted}.`);
}

/** Returns the number of items in `after` that `before` does not contain as the same reference. */
export function changedReferences(before, after) {
  const known = new Set(before);
  return after.filter((item) => !known.has(item)).length;
}
