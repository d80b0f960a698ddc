import type { Observable, Subscription } from 'rxjs';
import { CacheError, type CacheSnapshot } from 'ngx-cache-query';
import type { Consumer } from './consumer';
import { failureOf } from './rules';
import { hasNewPlainItem, show } from './show';

/** The data that a caller or subscriber received from the cache. */
export class Received {
  value: unknown;
  text: string | undefined;
  status: Consumer['status'] = 'open';
  /** The first error found in a callback. An error that is thrown there would be lost. */
  problem: string | undefined;
  /** The number of emissions since the last commit. The first emission does not count. */
  #emissions = -1;
  /** Whether the shown data has been dropped. Equal data can then have another identity. */
  #wasDropped = false;

  constructor(private readonly consumer: Consumer) {}

  listen(stream: Observable<unknown>): Subscription {
    return stream.subscribe({
      next: (value) => this.#emit(value),
      error: (error: unknown) => {
        if (!(error instanceof CacheError)) this.#report(String(error));
        this.status = 'failed';
      },
      complete: () => (this.status = 'done'),
    });
  }

  receive(value: unknown): void {
    this.value = value;
    this.text = isState(this.consumer)
      ? showState(value as CacheSnapshot<unknown>)
      : show(value, new Map());
  }

  /** Records that the shown data was dropped. */
  drop(): void {
    this.#wasDropped = true;
  }

  /** Ends a commit or a point in time. Each can cause at most one emission. */
  endCommit(): void {
    if (this.#emissions > 1) this.#report(`emitted ${this.#emissions} times at once`);
    this.#emissions = 0;
  }

  #emit(value: unknown): void {
    const { text, value: last } = this;
    this.receive(value);
    const isEqual = this.text === text && fetchedAt(value) === fetchedAt(last);
    const isNew = hasNewPlainItem(this.#data(last), this.#data(value));
    if (this.#emissions++ >= 0 && isEqual && !isNew && !this.#wasDropped) {
      this.#report(`emitted equal data: ${text}`);
    }
    this.#wasDropped = false;
  }

  #data(value: unknown): unknown {
    return isState(this.consumer) ? (value as CacheSnapshot<unknown> | undefined)?.value : value;
  }

  #report(message: string): void {
    this.problem ??= `${this.consumer.method}(${this.consumer.endpoint}) ${message}`;
  }
}

/** Whether the method exposes the whole state of an endpoint. */
export function isState({ method }: Consumer): boolean {
  return method === 'state' || method === 'signal';
}

/** Returns when the data of a state was fetched. If a refetch returns equal data, only this time changes. */
function fetchedAt(value: unknown): number | undefined {
  return (value as CacheSnapshot<unknown> | undefined)?.fetchedAt;
}

function showState(state: CacheSnapshot<unknown>): string {
  const { status, value, isFetching, isStale } = state;
  const error = status === 'error' ? state.error : state.refreshError;
  const text = value === undefined ? undefined : show(value, new Map());
  const flags = [isFetching && 'fetching', isStale && 'stale'];
  const failure = failureOf(error) ?? error;
  return [status, text, failure, ...flags, state.fetchedAt].filter(Boolean).join(' ');
}
