import { recordKeyOf } from '../read/record-cell';
import type { Table } from '../store/table';
import type { AnyEndpoint } from './requests';

/** A response that the cache holds, or that is asked for. */
export interface ResponseInfo {
  readonly endpoint: AnyEndpoint;
  /** The key of the endpoint with its arguments: `GET /users/5`. */
  readonly key: string;
}

/** Which responses are meant: those of an endpoint, with certain arguments, or by a test. */
export class Responses {
  /**
   * @param test whether one is meant
   * @param single the endpoint and the key of its record, when it is only one
   */
  private constructor(
    private readonly test: (response: ResponseInfo) => boolean,
    readonly single?: { readonly endpoint: AnyEndpoint; readonly recordKey: string },
  ) {}

  /** Those of an endpoint with these arguments, or without arguments all of them. */
  static of(endpoint: AnyEndpoint, args: readonly unknown[]): Responses {
    if (args.length === 0) return new Responses((each) => each.endpoint === endpoint.original);
    const key = endpoint.key(...args);
    const isIt = (each: ResponseInfo) => each.endpoint === endpoint.original && each.key === key;
    return new Responses(isIt, {
      endpoint: endpoint.original,
      recordKey: recordKeyOf(endpoint, key),
    });
  }

  /** Those that pass a test. */
  static that(test: (response: ResponseInfo) => boolean): Responses {
    return new Responses(test);
  }

  /** Whether the response with that record is meant. */
  includes(endpoint: AnyEndpoint, recordKey: string): boolean {
    const { original } = endpoint;
    return this.test({ endpoint: original, key: recordKey.slice(recordKey.indexOf(' ') + 1) });
  }

  /** The keys of their records in a table. */
  keysIn(table: Table): string[] {
    const keys = this.single === undefined ? table.index.keys() : [this.single.recordKey];
    return [...keys].map(String).filter((key) => {
      const endpoint = table.get(key)?.['endpoint'] as AnyEndpoint | undefined;
      return endpoint !== undefined && this.includes(endpoint, key);
    });
  }
}
