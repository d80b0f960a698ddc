import { endpointKeyOf, recordKeyOf } from '../../graph/endpoint-cell';
import type { Table } from '../../store/table';
import { namesPage } from '../list-args';
import type { AnyEndpoint } from '../endpoint';

/** A response that is stored in the cache, or that a request in flight will return. */
export interface ResponseInfo {
  readonly endpoint: AnyEndpoint;
  /** The key of the endpoint and its arguments, such as `GET /users/5`. */
  readonly key: string;
}

/** A response, identified by its endpoint and its record key. */
interface NamedResponse {
  readonly endpoint: AnyEndpoint;
  readonly recordKey: string;
}

/**
 * A set of responses: all responses of an endpoint, its response for one set of arguments, or all responses that a
 * function selects.
 */
export class Responses {
  /**
   * @param includes returns whether the response with the given record key is in the set
   * @param endpoints the endpoints of the responses; `undefined` if a function selects the responses
   * @param named the responses in the set, if it contains only responses for specific arguments
   */
  private constructor(
    readonly includes: (endpoint: AnyEndpoint, recordKey: string) => boolean,
    readonly endpoints?: readonly AnyEndpoint[],
    readonly named?: readonly NamedResponse[],
  ) {}

  /**
   * Returns the response of an endpoint for the given arguments. If `args` is empty, returns all responses of the
   * endpoint. If the endpoint loads pages, the response that holds the whole list is also included. It is not included
   * if the arguments identify a single page.
   */
  static of(endpoint: AnyEndpoint, args: readonly unknown[]): Responses {
    const { original, pagesOf } = endpoint;
    const list = pagesOf?.list.original;
    const endpoints = list === undefined ? [original] : [original, list];
    if (args.length === 0) {
      return new Responses((each) => endpoints.includes(each.original), endpoints);
    }
    const named = [nameOf(endpoint, args)];
    if (list !== undefined && !namesPage(args, pagesOf!.field)) named.push(nameOf(list, args));
    const includes = (_: AnyEndpoint, key: string) => named.some((each) => each.recordKey === key);
    return new Responses(includes, endpoints, named);
  }

  /** Returns the responses that pass `test`. */
  static that(test: (response: ResponseInfo) => boolean): Responses {
    return new Responses(({ original }, recordKey) =>
      test({ endpoint: original, key: endpointKeyOf(original, recordKey) }),
    );
  }

  /** Returns the record keys of the responses that have a row in `table`. */
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
