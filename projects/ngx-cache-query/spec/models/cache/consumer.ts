import type { ReadMethod } from './operations';
import type { EndpointName } from './rules';

/** A caller or subscriber of an endpoint, and the data that it should have received. */
export interface Consumer {
  readonly method: ReadMethod;
  readonly endpoint: EndpointName;
  /** The result of `fetch` and `ensure`, or the last value of the other methods. */
  shown: string | undefined;
  status: 'open' | 'done' | 'failed';
}
