import type { Observable, Subscription } from 'rxjs';
import { CacheError, type EndpointState } from 'ngx-cache-query';
import type { Asker } from './asker';
import { failureOf } from './rules';
import { show } from './show';

/** What a caller or subscriber received from the cache. */
export class Given {
  value: unknown;
  text: string | undefined;
  status: Asker['status'] = 'open';
  /** The first error found in a callback, where a thrown error would be lost. */
  wrong: string | undefined;
  /** The number of emissions since the last commit. The first emission does not count. */
  #emissions = -1;
  /** Whether the shown data was dropped since. Then equal data may have another identity. */
  #wasGone = false;

  constructor(private readonly asker: Asker) {}

  listen(stream: Observable<unknown>): Subscription {
    return stream.subscribe({
      next: (value) => this.#emit(value),
      error: (error: unknown) => {
        const isExpected = failureOf(error) !== undefined || error instanceof CacheError;
        if (!isExpected) this.#complain(String(error));
        this.status = 'failed';
      },
      complete: () => (this.status = 'done'),
    });
  }

  take(value: unknown): void {
    this.value = value;
    this.text = isState(this.asker)
      ? showState(value as EndpointState<unknown>)
      : show(value, new Map());
  }

  /** The shown data was dropped. */
  lose(): void {
    this.#wasGone = true;
  }

  /** Ends a commit or a moment, which causes at most one emission. */
  endRound(): void {
    if (this.#emissions > 1) this.#complain(`emitted ${this.#emissions} times at once`);
    this.#emissions = 0;
  }

  #emit(value: unknown): void {
    const { text, value: last } = this;
    this.take(value);
    const isEqual = this.text === text && fetchedAt(value) === fetchedAt(last);
    if (this.#emissions++ >= 0 && isEqual && !this.#wasGone) {
      this.#complain(`emitted equal data: ${text}`);
    }
    this.#wasGone = false;
  }

  #complain(message: string): void {
    this.wrong ??= `${this.asker.as}(${this.asker.endpoint}) ${message}`;
  }
}

/** Whether the method exposes the whole state of an endpoint. */
export function isState({ as }: Asker): boolean {
  return as === 'state' || as === 'signal';
}

/** When the data of a state was fetched. Equal data may be fetched again. */
function fetchedAt(value: unknown): number | undefined {
  return (value as EndpointState<unknown> | undefined)?.fetchedAt;
}

function showState(state: EndpointState<unknown>): string {
  const { status, data, error, isFetching, isStale } = state;
  const text = data === undefined ? undefined : show(data, new Map());
  const flags = [isFetching && 'fetching', isStale && 'stale'];
  const failure = failureOf(error) ?? error;
  return [status, text, failure, ...flags, state.fetchedAt].filter(Boolean).join(' ');
}
