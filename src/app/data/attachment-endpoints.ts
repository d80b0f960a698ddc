import { restEndpoints, typed } from 'ngx-cache-query/rest';
import { AttachmentEntity } from './attachment';

/** Attachments: a list for each issue, the newest first. The rows have no content. */
export const attachmentEndpoints = restEndpoints({
  path: '/attachments/:id',
  schema: AttachmentEntity,
  searchParams: typed<{ issueId: number; sort: '-createdAt' }>(),
  defaultSearchParams: { sort: '-createdAt' },
  optimistic: true,
}).extend(({ getList }) => ({
  /** Sends a file, with the id of its issue. An uploaded file is added at the beginning of the list. */
  upload: getList.unshift.extend({ body: typed<FormData>(), optimistic: false }),
}));
