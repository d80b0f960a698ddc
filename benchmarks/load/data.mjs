// The rows that the server sends, which are the same in every run. Ten todos share a user.
const TODOS_OF_A_USER = 10;

export function todosOf(count) {
  return Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    title: `Title of ${i}`,
    done: i % 2 === 0,
    createdAt: new Date(1.7e12 + i * 60_000).toISOString(),
    user: userOf(Math.floor(i / TODOS_OF_A_USER) + 1),
  }));
}

function userOf(id) {
  return { id, name: `User ${id}`, email: `user.${id}@example.com` };
}

/** Returns the rows in the format that a GraphQL server sends. */
export function withTypeNames(todos) {
  return todos.map((todo) => ({
    __typename: 'Todo',
    ...todo,
    user: { __typename: 'User', ...todo.user },
  }));
}
