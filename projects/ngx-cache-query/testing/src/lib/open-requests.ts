import { type AnyEndpoint, structuralKey } from 'ngx-cache-query';
import { describeCall } from './describe-call';
import { fullArgs } from './optional-params';
import type { TestRequest } from './test-request';

const OTHER_ENDPOINT =
  ' An open request belongs to another endpoint object with the same name. Create the endpoint once, and use this ' +
  'object in the application and in the spec.';

/** The requests that are waiting for a response from the spec. */
export class OpenRequests {
  readonly #requests = new Set<TestRequest>();

  get all(): readonly TestRequest[] {
    return [...this.#requests];
  }

  /** @returns a function that removes the request */
  add(request: TestRequest): () => void {
    this.#requests.add(request);
    return () => void this.#requests.delete(request);
  }

  /**
   * Returns the only open request to an endpoint, and removes it from the open requests.
   *
   * @param endpoint an endpoint that is no variant of another one
   * @param args the arguments that the request must have; empty to accept any arguments
   */
  take(endpoint: AnyEndpoint, args: readonly unknown[], hint: string): TestRequest {
    const found = this.all.filter(
      (each) => each.endpoint === endpoint && (args.length === 0 || isSame(each, args)),
    );
    const [request] = found;
    if (request === undefined || found.length > 1) {
      const count = request === undefined ? 'no open request' : `${found.length} open requests`;
      const call = describeCall(endpoint.name, args);
      const isOther = this.all.some(({ endpoint: other }) => {
        return other.name === endpoint.name && other !== endpoint;
      });
      throw new Error(
        `expectRequest: ${count} to ${call}. Open requests: ${this.toString()}.${isOther ? OTHER_ENDPOINT : ''}${hint}`,
      );
    }
    this.#requests.delete(request);
    return request;
  }

  /** Removes all requests, and returns their descriptions. */
  clear(): readonly string[] {
    const calls = this.#calls();
    this.#requests.clear();
    return calls;
  }

  toString(): string {
    return this.#calls().join('; ') || 'none';
  }

  #calls(): readonly string[] {
    return this.all.map(({ endpoint, args }) => describeCall(endpoint.name, args));
  }
}

/**
 * Whether a request has the given arguments. A missing argument is the same as `undefined`. Parameters are compared by
 * the key that the endpoint derives from them, so `{ id: 5 }` equals `{ id: '5' }`.
 */
function isSame({ args, endpoint }: TestRequest, expected: readonly unknown[]): boolean {
  const [a, b] = [fullArgs(endpoint, args), fullArgs(endpoint, expected)];
  const isSameKey = endpoint.key(...args) === endpoint.key(...expected);
  const length = Math.max(a.length, b.length);
  return Array.from({ length }).every(
    (_, i) => (i === 0 && isSameKey) || isSameArgument(a[i], b[i]),
  );
}

function isSameArgument(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || structuralKey([textOf(a)]) === structuralKey([textOf(b)]);
}

/** Returns the value to compare: the entries of a form, or any other value unchanged. */
function textOf(value: unknown): unknown {
  return value instanceof FormData ? [...value.entries()] : value;
}
