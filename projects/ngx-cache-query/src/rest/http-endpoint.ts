import { HttpErrorResponse } from '@angular/common/http';
import type { Observable } from 'rxjs';
import type { ListOperation } from '../lists/list-change';
import type { Client } from '../requests/client';
import { type AnyEndpoint, Endpoint } from '../requests/endpoint';
import type { Answer } from '../requests/mutation-run';
import type { SchemaLike, SchemaNode } from '../schema/schema';
import type { Input } from '../schema/input';
import type { Normalizer } from '../schema/normalizer';
import type { Named } from '../store/followers';
import { structuralKey } from '../util/structural-key';
import { answerOf, dataOfAnswer } from './answer';
import { collectionIn } from './collection-in';
import { unwrapped } from './envelope';
import { extendedOptions, pick, readsSame, SENDING } from './extended-options';
import { sendOverHttp } from './http-adapter';
import { isOwnPath, namedInBody, namedInPath, optimisticResponse } from './request-entities';
import { RestError } from './rest-error';
import type { RestHeaders, RestResponse } from './rest-options';
import { RestPath } from './rest-path';
import {
  type AnyRestOptions,
  changesData,
  methodOf,
  requestOf,
  schemaArgs,
  urlOf,
  withPrefix,
} from './rest-request';
import { describedWith, headersOf, type RestDefaults } from './with-rest';

type Args = readonly unknown[];

const LAST_PARAMETER = /[:*](\w+)(?:\}|\.\w+|'?\\\))?\/?$/;

/** What a `RestEndpoint` does, with all types erased. */
export class HttpEndpoint extends Endpoint<Args, SchemaLike, unknown, unknown> {
  override readonly answersAgain = true;
  override readonly detailParameter: string | undefined;
  readonly path: RestPath;
  /** The endpoints that change the list. Not private, because variants share it. */
  readonly changes = new Map<ListOperation, unknown>();

  /** @param given the options that the endpoint was created with */
  constructor(readonly given: AnyRestOptions) {
    const { path, name = `${methodOf(given)} ${path}` } = given;
    // The method `load` overrides the option.
    super({ ...given, name, sideEffect: changesData(given), load: undefined as never });
    this.path = new RestPath(path, name);
    this.detailParameter = LAST_PARAMETER.exec(path)?.[1];
  }

  override load(...args: Args): Observable<unknown> {
    return sendOverHttp(this, args);
  }

  /** Returns the data in a response. */
  received(
    body: unknown,
    response: RestResponse,
    args: Args,
    { names, unwrap }: AnyRestOptions,
  ): unknown {
    const named = names ? names.received(body) : body;
    const content = unwrapped(unwrap, this.schema, named, response);
    const data = this.process(content, response, ...args);
    return this.sideEffect ? dataOfAnswer(this, args, data, response) : data;
  }

  failed(
    thrown: HttpErrorResponse,
    url: string,
    now: number,
    { names }: AnyRestOptions,
  ): RestError {
    const error = new RestError(this.name, url, thrown, now);
    return names ? Object.assign(error, { body: names.received(error.body) }) : error;
  }

  override key(...args: Args): string {
    const { given } = this;
    if (given.key) return given.key(...args);
    const request = requestOf(this, args);
    // The body of a read selects what is read.
    const isQuery = given.body !== undefined && !this.sideEffect;
    const query = isQuery ? ` ${structuralKey(request.body)}` : '';
    return `${methodOf(given)} ${urlOf(this, request)}${query}`;
  }

  override check(args: Args): void {
    requestOf(this, args);
  }

  url(...args: Args): string {
    return urlOf(this, requestOf(this, args));
  }

  getHeaders(...args: Args): Partial<RestHeaders> {
    return headersOf(this.given, this, args);
  }

  process(body: unknown, response: RestResponse, ...args: Args): unknown {
    const { process } = this.given;
    return process ? process(body, response, ...args) : body;
  }

  override schemaArgs(args: Args): Args {
    return schemaArgs(this, args);
  }

  override concerns(input: Input, args: Args): Named | undefined {
    const named = namedInPath(this, args);
    if (!named) (this.schema as Partial<SchemaNode<unknown>> | undefined)?.skip?.(input);
    return named;
  }

  override answer(client: Client, input: Normalizer, args: Args, response: unknown): Answer {
    return answerOf(this, client, input, args, response);
  }

  override ownRow(args: Args): Named | undefined {
    return isOwnPath(this) ? namedInPath(this, args) : undefined;
  }

  override named(args: Args): Named | readonly Named[] {
    return namedInPath(this, args) ?? namedInBody(this, args);
  }

  override optimisticResponse(args: Args): unknown {
    return optimisticResponse(this, args);
  }

  get push(): unknown {
    return this.changing('push');
  }

  get unshift(): unknown {
    return this.changing('unshift');
  }

  get assign(): unknown {
    return this.changing('assign');
  }

  get remove(): unknown {
    return this.changing('remove');
  }

  changing(operation: ListOperation, path: string = this.given.path): unknown {
    let endpoint = this.changes.get(operation);
    if (endpoint === undefined) {
      const schema = collectionIn(this.schema, this.name)[operation];
      const type = this.constructor as new (options: object) => object;
      const method = operation === 'remove' || operation === 'move' ? 'PATCH' : 'POST';
      const sending = pick(this.given, [...SENDING, 'context']);
      endpoint = new type({ ...sending, ownDefaults: {}, path, method, body: {}, schema });
      this.changes.set(operation, endpoint);
    }
    return endpoint;
  }

  extend(options: object): object {
    const type = this.constructor as new (options: object) => object;
    const { pollInterval } = this.options;
    const merged = extendedOptions({ ...this.given, pollInterval }, options);
    const extended = new type(merged);
    if (readsSame(this.given, merged)) {
      const { original, responses, derived, pagesOf } = this;
      // A header, such as Accept-Language, may select another response.
      const isSame = merged.headers === this.given.headers;
      Object.assign(extended, { pagesOf }, isSame && { original, responses, derived });
    }
    return extended;
  }

  withErrorBody(): this {
    return this;
  }
}

/**
 * Returns the error that a request would throw if the server answered with a status and an empty body.
 *
 * @param status the status; 0 if there is no answer
 * @param now the current time in milliseconds since 1970
 */
export function failedRequest(
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  status: number,
  defaults: RestDefaults,
  now: number,
): unknown {
  const error = status === 0 ? new ProgressEvent('error') : null;
  const failure = (url: string) => new HttpErrorResponse({ error, status, statusText: '', url });
  if (!(endpoint instanceof HttpEndpoint)) return failure(endpoint.name);
  const described = describedWith(endpoint, defaults);
  const { given } = described;
  const request = requestOf(described, args);
  const response = failure(urlOf(described, request));
  return endpoint.failed(response, withPrefix(given.urlPrefix, request.path), now, given);
}
