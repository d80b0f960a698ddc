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

/** What has to do with requests. */
export type Asking =
  | {
      readonly do: 'ask';
      readonly as: AskKind;
      readonly endpoint: EndpointName;
      /** What comes at once; without it the answer comes later. */
      readonly reply: Reply | undefined;
    }
  | { readonly do: 'land'; readonly nth: number; readonly reply: Reply }
  | { readonly do: 'leave'; readonly nth: number }
  | { readonly do: 'refetch' | 'resetEndpoint'; readonly endpoint: EndpointName }
  | { readonly do: 'mutate'; readonly item: Item }
  | Passing;

/** What happens around the cache: time goes by, the page is left, and somebody comes back to it. */
export type Passing =
  | { readonly do: 'pass'; readonly milliseconds: number }
  | { readonly do: 'away' | 'focus' | 'reconnect' };

/** What a stream does. */
export type Streaming =
  | { readonly do: 'message'; readonly message: Message }
  | { readonly do: 'end'; readonly fails: boolean }
  | { readonly do: 'connect' }
  | { readonly do: 'frame' };

/** One thing that happens to a cache. */
export type Operation = Write | Asking | Streaming | { readonly do: 'reset' | 'clear' | 'sweep' };

/** The verbs that ask an endpoint. */
export type AskKind = 'fetch' | 'ensure' | 'watch' | 'state' | 'signal';

/** What a server says: items, that it failed, or nothing at all. */
export type Reply = readonly Item[] | Failure | 'empty';

/** What comes over a stream: people to store, one that is gone, and maybe one that is no person at all. */
export interface Message {
  readonly saved?: readonly Item[];
  readonly gone?: number;
  readonly bad?: boolean;
}

/** An operation, and what a subscriber does when it hears of it. */
export interface Step {
  readonly operation: Operation;
  readonly answer: readonly Write[];
}

/** How the cache is set up. */
export interface Setting {
  /** Whether it asks again when the page gets the focus. */
  readonly focus: boolean;
  /** Whether it asks again when the connection is back. */
  readonly reconnect: boolean;
  /** Whether what streams bring is gathered into frames. */
  readonly batched: boolean;
}

/** A cache, and all that happens to it. */
export interface History {
  readonly setting: Setting;
  readonly steps: readonly Step[];
}
