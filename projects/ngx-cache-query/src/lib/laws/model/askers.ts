import type { Observable, Subscription } from 'rxjs';
import { CacheError, type CacheService, type EndpointState } from '../../../public-api';
import type { Asker, AskingModel } from './asking-model';
import { type EndpointName, endpointOf, server } from './endpoints';
import type { AskKind, Reply } from './operations';
import { show } from './show';

/** Who asks the cache, beside who asks the model. */
interface Asking {
  readonly asker: Asker;
  readonly subscription: Subscription;
  readonly given: Given;
}

/** What somebody was given. */
interface Given {
  value: unknown;
  text: string | undefined;
  status: Asker['status'];
  /** How often since the last commit. */
  emissions: number;
  /** Whether a reset came since: then equal data is other data. */
  wasReset: boolean;
}

/** All that ask, in the cache and in the model, and how the two compare. */
export class Askers {
  readonly #all: Asking[] = [];
  /** What was wrong in a subscriber, where an error would get lost. */
  #wrong: string | undefined;

  constructor(
    private readonly cache: CacheService,
    private readonly model: AskingModel,
  ) {
    server.sent = [];
  }

  /** Those who are not done. */
  get open(): readonly Asking[] {
    return this.#all.filter(({ asker }) => asker.status === 'open');
  }

  ask(asker: Asker, reply: Reply | undefined): void {
    const given: Given = {
      value: undefined,
      text: undefined,
      status: 'open',
      emissions: -1,
      wasReset: false,
    };
    server.next = reply;
    const subscription = this.#stream(asker.as, asker.endpoint).subscribe({
      next: (value) => this.#take(asker, given, value),
      error: (error: unknown) => {
        const isExpected = error === 'down' || error instanceof CacheError;
        if (!isExpected) this.#wrong ??= `${asker.as}(${asker.endpoint}): ${String(error)}`;
        given.status = 'failed';
      },
      complete: () => (given.status = 'done'),
    });
    server.next = undefined;
    this.#all.push({ asker, subscription, given });
  }

  leave({ given, subscription }: Asking): void {
    given.status = 'done';
    subscription.unsubscribe();
  }

  reset(): void {
    for (const { given } of this.#all) given.wasReset = true;
  }

  /** A commit was told. */
  afterCommit(): void {
    for (const { asker, given } of this.#all) {
      const { emissions } = given;
      if (emissions > 1)
        this.#wrong ??= `${asker.as}(${asker.endpoint}) emitted ${emissions} times in one commit`;
      given.emissions = 0;
    }
  }

  /** The right requests were sent and aborted, and everybody was given what they should. */
  compare(): void {
    if (this.#wrong !== undefined) throw new Error(this.#wrong);
    const names = server.sent.map(({ endpoint }) => endpoint);
    this.model.align(names);
    const sent = names.join();
    if (sent !== this.model.sent.join()) {
      throw new Error(`sent ${sent}\nexpected ${this.model.sent.join()}`);
    }
    const underWay = new Set(this.model.requests.map(({ id }) => id));
    server.sent.forEach(({ endpoint, landing }, id) => {
      if (landing.observed !== underWay.has(id)) {
        throw new Error(`${endpoint} ${id} ${landing.observed ? 'goes on' : 'was aborted'}`);
      }
    });
    for (const { asker, given } of this.#all) {
      if (given.status !== asker.status) fail(asker, `is ${given.status}, not ${asker.status}`);
      if (asker.status === 'failed') continue;
      const expected = asker.as === 'state' ? this.model.state(asker) : asker.shown;
      if (asker.status === 'open' || asker.as === 'fetch' || asker.as === 'ensure') {
        if (given.text !== expected) fail(asker, `\n   shows ${given.text}\nexpected ${expected}`);
      }
    }
  }

  /** Who watches shows what the cache has. */
  compareSettled(): void {
    for (const { asker, given } of this.open) {
      const there = this.cache.get(endpointOf(asker.endpoint));
      const shown =
        asker.as === 'state' ? (given.value as EndpointState<unknown>).data : given.value;
      if (there !== undefined && shown !== there) fail(asker, 'shows something else than get');
    }
  }

  #stream(as: AskKind, name: EndpointName): Observable<unknown> {
    const endpoint = endpointOf(name);
    switch (as) {
      case 'fetch':
        return this.cache.fetch(endpoint);
      case 'ensure':
        return this.cache.ensure(endpoint);
      case 'watch':
        return this.cache.watch(endpoint);
      case 'state':
        return this.cache.state(endpoint);
    }
  }

  #take(asker: Asker, given: Given, value: unknown): void {
    const text =
      asker.as === 'state' ? showState(value as EndpointState<unknown>) : show(value, new Map());
    const isEqual = text === given.text && fetchedAt(value) === fetchedAt(given.value);
    if (given.emissions++ >= 0 && isEqual && !given.wasReset) {
      this.#wrong ??= `${asker.as}(${asker.endpoint}) emitted equal data: ${text}`;
    }
    given.wasReset = false;
    given.value = value;
    given.text = text;
  }
}

/** When the data of a state came; it may come again and be the same. */
function fetchedAt(value: unknown): number | undefined {
  return (value as EndpointState<unknown> | undefined)?.fetchedAt;
}

function showState({ status, data, error, isFetching, isStale }: EndpointState<unknown>): string {
  const text = data === undefined ? undefined : show(data, new Map());
  const flags = [isFetching && 'fetching', isStale && 'stale'];
  return [status, text, error, ...flags].filter(Boolean).join(' ');
}

function fail({ as, endpoint }: Asker, message: string): never {
  throw new Error(`${as}(${endpoint}) ${message}`);
}
