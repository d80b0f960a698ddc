import { HttpEventType, provideHttpClient, withXhr } from '@angular/common/http';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  type ReportProgress,
  reportProgress,
  RestEndpoint,
  type RestProgress,
  typed,
} from 'ngx-cache-query';
import { firstValueFrom } from 'rxjs';
import { ErrorLog, provideErrorLog } from '../../support/error-log';
import { User } from '../../support/models';
import { setUpRest } from '../../support/rest-users';
import { watch } from '../../support/watch';

const calls: unknown[] = [];
const uploadPhoto = new RestEndpoint({
  path: '/users/:id/photo',
  method: 'PUT',
  body: typed<FormData>(),
  schema: User,
  progress: ({ id }) =>
    reportProgress({ onUpload: ({ loaded, total }) => calls.push([id, loaded, total]) }),
});

describe('F2 the progress of a request', () => {
  beforeEach(() => calls.splice(0));

  it('goes to the listener, with the arguments of the call', () => {
    const { cache, sent } = setUpRest();
    const seen = watch(cache.fetch(uploadPhoto, { id: 1 }, new FormData()));
    const photo = sent('/users/1/photo');
    const { reportUploadProgress, reportDownloadProgress } = photo.request;
    expect([reportUploadProgress, reportDownloadProgress]).toEqual([true, false]);
    photo.event({ type: HttpEventType.UploadProgress, loaded: 1, total: 4 });
    photo.event({ type: HttpEventType.UploadProgress, loaded: 4, total: 4 });
    expect(seen.values).toEqual([]);
    photo.flush({ id: '1', name: 'Ada' });
    expect(calls).toEqual([
      [1, 1, 4],
      [1, 4, 4],
    ]);
    expect(seen.last?.name).toBe('Ada');
  });

  it('is reported of a download, too', () => {
    const { cache, sent } = setUpRest();
    const getReport = new RestEndpoint({
      path: '/report',
      responseType: 'text',
      progress: () => reportProgress({ onDownload: (progress) => calls.push(progress) }),
    });
    const seen = watch(cache.fetch(getReport));
    const report = sent('/report');
    expect(report.request.reportDownloadProgress).toBeTrue();
    report.event({ type: HttpEventType.DownloadProgress, loaded: 3 });
    report.flush('text');
    expect(calls).toEqual([{ loaded: 3, total: undefined }]);
    expect(seen.last).toBe('text');
  });

  it('is not requested without a listener', () => {
    const { cache, sent } = setUpRest();
    watch(cache.fetch(new RestEndpoint({ path: '/report' })));
    const { request } = sent('/report');
    expect([request.reportUploadProgress, request.reportDownloadProgress]).toEqual([false, false]);
  });

  it('does not abort the request if the listener throws', () => {
    const log = new ErrorLog();
    TestBed.configureTestingModule({ providers: [provideErrorLog(log)] });
    const { cache, sent } = setUpRest();
    const thrown = new Error('no bar');
    const onUpload = () => {
      throw thrown;
    };
    const upload = uploadPhoto.extend({ progress: () => reportProgress({ onUpload }) });
    const seen = watch(cache.fetch(upload, { id: 1 }, new FormData()));
    const photo = sent('/users/1/photo');
    photo.event({ type: HttpEventType.UploadProgress, loaded: 1, total: 4 });
    photo.flush({ id: '1' });
    expect([log.errors, seen.completed]).toEqual([[thrown], true]);
  });

  it('of an upload is error NCQ5008 with fetch, and nothing is sent', async () => {
    const fetched = spyOn(globalThis, 'fetch');
    TestBed.configureTestingModule({ providers: [provideHttpClient()] });
    const cache = TestBed.inject(CacheService);
    const error = await firstValueFrom(cache.fetch(uploadPhoto, { id: 1 }, new FormData())).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toEqual(jasmine.objectContaining({ code: 'NCQ5008' }));
    expect(String(error)).toContain('provideHttpClient(withXhr())');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is not confused with an error of the server', () => {
    const { cache, sent } = setUpRest();
    const seen = watch(cache.fetch(uploadPhoto, { id: 1 }, new FormData()));
    sent('/users/1/photo').flush({ code: 2824 }, { status: 400, statusText: 'Bad' });
    expect(seen.errors).toEqual([jasmine.objectContaining({ code: 'NCQ5003', status: 400 })]);
  });

  it('of an upload is reported by the XHR backend', async () => {
    TestBed.configureTestingModule({ providers: [provideHttpClient(withXhr())] });
    const cache = TestBed.inject(CacheService);
    const progress: RestProgress[] = [];
    const form = new FormData();
    form.append('text', 'x'.repeat(10_000));
    const upload = new RestEndpoint({
      path: '/base/nowhere',
      body: typed<FormData>(),
      responseType: 'text',
      progress: () => reportProgress({ onUpload: (each) => progress.push(each) }),
    });
    await firstValueFrom(cache.fetch(upload, form)).catch(() => undefined); // the address does not exist
    expect(progress.at(-1)?.loaded).toBeGreaterThan(10_000);
    expect(progress.at(-1)?.total).toBe(progress.at(-1)?.loaded);
  });

  it('is error NCQ4003, which names the import, if the option returns something else', () => {
    const { cache, http } = setUpRest();
    const wrong = uploadPhoto.extend({ progress: () => true as unknown as ReportProgress });
    const [error] = watch(cache.fetch(wrong, { id: 1 }, new FormData())).errors;
    expect(error).toEqual(jasmine.objectContaining({ code: 'NCQ4003' }));
    expect(String(error)).toContain('PUT /users/:id/photo: progress: expected a function that');
    expect(String(error)).toContain('reportProgress(…)');
    http.expectNone(() => true);
  });
});
