import { allByRank, inOrder, isShown, type Shown, type Store, type Todo } from './contract';

const PRIME = 7_919; // coprime to every size, so that i * PRIME % size is a permutation

/** Returns a response, which is the same in every run. */
export function responseOf(size: number, rowsPerUser: number): string {
  const todos = Array.from({ length: size }, (_, i) => ({
    id: i + 1,
    title: `Title of ${i}`,
    done: i % 2 === 0,
    rank: (i * PRIME) % size,
    createdAt: new Date(1.7e12 + i * 60_000).toISOString(),
    user: userOf(Math.floor(i / rowsPerUser) + 1),
  }));
  return JSON.stringify(todos);
}

export function userOf(id: number) {
  return { id, name: `User ${id}`, email: `user.${id}@example.com` };
}

/** A step. It is applied to the plain rows of a scene, and `run` applies it to a store. */
export interface Step {
  /** Runs before the step and is not timed. */
  readonly prepare?: (store: Store<never>) => void;
  readonly run: (store: Store<never>) => void;
  /** The rows that the step affects. Their text is compared to detect when the step is done. */
  readonly ids?: readonly number[];
}

/** Plain rows that receive the same changes as the store. They define what the page must show. */
export class Scene {
  readonly #response: string;
  readonly #todos: Map<number, Todo>;
  readonly #names = new Map<number, string>();
  #shown = allByRank;
  #selected = 1;

  constructor(
    readonly size: number,
    rowsPerUser: number,
  ) {
    this.#response = responseOf(size, rowsPerUser);
    const todos = JSON.parse(this.#response) as Todo[];
    this.#todos = new Map(todos.map((todo) => [todo.id, todo]));
    for (const { user } of todos) this.#names.set(user.id, user.name);
  }

  /** Returns a row from anywhere in the list. */
  some(i: number): Todo {
    return this.#todos.get(((Math.imul(i + 1, 2_654_435_761) >>> 0) % this.size) + 1)!;
  }

  load(): Step {
    let response: readonly Todo[] = JSON.parse(this.#response) as Todo[];
    return {
      prepare: (store) => (response = store.asSent?.(response) ?? response),
      run: (store) => store.load(response),
    };
  }

  show(shown: Shown): Step {
    this.#shown = shown;
    return { run: (store) => store.show(shown) };
  }

  select(id: number): Step {
    this.#selected = id;
    return { run: (store) => store.select(id) };
  }

  change(id: number, fields: { title: string; done: boolean }): Step {
    this.#todos.set(id, { ...this.#todos.get(id)!, ...fields });
    return { run: (store) => store.change(id, fields), ids: [id] };
  }

  renameUser(id: number, name: string): Step {
    this.#names.set(id, name);
    return { run: (store) => store.renameUser(id, name) };
  }

  insert(todo: Todo): Step {
    this.#todos.set(todo.id, todo);
    if (!this.#names.has(todo.user.id)) this.#names.set(todo.user.id, todo.user.name);
    return { run: (store) => store.insert(todo), ids: [todo.id] };
  }

  remove(id: number): Step {
    this.#todos.delete(id);
    return { run: (store) => store.remove(id) };
  }

  /** Returns the text that the page must show now. */
  expected(): Expected {
    const todos = [...this.#todos.values()];
    const visible = todos.filter((todo) => isShown(this.#shown, todo)).sort(inOrder(this.#shown));
    const detail = this.#todos.get(this.#selected);
    return {
      ids: visible.map(({ id }) => id),
      rows: visible.map((todo) => this.#textOf(todo)),
      open: String(todos.filter(({ done }) => !done).length),
      detail: detail ? this.#textOf(detail) : '',
    };
  }

  #textOf({ title, user, done }: Todo): string {
    return title + this.#names.get(user.id)! + (done ? 'done' : 'open');
  }
}

export interface Expected {
  readonly ids: readonly number[];
  readonly rows: readonly string[];
  readonly open: string;
  readonly detail: string;
}
