// The data of all workloads, the same at every run: no random numbers, ids as integers or as strings.

/** How many todos share a user, and how many issues a project. */
const TODOS_OF_A_USER = 10;
const ISSUES_OF_A_PROJECT = 100;
const LABELS = 50;
const PRIME = 7_919; // has no factor in common with any N used here: i * PRIME % N is a permutation

/** How many lists and boards there are: each row is in one of each. */
export const LISTS = 10;
export const BOARDS = 200;

/** @param {number} n how many rows; @param {'int' | 'string'} kind what their ids are */
export function makeData(n, kind) {
  const id = (type) => (i) => (kind === 'int' ? i + 1 : `${type}-${String(i).padStart(7, '0')}`);
  const [todoId, userId, issueId, projectId, labelId] = 'todo user issue project label'
    .split(' ')
    .map(id);
  const owner = (i) => Math.floor(i / TODOS_OF_A_USER);
  const user = (i) => ({
    id: userId(i),
    name: `User ${i}`,
    username: `user.${i}`,
    email: `user.${i}@example.com`,
    phone: `+49 30 ${1_000_000 + i}`,
    city: `City ${i % 97}`,
    company: `Company ${i % 211}`,
    website: `https://example.com/${i}`,
    isAdmin: i % 7 === 0,
  });
  const todo = (i) => ({
    id: todoId(i),
    title: `Title of ${i}`,
    description: `What is to be done for number ${i}`,
    completed: i % 2 === 0,
    rank: (i * PRIME) % n,
    list: i % LISTS,
    board: i % BOARDS,
    createdAt: new Date(1.7e12 + i * 60_000).toISOString(),
    user: user(owner(i)),
  });
  const issue = (i) => ({
    id: issueId(i),
    title: `Issue ${i}`,
    state: i % 3 === 0 ? 'closed' : 'open',
    user: user(owner(i)),
    labels: [i, i + 1].map((l) => ({ id: labelId(l % LABELS), name: `Label ${l % LABELS}` })),
  });
  const project = (p) => ({
    id: projectId(p),
    name: `Project ${p}`,
    issues: list(Math.min(ISSUES_OF_A_PROJECT, n), (i) => issue(p * ISSUES_OF_A_PROJECT + i)),
  });
  return {
    n,
    kind,
    userCount: Math.ceil(n / TODOS_OF_A_USER),
    todoId,
    userId,
    issueId,
    owner,
    todo,
    users: () => list(n, user),
    todos: () => list(n, todo),
    projects: () => list(Math.ceil(n / ISSUES_OF_A_PROJECT), project),
  };
}

/** The numbers below `n`, all over the table, in no order that a processor could guess. */
export function scattered(i, n) {
  return (Math.imul(i, 2_654_435_761) >>> 0) % n;
}

function list(length, make) {
  return Array.from({ length }, (_, i) => make(i));
}
