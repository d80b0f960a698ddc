import {
  HttpErrorResponse,
  type HttpEvent,
  HttpEventType,
  type HttpResponse,
} from '@angular/common/http';
import { ErrorHandler, inject, VERSION } from '@angular/core';
import { catchError, filter, type Observable, tap } from 'rxjs';
import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** The progress of sending or receiving a body. */
export interface RestProgress {
  /** The number of bytes that have been transferred. */
  readonly loaded: number;
  /** The total number of bytes; `undefined` if it is unknown. */
  readonly total?: number;
}

/** The functions that receive the progress of a request. */
export interface ProgressListeners {
  /** Called while the body is sent. Without `provideHttpClient(withXhr())`, the request fails with NCQ5008. */
  readonly onUpload?: (progress: RestProgress) => void;
  /** Called while the body of the response arrives. */
  readonly onDownload?: (progress: RestProgress) => void;
}

/** Sends a request, and reports its progress: {@link reportProgress}. */
export type ReportProgress = (
  send: (options: object) => Observable<HttpEvent<unknown>>,
  source: string,
) => Observable<HttpResponse<unknown>>;

/**
 * Reports the progress of a request. An error in a listener is passed to the `ErrorHandler`.
 *
 * @example
 * ```ts
 * const uploadPhoto = new RestEndpoint({
 *   path: '/users/:id/photo',
 *   method: 'PUT',
 *   body: typed<FormData>(),
 *   progress: ({ id }) =>
 *     reportProgress({ onUpload: ({ loaded, total }) => show(id, loaded, total) }),
 * });
 * ```
 */
export function reportProgress({ onUpload, onDownload }: ProgressListeners): ReportProgress {
  return (send, source) => {
    const errors = inject(ErrorHandler);
    const request = {
      observe: 'events',
      // Angular 21 knows only one option for both. Later, it would add listeners that nobody needs.
      reportProgress: VERSION.major === '21',
      reportUploadProgress: onUpload !== undefined,
      reportDownloadProgress: onDownload !== undefined,
    };
    return send(request).pipe(
      tap((event) => {
        const isUpload = event.type === HttpEventType.UploadProgress;
        if (!isUpload && event.type !== HttpEventType.DownloadProgress) return;
        const { loaded, total } = event;
        try {
          (isUpload ? onUpload : onDownload)?.({ loaded, total });
        } catch (error) {
          errors.handleError(error);
        }
      }),
      filter((event) => event.type === HttpEventType.Response),
      catchError((error: unknown) => {
        throw isUnsupported(error) ? noUploadProgress(source, error) : error;
      }),
    );
  };
}

/** The code of the error that Angular throws if the backend cannot report the progress of an upload. */
const NO_UPLOAD_PROGRESS = 2824;

function isUnsupported(thrown: unknown): boolean {
  const { error } = (thrown instanceof HttpErrorResponse ? thrown : {}) as { error?: unknown };
  return error instanceof Error && (error as { code?: unknown }).code === NO_UPLOAD_PROGRESS;
}

/** Error NCQ5008. */
function noUploadProgress(source: string, cause: unknown): CacheError {
  return new CacheError(
    'NCQ5008',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: onUpload in the progress option needs the XHR backend of HttpClient, because fetch does not report ` +
        `the progress of an upload. The request was not sent. Use provideHttpClient(withXhr()).`,
    { source, cause },
  );
}
