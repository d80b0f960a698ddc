import { Query, schema } from 'ngx-cache-query';
import { Issue, Label, Project, priorities } from './issue';
import type { Status } from './issue';
import { User } from './user';

const allIssues = new schema.All(Issue);

export type IssueSort = 'updated' | 'created' | 'priority' | 'title' | 'assignee';

export interface IssueFilter {
  readonly q?: string;
  readonly status?: Status;
  readonly projectId?: number;
  /** The id of a user, or `null` for unassigned issues. */
  readonly assigneeId?: number | null;
  readonly labelId?: number;
  readonly sort?: IssueSort;
}

/** The comparators for the sort keys. */
const orders: Readonly<Record<IssueSort, (a: Issue, b: Issue) => number>> = {
  updated: (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime(),
  created: (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  priority: (a, b) => priorities.indexOf(b.priority) - priorities.indexOf(a.priority),
  title: (a, b) => a.title.localeCompare(b.title),
  assignee: (a, b) => (a.assignee?.name ?? '\uffff').localeCompare(b.assignee?.name ?? '\uffff'),
};

/** The issues of a list, filtered and sorted by the parameters in the URL. */
export const filteredIssues = new Query(
  allIssues,
  (
    issues,
    { q = '', status, projectId, assigneeId, labelId, sort = 'updated' }: IssueFilter = {},
  ) =>
    issues
      .filter(
        (issue) =>
          (status === undefined || issue.status === status) &&
          (projectId === undefined || issue.project?.id === projectId) &&
          (assigneeId === undefined || (issue.assignee?.id ?? null) === assigneeId) &&
          (labelId === undefined || issue.labels.some(({ id }) => id === labelId)) &&
          `${issue.name} ${issue.title}`.toLocaleLowerCase().includes(q.toLocaleLowerCase()),
      )
      .sort(orders[sort]),
);

/** The number of open issues per person, in descending order. */
export const workload = new Query(allIssues, (issues) => {
  const counts = new Map<User, number>();
  for (const { assignee, status } of issues) {
    if (assignee && status !== 'done') counts.set(assignee, (counts.get(assignee) ?? 0) + 1);
  }
  return [...counts]
    .map(([user, open]) => ({ user, open }))
    .sort((a, b) => b.open - a.open || a.user.id - b.user.id);
});

export const allProjects = new schema.All(Project);
export const allLabels = new schema.All(Label);

/** The people to whom an issue can be assigned. */
export const team = new Query(new schema.All(User), (users) =>
  users.filter(({ inTeam }) => inTeam).sort((a, b) => a.name.localeCompare(b.name)),
);
