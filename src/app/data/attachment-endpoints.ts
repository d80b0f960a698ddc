import { optimistic, restEndpoints, typed } from 'ngx-cache-query';
import { AttachmentEntity } from './attachment';

/** Attachments. Each issue has a list, newest first. The rows do not include the content. */
export const attachmentEndpoints = restEndpoints({
  path: '/attachments/:id',
  schema: AttachmentEntity,
  searchParams: typed<{ issueId: number; sort: '-createdAt' }>(),
  defaultSearchParams: { sort: '-createdAt' },
  optimistic,
}).extend(({ getList }) => ({
  /** Uploads a file with the id of its issue. The uploaded file is added at the beginning of the list. */
  upload: getList.unshift.extend({ body: typed<FormData>(), optimistic: undefined }),
}));
