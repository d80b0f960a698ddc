import { schema } from 'ngx-cache-query';
import { RestEndpoint } from 'ngx-cache-query/rest';
import { Comment, Issue, Label, type Priority, Project, type Status } from './issue';

export const getProjects = new RestEndpoint({ path: '/projects', schema: new schema.All(Project) });
export const getLabels = new RestEndpoint({ path: '/labels', schema: new schema.All(Label) });
export const getIssues = new RestEndpoint({ path: '/issues', schema: new schema.All(Issue) });
export const getIssue = new RestEndpoint({ path: '/issues/:id', schema: Issue });

/** What a client may write of an issue. */
export interface IssueFields {
  title: string;
  body: string;
  status: Status;
  priority: Priority;
  projectId: number;
  assigneeId: number | null;
  labelIds: readonly number[];
}

export const createIssue = new RestEndpoint({
  path: '/issues',
  method: 'POST',
  body: {},
  schema: Issue,
});

/** What a change may bring; only its type is used. */
const issueChange: Partial<IssueFields> = {};

export const updateIssue = new RestEndpoint({
  path: '/issues/:id',
  method: 'PATCH',
  body: issueChange,
  schema: Issue,
});

export const deleteIssue = new RestEndpoint({
  path: '/issues/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(Issue),
});

export const getComments = new RestEndpoint({ path: '/issues/:id/comments', schema: [Comment] });

export const createComment = new RestEndpoint({
  path: '/comments',
  method: 'POST',
  body: {} as { issueId: number; authorId: number; body: string },
  schema: Comment,
});

export const deleteComment = new RestEndpoint({
  path: '/comments/:id',
  method: 'DELETE',
  schema: new schema.Invalidate(Comment),
});
