import { reportProgress, RestEndpoint, type RestProgress } from 'ngx-cache-query';
import type { Equal, Expect } from '../support/expect-type';

describe('the progress of a request', () => {
  it('is passed to callbacks, beside the arguments of the call', () => {
    new RestEndpoint({
      path: '/users/:id/photo',
      body: {} as FormData,
      progress: ({ id }, form) =>
        reportProgress({
          onUpload: (progress) => {
            type Results = [
              Expect<Equal<typeof progress, RestProgress>>,
              Expect<Equal<typeof form, FormData>>,
            ];
            return [progress.loaded, progress.total, id];
          },
          onDownload: ({ loaded, total }) => [loaded, total],
        }),
    });
  });
});
