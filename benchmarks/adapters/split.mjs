// Splits nested responses by hand, as services do if their store is filled table by table.

/** Returns the todos with the ids of their users, and each user once. */
export function splitTodos(rows) {
  const users = new Map();
  const todos = rows.map((row) => {
    users.set(row.user.id, row.user);
    return { ...row, user: row.user.id };
  });
  return { todos, users: [...users.values()] };
}

export function splitProjects(rows) {
  const [users, labels] = [new Map(), new Map()];
  const issues = [];
  const projects = rows.map((project) => {
    for (const issue of project.issues) {
      users.set(issue.user.id, issue.user);
      for (const label of issue.labels) labels.set(label.id, label);
      issues.push({ ...issue, user: issue.user.id, labels: issue.labels.map(({ id }) => id) });
    }
    return { ...project, issues: project.issues.map(({ id }) => id) };
  });
  return { projects, issues, users: [...users.values()], labels: [...labels.values()] };
}

export function isOpen({ completed }) {
  return !completed;
}

export function byRank(a, b) {
  return a.rank - b.rank;
}

/** Returns `{ id, changes }`, the form that most stores require. */
export function asUpdate({ id, ...changes }) {
  return { id, changes };
}
