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

/** A change to a row, which the server sends to all clients. */
export interface RowChange {
  readonly event: 'saved' | 'deleted';
  readonly id: string;
  /** The resource of the row: `issue`. */
  readonly name: string;
  /** The row as in an API response, or the key of a deleted row. */
  readonly value: number | { readonly id: number };
  /** The id of the request, which the client has sent in a header. */
  readonly call?: string;
}

/**
 * The position of a client that connects for the first time (`ready`) or was disconnected for too long (`gap`).
 */
export interface Position {
  readonly event: 'ready' | 'gap';
  readonly id: string;
}

export type Change = RowChange | Position;

/** The names of the events. */
export const changeEvents: readonly Change['event'][] = ['saved', 'deleted', 'ready', 'gap'];

export function parseChange(data: string, event: string): Change {
  return { ...(JSON.parse(data) as object), event } as Change;
}

export function isRowChange(change: Change): change is RowChange {
  return change.event === 'saved' || change.event === 'deleted';
}

/** Whether a change precedes another change, and the server was not restarted between them. */
export function isBefore(id: string, other: string | undefined): boolean {
  const [[start, count], [otherStart, otherCount]] = [id.split('-'), (other ?? '').split('-')];
  return start === otherStart && Number(count) < Number(otherCount);
}

/** The {@link changeSchema} describes this form of a change: `{ saved: { issue: { id: 1, … } } }`. */
export type ChangeContent = Partial<
  Record<'saved' | 'deleted', Readonly<Record<string, unknown>>>
> & { readonly call?: string };

export function contentOf({ event, name, value, call }: RowChange): ChangeContent {
  return { [event]: { [name]: value }, call };
}

/** Returns the endpoints for counts that the change affects but that the message does not contain. */
export function staleAfter({ saved, deleted }: ChangeContent): readonly RefetchTarget[] {
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
