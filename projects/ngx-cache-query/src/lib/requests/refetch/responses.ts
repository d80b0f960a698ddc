import { endpointKeyOf, recordKeyOf } from '../../graph/record-cell';
import type { Table } from '../../store/table';
import { namesPage } from '../list-args';
import type { AnyEndpoint } from '../endpoint';

/** A response in the cache, or one that is requested. */
export interface ResponseInfo {
  readonly endpoint: AnyEndpoint;
  /** The key of the endpoint with its arguments: `GET /users/5`. */
  readonly key: string;
}

/** A response by its endpoint and key. */
interface NamedResponse {
  readonly endpoint: AnyEndpoint;
  readonly recordKey: string;
}

/** A set of responses: those of an endpoint, of an endpoint with arguments, or those that pass a test. */
export class Responses {
  /**
   * @param includes whether the response of a record is in the set
   * @param named the endpoints and the keys of their records, when the set lists them
   */
  private constructor(
    readonly includes: (endpoint: AnyEndpoint, recordKey: string) => boolean,
    readonly named?: readonly NamedResponse[],
  ) {}

  /**
   * Returns the responses of an endpoint with some arguments, or all of its responses. Unless the arguments name a page,
   * the responses of a page's list are included.
   */
  static of(endpoint: AnyEndpoint, args: readonly unknown[]): Responses {
    const { original, pagesOf } = endpoint;
    const list = pagesOf && (pagesOf.list as never as AnyEndpoint).original;
    if (args.length === 0) {
      return new Responses((each) => each.original === original || each.original === list);
    }
    const named = [nameOf(endpoint, args)];
    if (list !== undefined && !namesPage(args, pagesOf!.field)) named.push(nameOf(list, args));
    return new Responses((_, key) => named.some(({ recordKey }) => recordKey === key), named);
  }

  /** Returns the responses that pass a test. */
  static that(test: (response: ResponseInfo) => boolean): Responses {
    return new Responses(({ original }, recordKey) =>
      test({ endpoint: original, key: endpointKeyOf(original, recordKey) }),
    );
  }

  /** Returns the keys of their records in a table. */
  keysIn(table: Table): string[] {
    const keys = this.named?.map(({ recordKey }) => recordKey) ?? table.index.keys();
    return [...keys].map(String).filter((key) => {
      const endpoint = table.get(key)?.['endpoint'] as AnyEndpoint | undefined;
      return endpoint !== undefined && this.includes(endpoint, key);
    });
  }
}

function nameOf(endpoint: AnyEndpoint, args: readonly unknown[]): NamedResponse {
  const recordKey = recordKeyOf(endpoint, endpoint.key(...args));
  return { endpoint: endpoint.original, recordKey };
}
