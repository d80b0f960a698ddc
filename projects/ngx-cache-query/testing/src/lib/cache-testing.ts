import { ErrorHandler, inject, Injectable } from '@angular/core';
import {
  type AnyEndpoint,
  type EntityClass,
  ɵENDPOINT as ENDPOINT,
  ɵREST_DEFAULTS as REST_DEFAULTS,
  ɵtableNameOf as tableNameOf,
} from 'ngx-cache-query';
import {
  type CacheExtension,
  type CacheInspection,
  inspect,
  type PendingRequest,
  type RequestEvent,
} from 'ngx-cache-query/extensions';
import { Observable, type Subscriber } from 'rxjs';
import { describeCall } from './describe-call';
import type { Fixture, Target } from './fixtures';
import { OpenRequests } from './open-requests';
import { TESTING_OPTIONS } from './testing-options';
import { Responder } from './responder';
import { TestClock } from './test-clock';
import { TestPage } from './test-page';
import { TestRequest } from './test-request';

type ArgsOf<X extends Target> = Parameters<X['load']>;

/**
 * Controls the requests, the clock and the page of a cache under test. `provideCacheTesting()` provides it.
 *
 * @example
 * ```ts
 * const testing = TestBed.inject(CacheTesting);
 * testing.expectRequest(getUser, { id: 5 }).flush({ id: 5, name: 'Ada' });
 * await testing.clock.advance(60_000);
 * testing.verify();
 * ```
 */
@Injectable()
export class CacheTesting {
  readonly #options = inject(TESTING_OPTIONS);
  readonly #errors = inject(ErrorHandler);
  readonly #defaults = inject(REST_DEFAULTS);
  readonly #responder = new Responder();
  readonly #open = new OpenRequests();
  readonly #calls: PendingRequest[] = [];
  readonly #inFlight = new Map<number, RequestEvent>();
  /** The fixture responses that arrive in the next microtask. */
  readonly #arriving = new Set<Promise<void>>();
  readonly #missing: string[] = [];
  readonly #fixtures = new Map<AnyEndpoint, Fixture>();
  #cache!: CacheInspection;

