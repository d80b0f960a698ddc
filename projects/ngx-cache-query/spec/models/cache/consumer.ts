import type { AskKind } from './operations';
import type { EndpointName } from './rules';

/** A caller or subscriber of an endpoint, and what it should have received. */
export interface Asker {
  readonly as: AskKind;
  readonly endpoint: EndpointName;
  /** The result of `fetch` and `ensure`, or the last value of the other methods. */
  shown: string | undefined;
  status: 'open' | 'done' | 'failed';
}
