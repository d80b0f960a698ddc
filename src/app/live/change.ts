import { type RefetchTarget, schema } from 'ngx-cache-query';
import { AttachmentEntity } from '../data/attachment';
import { attachmentEndpoints } from '../data/attachment-endpoints';
import { commentEndpoints } from '../data/comment-endpoints';
import { issueEndpoints } from '../data/issue-endpoints';
import { Comment, Issue } from '../data/issue';
import { Todo } from '../data/todo';
import { todoEndpoints } from '../data/todo-endpoints';
import { User } from '../data/user';
import { getUserActivity } from '../data/user-activity';

/**
 * A message of the server: a change to a row, or the position of a client that connects for the first time (`ready`) or
 * was disconnected for too long (`gap`).
 */
export interface Change {
  readonly event: 'saved' | 'deleted' | 'ready' | 'gap';
  readonly id: string;
  /** The id of the request, which the client has sent in a header. */
  readonly call?: string;
  /** The row as in an API response, by the name of its resource: `{ issue: { id: 1, … } }`. */
  readonly saved?: Readonly<Record<string, unknown>>;
  /** The key of the row, by the name of its resource: `{ issue: 1 }`. */
  readonly deleted?: Readonly<Record<string, unknown>>;
}

/** The names of the events. */
export const changeEvents: readonly Change['event'][] = ['saved', 'deleted', 'ready', 'gap'];

/** Converts a message to the form that the {@link changeSchema} describes. */
export function parseChange(data: string, event: string): Change {
  const { name, value, ...rest } = JSON.parse(data) as {
    id: string;
    name?: string;
    value: unknown;
  };
  return { ...rest, event: event as Change['event'], ...(name && { [event]: { [name]: value } }) };
}

/** Returns the endpoints for counts that the change affects but that the message does not contain. */
export function staleAfter({ saved, deleted }: Change): readonly RefetchTarget[] {
  const { issue, comment } = { ...saved, ...deleted };
  return issue === undefined && comment === undefined ? [] : [getUserActivity];
}

/** A saved row is added to the lists that it matches, and removed from all other lists. */
export const changeSchema = {
  saved: {
    user: User,
    todo: todoEndpoints.getList.move.schema,
    issue: issueEndpoints.getList.move.schema,
    comment: commentEndpoints.getList.move.schema,
    attachment: attachmentEndpoints.upload.schema,
  },
  deleted: {
    user: new schema.Invalidate(User),
    todo: new schema.Invalidate(Todo),
    issue: new schema.Invalidate(Issue),
    comment: new schema.Invalidate(Comment),
    attachment: new schema.Invalidate(AttachmentEntity),
  },
};
