// The data for all workloads, which is the same in every run. It contains no random numbers, and ids are integers or
// strings.

/** The number of todos per user, and of issues per project. */
const TODOS_OF_A_USER = 10;
const ISSUES_OF_A_PROJECT = 100;
const LABELS = 50;
const PRIME = 7_919; // coprime to every N used here, so that i * PRIME % N is a permutation

/** The number of lists and of boards. Each row belongs to one list and one board. */
export const LISTS = 10;
export const BOARDS = 200;

/** @param {number} n the number of rows; @param {'int' | 'string'} kind the kind of ids */
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

/** Returns the i-th of the numbers below `n`, in a scattered order that a processor cannot predict. */
export function scattered(i, n) {
  return (Math.imul(i, 2_654_435_761) >>> 0) % n;
}

function list(length, make) {
  return Array.from({ length }, (_, i) => make(i));
}
