import {
  HttpClient,
  type HttpContext,
  HttpErrorResponse,
  HttpEventType,
  type HttpParams,
} from '@angular/common/http';
import { inject } from '@angular/core';
import { CLOCK, structuralKey, ɵHYDRATES } from 'ngx-cache-query';
import { catchError, filter, map, type Observable, tap } from 'rxjs';
import { withDefaults, withoutDefaults } from './default-search-params';
import { warnOfDoubledPrefix } from './doubled-prefix';
import { formFields } from './form-fields';
import {
  isWithoutUploadProgress,
  noUploadProgressError,
  type OnProgress,
  reportProgress,
} from './progress';
import { changesData, methodOf } from './rest-method';
import type { RestResponseType, RestHeaders, RestOptions, RestResponse } from './rest-options';
import { RestError } from './rest-error';
import { type Params, RestPath } from './rest-path';
import { searchParamsOf } from './search-params';
import { REST_DEFAULTS } from './with-rest';

declare const ngDevMode: unknown;

type AnyOptions = Omit<
  RestOptions<string, undefined, unknown, unknown, RestResponseType, unknown>,
  'process' | 'context' | 'defaultSearchParams' | 'onUploadProgress' | 'onDownloadProgress'
> & {
  readonly defaultSearchParams?: Params;
  /**
   * The default search parameters that this endpoint sends. If this option is set, parameters in `defaultSearchParams`
   * that this option does not contain are not sent, because `defaultSearchParams` then applies only to reads. Defaults
   * of path parameters always apply.
   */
  readonly ownDefaults?: Params;
  readonly onUploadProgress?: OnProgress<readonly unknown[]>;
  readonly onDownloadProgress?: OnProgress<readonly unknown[]>;
  readonly context?: HttpContext | ((...args: readonly unknown[]) => HttpContext);
};

/** The parts of a request, derived from the arguments of the call. */
interface Request {
  /** The parameters of the path. */
  readonly params: Params;
  /** The path. If the `searchToString` option converts the search parameters, the path includes them. */
  readonly path: string;
  readonly search: HttpParams;
  readonly body: unknown;
}

/** Converts the arguments of an endpoint to an HttpClient request, and a failure to a {@link RestError}. */
export class RestAdapter {
  readonly name: string;
  /** Whether the body can be the only argument. */
  readonly canOmitParams: boolean;
  readonly #method: string;
  readonly #path: RestPath;
  /** Whether the body selects what is read. If so, the body is part of the key. */
  readonly #isQuery: boolean;
  readonly #options: AnyOptions;

  constructor(options: object) {
    this.#options = options as AnyOptions;
    const { body, path, name } = this.#options;
    this.#method = methodOf(this.#options);
    this.name = name ?? `${this.#method} ${path}`;
    this.#path = new RestPath(path, this.name);
    this.canOmitParams = body !== undefined && !this.#path.isOpen;
    this.#isQuery = body !== undefined && !changesData(this.#options);
  }

  /**
   * Returns the key of a request. The key consists of the method and the URL that `url` returns. For a read with a
   * body, the key also contains the body.
   */
  key(args: readonly unknown[]): string {
    const request = this.#request(args);
    const body = this.#isQuery ? ` ${structuralKey(request.body)}` : '';
    return `${this.#method} ${this.#urlOf(request)}${body}`;
  }

  /** Returns the URL of a request: the prefix of the endpoint, the path and the search parameters. */
  url(args: readonly unknown[]): string {
    return this.#urlOf(this.#request(args));
  }