  /** The clock of the cache. */
  readonly clock: TestClock = new TestClock(
    new Date(this.#options.now ?? Date.UTC(2026, 0, 1)).getTime(),
    () => this.settled(),
  );
  /** The simulated page, which specs can hide, focus or disconnect. */
  readonly page: TestPage = new TestPage();

  /** @internal */
  readonly extension: CacheExtension = {
    onInit: (cache) => void (this.#cache = inspect(cache)),
    onRequest: (event) => {
      if (event.state === 'pending') this.#inFlight.set(event.id, event);
      else this.#inFlight.delete(event.id);
    },
    intercept: (request, send) => {
      this.#calls.push(request);
      return this.#respond(request, send);
    },
  };

  constructor() {
    this.addFixtures(...(this.#options.fixtures ?? []));
  }

  /** Adds fixtures. The last one of an endpoint is used. */
  addFixtures(...fixtures: readonly Fixture[]): void {
    for (const each of fixtures) this.#fixtures.set(originalOf(each.endpoint), each);
  }

  /**
   * Returns the open request to an endpoint, to which the spec can then respond.
   *
   * @param args the arguments of the request; if omitted, there must be only one
   * @throws Error if no request or several requests match
   */
  expectRequest<X extends Target>(endpoint: X, ...args: ArgsOf<X> | []): TestRequest<ArgsOf<X>> {
    const isAnswered = this.#fixtures.get(originalOf(endpoint))?.handling === 'respond';
    const hint = isAnswered
      ? ' A fixture responds to requests to this endpoint. Use manual() instead.'
      : '';
    return this.#open.take(originalOf(endpoint), args as readonly unknown[], hint) as never;
  }

  /** Returns the arguments of all requests to an endpoint so far. */
  requestsOf<X extends Target>(endpoint: X): readonly ArgsOf<X>[] {
    const original = originalOf(endpoint);
    const calls = this.#calls.filter((call) => call[ENDPOINT] === original);
    return calls.map(({ args }) => args as ArgsOf<X>);
  }

  /** The requests that are waiting for a response from the spec. */
  get openRequests(): readonly TestRequest[] {
    return this.#open.all;
  }

  /** Whether a request to an endpoint is in flight, with these or any arguments. */
  isPending<X extends Target>(endpoint: X, ...args: ArgsOf<X> | []): boolean {
    const key = args.length === 0 ? undefined : endpoint.key(...(args as never));
    return [...this.#inFlight.values()].some(
      (event) => event.endpoint === endpoint.name && (key === undefined || event.key === key),
    );
  }

  /** Whether the next subscription to an endpoint would send a request. */
  isStale<X extends Target>(endpoint: X, ...args: ArgsOf<X>): boolean {
    const key = endpoint.key(...(args as never));
    const info = this.#cache
      .responses()
      .find((each) => each.endpoint === endpoint.name && each.key === key);
    return info?.isStale ?? true;
  }

  /** Whether pending mutations change, add or delete an entity. */
  isOptimistic(type: EntityClass, pk: string | number): boolean {
    return this.#cache.isOptimistic(tableNameOf(type), String(pk));
  }

  /** Resolves when all fixture responses without a delay have arrived, and mutations show their results. */
  async settled(): Promise<void> {
    while (this.#arriving.size > 0) await Promise.all(this.#arriving);
    // The result of a mutation is shown some microtasks after its response. Timers may be fake ones.
    for (let i = 0; i < 10; i++) await Promise.resolve();
  }

  /**
   * Checks that no request waits for a response from the spec, and that none failed because it had no fixture. Call it
   * after each spec. It reports each problem only once.
   *
   * @throws Error if a check fails; the message lists the requests
   */
  verify(): void {
    const [missing] = this.#missing.splice(0);
    const open = this.#open.clear();
    if (missing !== undefined) throw new Error(missing);
    if (open.length > 0) throw new Error(`verify: open requests: ${open.join('; ')}.`);
  }

  #respond(request: PendingRequest, send: () => Observable<unknown>): Observable<unknown> {
    const { [ENDPOINT]: endpoint, args } = request;
    const fixture = this.#fixtures.get(endpoint);
    const { fixtures, unmatched = fixtures === undefined ? 'wait' : 'fail' } = this.#options;
    const handling = fixture?.handling ?? unmatched;
    if (handling === 'send') return send();
    return new Observable((subscriber: Subscriber<unknown>) => {
      const now = () => this.clock.now();
      const waiting = new TestRequest(endpoint, args, subscriber, now, this.#defaults);
      if (handling === 'wait') return this.#open.add(waiting);
      if (handling === 'fail') return this.#soon(() => subscriber.error(this.#noFixture(request)));
      const { delay, outcome } = this.#responder.answer(endpoint, fixture!.response, args);
      const respond = () => waiting.respond(outcome);
      return delay > 0 ? this.clock.after(delay, respond) : this.#soon(respond);
    });
  }

  /**
   * Runs a function in a microtask.
   *
   * @returns a function that cancels the call
   */
  #soon(run: () => void): () => void {
    let isCanceled = false;
    const arriving = Promise.resolve().then(() => {
      this.#arriving.delete(arriving);
      if (!isCanceled) run();
    });
    this.#arriving.add(arriving);
    return () => (isCanceled = true);
  }

  #noFixture({ endpoint, args }: PendingRequest): Error {
    const error = new Error(
      `No fixture for ${describeCall(endpoint, args)}. Add respondTo(endpoint, response) to the fixtures of ` +
        `provideCacheTesting(). To respond with expectRequest(), add manual(endpoint) instead.`,
    );
    Object.assign(error, { status: 400 }); // With this status, the request is not retried.
    this.#missing.push(error.message);
    this.#errors.handleError(error);
    return error;
  }
}

/** Returns the endpoint with which a variant, such as that of `polled`, shares its requests and responses. */
function originalOf(endpoint: object): AnyEndpoint {
  return (endpoint as { readonly original: AnyEndpoint }).original;
}
