import { endpointKeyOf, recordKeyOf } from '../../graph/endpoint-cell';
import type { Table } from '../../store/table';
import { namesPage } from '../list-args';
import type { AnyEndpoint } from '../endpoint';

/** A response in the cache, or a response that is being requested. */
export interface ResponseInfo {
  readonly endpoint: AnyEndpoint;
  /** The key of the endpoint with its arguments, for example `GET /users/5`. */
  readonly key: string;
}

/** The endpoint and the record key of a response. */
interface NamedResponse {
  readonly endpoint: AnyEndpoint;
  readonly recordKey: string;
}

/**
 * A set of responses: all responses of an endpoint, the response of an endpoint with certain arguments, or the
 * responses that pass a test.
 */
export class Responses {
  /**
   * @param includes returns whether the response with a record key is in the set
   * @param endpoints the endpoints of the responses; `undefined` if only a test knows them
   * @param named all responses of the set, if they are known without a test
   */
  private constructor(
    readonly includes: (endpoint: AnyEndpoint, recordKey: string) => boolean,
    readonly endpoints?: readonly AnyEndpoint[],
    readonly named?: readonly NamedResponse[],
  ) {}

  /**
   * Returns the response of an endpoint with the given arguments, or all its responses if `args` is empty. If the
   * endpoint loads pages, the response with the whole list is included too, unless the arguments name a page.
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