  /**
   * Sends the request. Must be called in an injection context.
   *
   * @param process converts the body to data that matches the schema
   */
  send(
    args: readonly unknown[],
    headers: RestHeaders,
    process: (body: unknown, response: RestResponse) => unknown,
  ): Observable<unknown> {
    const { context: contextOption, withCredentials, timeout, responseType } = this.#options;
    const { path, search: params, body } = this.#request(args);
    const defaults = inject(REST_DEFAULTS, { optional: true });
    const clock = inject(CLOCK);
    const prefix = this.#options.urlPrefix ?? defaults?.urlPrefix ?? '';
    const url = `${prefix}${path}`;
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      warnOfDoubledPrefix(this.name, prefix, path);
    }
    const context = typeof contextOption === 'function' ? contextOption(...args) : contextOption;
    // With hydration, the cache itself transfers the contents of the response.
    const transferCache =
      inject(ɵHYDRATES, { optional: true, self: true }) === true ? false : undefined;
    const options = {
      body,
      params,
      headers: { ...headers },
      context,
      withCredentials,
      timeout,
      transferCache,
    };
    const { onUploadProgress: onUpload, onDownloadProgress: onDownload } = this.#options;
    return inject(HttpClient)
      .request(this.#method, url, {
        ...options,
        responseType: (responseType ?? 'json') as 'json',
        reportUploadProgress: onUpload !== undefined,
        reportDownloadProgress: onDownload !== undefined,
        observe: 'events',
      })
      .pipe(
        tap(reportProgress(onUpload, onDownload, args)),
        filter((event) => event.type === HttpEventType.Response),
        catchError((error: unknown) => {
          if (!(error instanceof HttpErrorResponse)) throw error;
          if (isWithoutUploadProgress(error)) throw noUploadProgressError(this.name, error);
          throw new RestError(this.name, url, error, clock.now());
        }),
        map(({ body, status, headers: received, url: finalUrl }) =>
          process(body, { status, headers: received, url: finalUrl ?? url }),
        ),
      );
  }

  /**
   * Returns the path parameters merged with the body. If the body is a `FormData`, its text fields are used. Any other
   * body that is not a plain object is returned without the path parameters.
   */
  optimisticResponse(args: readonly unknown[]): unknown {
    const { params, body: sent } = this.#request(args);
    const body = sent instanceof FormData ? formFields(sent) : sent;
    const isPlain =
      typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;
    if (body !== undefined && !isPlain) return body;
    return { ...params, ...body };
  }

  /**
   * Returns the arguments that are compared with entities to find matching lists. Search parameters that equal their
   * defaults are omitted, and a form is converted to its text fields.
   */
  schemaArgs(args: readonly unknown[]): readonly unknown[] {
    const { defaultSearchParams: defaults } = this.#options;
    const at = this.#hasParams(args) ? 0 : -1;
    return args.map((argument, i) => {
      if (argument instanceof FormData) return formFields(argument);
      const isObject = typeof argument === 'object' && argument !== null;
      return i === at && isObject && defaults !== undefined
        ? withoutDefaults(argument as Params, defaults)
        : argument;
    });
  }

  #urlOf({ path, search }: Request): string {
    const text = search.toString();
    return `${this.#options.urlPrefix ?? ''}${path}${text === '' ? '' : `?${text}`}`;
  }

  #defaults(isInPath: (entry: [string, unknown]) => boolean): Params | undefined {
    const { defaultSearchParams: defaults, ownDefaults } = this.#options;
    if (defaults === undefined || ownDefaults === undefined) return defaults;
    return { ...Object.fromEntries(Object.entries(defaults).filter(isInPath)), ...ownDefaults };
  }

  /**
   * Whether the first argument contains parameters. A single argument is the body if the endpoint has a body and its
   * path has no parameters.
   */
  #hasParams(args: readonly unknown[]): boolean {
    return !this.canOmitParams || args.length > 1;
  }

  /** Splits the arguments of a call into path parameters, search parameters and the body. */
  #request(args: readonly unknown[]): Request {
    const { body, searchToString } = this.#options;
    const hasParams = this.#hasParams(args);
    const given = (hasParams ? (args[0] ?? {}) : {}) as Params;
    const isNamed = ([name]: [string, unknown]) => this.#path.has(name);
    const params = withDefaults(given, this.#defaults(isNamed));
    const entries = Object.entries(params);
    const search = entries.filter((each) => !isNamed(each));
    const text = searchToString?.(Object.fromEntries(search)) ?? '';
    return {
      params: Object.fromEntries(entries.filter(isNamed)),
      path: `${this.#path.fill(this.name, params)}${text === '' ? '' : `?${text}`}`,
      search: searchParamsOf(
        params,
        searchToString === undefined ? search.map(([name]) => name) : [],
        this.name,
      ),
      body: body === undefined ? undefined : args[hasParams ? 1 : 0],
    };
  }
}
