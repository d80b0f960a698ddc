import { RestEndpoint, type RestProgress } from 'ngx-cache-query/rest';
import type { Equal, Expect } from '../support/expect-type';

describe('the progress of a request', () => {
  it('is passed to callbacks with the arguments of the call', () => {
    new RestEndpoint({
      path: '/users/:id/photo',
      body: {} as FormData,
      onUploadProgress: (progress, { id }, form) => {
        type Results = [
          Expect<Equal<typeof progress, RestProgress>>,
          Expect<Equal<typeof form, FormData>>,
        ];
        return [progress.loaded, progress.total, id];
      },
      onDownloadProgress: ({ loaded, total }) => [loaded, total],
    });
  });
});
