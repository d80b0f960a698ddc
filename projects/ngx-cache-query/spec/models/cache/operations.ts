import type { ClassName } from './classes';
import type { Item } from './model';
import type { EndpointName, Failure } from './rules';

/** A local write. */
export type Write =
  | { readonly do: 'set'; readonly type: ClassName; readonly item: Item }
  | { readonly do: 'update'; readonly pk: number; readonly name: string }
  | { readonly do: 'delete'; readonly type: ClassName; readonly pk: number }
  | { readonly do: 'deleteWhere'; readonly type: ClassName; readonly pks: readonly number[] }
  | { readonly do: 'refetchShowing'; readonly type: ClassName; readonly pk: number | undefined }
  | { readonly do: 'batch'; readonly steps: readonly Write[]; readonly fails: boolean };

/** An operation that involves requests. */
export type Requesting =
  | {
      readonly do: 'subscribe';
      readonly method: ReadMethod;
      readonly endpoint: EndpointName;
      /** The synchronous response. If it is missing, the response arrives later. */
      readonly reply: Reply | undefined;
    }
  | { readonly do: 'respond'; readonly nth: number; readonly reply: Reply }
  | { readonly do: 'unsubscribe'; readonly nth: number }
  | { readonly do: 'refetch' | 'resetEndpoint'; readonly endpoint: EndpointName }
  | { readonly do: 'mutate'; readonly item: Item }
  | Passing;

/** Events outside the cache: time passes, and the page is hidden and shown again. */
export type Passing =
  | { readonly do: 'pass'; readonly milliseconds: number }
  | { readonly do: 'away' | 'focus' | 'reconnect' };

/** The actions of a stream. */
export type Streaming =
  | { readonly do: 'message'; readonly message: Message }
  | { readonly do: 'end'; readonly fails: boolean }
  | { readonly do: 'connect' }
  | { readonly do: 'frame' };

/** One operation on a cache. */
export type Operation =
  Write | Requesting | Streaming | { readonly do: 'reset' | 'clear' | 'sweep' };

/** The methods that send requests to an endpoint. */
export type ReadMethod = 'fetch' | 'ensure' | 'watch' | 'state' | 'signal';

/** The response of the server: items or a failure. */
export type Reply = readonly Item[] | Failure;

/** A message of a stream. It contains people to store, a person to delete, and possibly a malformed person. */
export interface Message {
  readonly saved?: readonly Item[];
  readonly gone?: number;
  readonly bad?: boolean;
}

/** The configuration of the cache. */
export interface Setting {
  /** Whether the cache refetches when the page gains focus. */
  readonly focus: boolean;
  /** Whether the cache refetches when the connection is restored. */
  readonly reconnect: boolean;
  /** Whether messages of streams are batched per frame. */
  readonly batched: boolean;
}

/** The configuration of a cache, and the operations on it. */
export interface History {
  readonly setting: Setting;
  readonly steps: readonly Operation[];
}
