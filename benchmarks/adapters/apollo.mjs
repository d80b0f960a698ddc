// Apollo's InMemoryCache without a client, with fragments and cache.watch. Results are memoized. GraphQL cannot filter,
// sort or count cached data, so this adapter filters, sorts and counts the result. Responses contain __typename.
import { InMemoryCache } from '@apollo/client/cache';
import { gql } from 'graphql-tag';
import { byRank, isOpen } from './split.mjs';

const stamped = {
  User: (row) => ({ __typename: 'User', ...row }),
  Todo: (row) => ({ __typename: 'Todo', ...row, user: stamped.User(row.user) }),
  Label: (row) => ({ __typename: 'Label', ...row }),
  Issue: (row) => ({
    __typename: 'Issue',
    ...row,
    user: stamped.User(row.user),
    labels: row.labels.map(stamped.Label),
  }),
  Project: (row) => ({ __typename: 'Project', ...row, issues: row.issues.map(stamped.Issue) }),
};

export default {
  open: () => new Apollo(),
  response: (rows, type) => rows.map(stamped[type]),
};

const userFields = `id name username email phone city company website isAdmin`;
const todoFields = `id title description completed rank list board createdAt`;
const users = gql`{ users { ${userFields} } }`;
const todos = gql`{ todos { ${todoFields} user { ${userFields} } } }`;
const plainTodos = gql`{ todos { ${todoFields} } }`;
const issueFields = `id title state user { ${userFields} } labels { id name }`;
const projects = gql`{ projects { id name issues { ${issueFields} } } }`;
const todoFragment = gql`fragment OfTodo on Todo { ${todoFields} user { ${userFields} } }`;
const fragments = new Map();

class Apollo {
  #cache = new InMemoryCache();
  #single = this.#cache.getFragmentDoc?.(todoFragment);

  setUsers = (rows) => this.#write(users, { users: rows });
  setTodos = (rows) => this.#write(todos, { todos: rows });
  setProjects = (rows) => this.#write(projects, { projects: rows });

  readUsers = () => this.#cache.readQuery({ query: users }).users;
  readTodos = () => this.#cache.readQuery({ query: todos }).todos;
  readIssues = () =>
    this.#cache.readQuery({ query: projects }).projects.flatMap(({ issues }) => issues);

  watchOpen = (next) => this.#watch(todos, (list) => next(list.filter(isOpen).sort(byRank)));
  watchCount = (next) => this.#watch(plainTodos, (list) => next(list.filter(isOpen).length));
  watchBy = (field, value, next) =>
    this.#watch(plainTodos, (list) => next(list.filter((todo) => todo[field] === value)));

  watchTodo(id, next) {
    const from = { __typename: 'Todo', id };
    this.#cache.watch({
      query: this.#single,
      id: this.#cache.identify(from),
      optimistic: true,
      immediate: true,
      callback: ({ result }) => next(result),
    });
  }

  updateTodo = (patch) => this.#patch('Todo', patch);
  updateTodos = (patches) =>
    this.#cache.batch({ update: () => patches.forEach((patch) => this.#patch('Todo', patch)) });
  updateUser = (patch) => this.#patch('User', patch);

  insertTodo(row) {
    this.#cache.batch({
      update: (cache) => {
        const fragmentName = 'OfTodo';
        const data = stamped.Todo(row);
        const ref = cache.writeFragment({ fragment: todoFragment, fragmentName, data });
        cache.modify({ fields: { todos: (refs) => [...refs, ref] } });
      },
    });
  }

  deleteTodo(id) {
    this.#cache.batch({
      update: (cache) => {
        const ref = cache.identify({ __typename: 'Todo', id });
        cache.evict({ id: ref });
        cache.modify({ fields: { todos: (refs) => refs.filter(({ __ref }) => __ref !== ref) } });
      },
    });
  }

  #write(query, data) {
    this.#cache.writeQuery({ query, data });
  }

  #patch(type, patch) {
    const { id, ...data } = patch;
    const fields = Object.keys(data).join(' ');
    const key = `${type} ${fields}`;
    if (!fragments.has(key)) {
      fragments.set(key, gql`fragment ${`Patch${fragments.size}`} on ${type} { ${fields} }`);
    }
    const at = this.#cache.identify({ __typename: type, id });
    this.#cache.writeFragment({ id: at, fragment: fragments.get(key), data });
  }

  #watch(query, next) {
    return this.#cache.watch({
      query,
      optimistic: true,
      immediate: true,
      callback: ({ result }) => next(result.todos),
    });
  }
}
