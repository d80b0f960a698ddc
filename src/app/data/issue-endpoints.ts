import { optimistic, RestEndpoint, restEndpoints, schema, typed } from 'ngx-cache-query';
import { Issue, Label, type Priority, Project, type Status } from './issue';
import { getUserActivity } from './user-activity';

export const getProjects = new RestEndpoint({ path: '/projects', schema: new schema.All(Project) });
export const getLabels = new RestEndpoint({ path: '/labels', schema: new schema.All(Label) });

/** The fields of an issue that a client can write. */
export interface IssueFields {
  title: string;
  projectId: number;
  body?: string;
  status?: Status;
  priority?: Priority;
  assigneeId?: number | null;
  labelIds?: readonly number[];
}

/**
 * Issues. Changes are optimistic, and use the current time instead of the server's time. Only the server can count the
 * activity of users, so each change refetches these counts.
 */
export const issueEndpoints = restEndpoints({
  path: '/issues/:id',
  schema: Issue,
  body: typed<IssueFields>(),
  optimistic,
}).extend(({ getList, partialUpdate, delete: remove }) => ({
  create: getList.push.extend({
    refetches: [getUserActivity],
    optimistic: ({ now }, issue) => {
      const time = new Date(now).toISOString();
      return isRefused(issue)
        ? undefined
        : optimistic({ ...issue, createdAt: time, updatedAt: time });
    },
  }),
  partialUpdate: partialUpdate.extend({
    refetches: [getUserActivity],
    optimistic: ({ now }, { id }, change) =>
      isRefused(change)
        ? undefined
        : optimistic({ id, ...change, updatedAt: new Date(now).toISOString() }),
  }),
  delete: remove.extend({ refetches: [getUserActivity] }),
}));

/** The lengths that the server accepts. */
const lengths = { title: { least: 3, most: 120 }, body: { most: 4_000 } };

/** Whether the server would reject the fields. In this case, there is no optimistic response. */
function isRefused({ title, body = '' }: Partial<IssueFields>): boolean {
  const { least, most } = lengths.title;
  const length = title === undefined ? least : title.trim().length;
  return length < least || length > most || body.trim().length > lengths.body.most;
}
