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

/** A response that is known by name. */
interface NamedResponse {
  readonly endpoint: AnyEndpoint;
  readonly recordKey: string;
}

/** Which responses are meant: those of an endpoint, with certain arguments, or by a test. */
export class Responses {
  /**
   * @param includes whether the response with that record is meant
   * @param named the endpoints and the keys of their records, when they are known
   */
  private constructor(
    readonly includes: (endpoint: AnyEndpoint, recordKey: string) => boolean,
    readonly named?: readonly NamedResponse[],
  ) {}

  /**
   * Those of an endpoint with these arguments, or without arguments all of them. Unless the arguments name a page, the
   * responses of pages are also those of their list.
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

  /** Those that pass a test. */
  static that(test: (response: ResponseInfo) => boolean): Responses {
    return new Responses(({ original }, recordKey) =>
      test({ endpoint: original, key: endpointKeyOf(original, recordKey) }),
    );
  }

  /** The keys of their records in a table. */
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
