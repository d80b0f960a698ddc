import { type HttpErrorResponse, type HttpEvent, HttpEventType } from '@angular/common/http';
import { ErrorHandler, inject } from '@angular/core';
import { CacheError } from 'ngx-cache-query';

declare const ngDevMode: unknown;

/** The progress of sending or receiving a body. */
export interface RestProgress {
  /** The number of bytes that have been transferred. */
  readonly loaded: number;
  /** The total number of bytes; `undefined` if it is unknown. */
  readonly total?: number;
}

/** A callback that receives the progress of a request and the arguments of the call. */
export type OnProgress<Args extends readonly unknown[]> = (
  progress: RestProgress,
  ...args: Args
) => void;

/**
 * Returns a function that passes progress events to callbacks. An error in a callback is passed to the ErrorHandler and
 * does not abort the request. Returns `undefined` if there are no callbacks. Must be called in an injection context.
 */
export function reportProgress(
  onUpload: OnProgress<readonly unknown[]> | undefined,
  onDownload: OnProgress<readonly unknown[]> | undefined,
  args: readonly unknown[],
): ((event: HttpEvent<unknown>) => void) | undefined {
  if (onUpload === undefined && onDownload === undefined) return undefined;
  const errors = inject(ErrorHandler);
  return (event) => {
    const isUpload = event.type === HttpEventType.UploadProgress;
    if (!isUpload && event.type !== HttpEventType.DownloadProgress) return;
    const { loaded, total } = event;
    try {
      (isUpload ? onUpload : onDownload)?.({ loaded, total }, ...args);
    } catch (error) {
      errors.handleError(error);
    }
  };
}

/** The code of the error that Angular throws if the backend cannot report the progress of an upload. */
const NO_UPLOAD_PROGRESS = 2824;

/** Whether a request failed because the backend of HttpClient cannot report the progress of an upload. */
export function isWithoutUploadProgress({ error }: HttpErrorResponse): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === NO_UPLOAD_PROGRESS;
}

/** Error NCQ5008. */
export function noUploadProgressError(source: string, cause: unknown): CacheError {
  return new CacheError(
    'NCQ5008',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the onUploadProgress option needs the XHR backend of HttpClient, because fetch does not report the ` +
        `progress of an upload. The request was not sent. Use provideHttpClient(withXhr()).`,
    { source, cause },
  );
}
