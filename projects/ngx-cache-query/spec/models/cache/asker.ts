import type { AskKind } from './operations';
import type { EndpointName } from './rules';

/** A caller or subscriber of an endpoint, and what it should have received. */
export interface Asker {
  readonly as: AskKind;
  readonly endpoint: EndpointName;
  /** What `fetch` and `ensure` gave, or what the others showed last. */
  shown: string | undefined;
  status: 'open' | 'done' | 'failed';
}
