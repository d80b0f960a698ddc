import type { Consumer } from './consumer';
import type { Model } from './model';
import type { EndpointName } from './rules';

/** A request in flight. */
export interface Request {
  /** The index of the request among all sent requests. For a retried request, it is the index of the last attempt. */
  id: number;
  readonly endpoint: EndpointName;
  seq: number;
  readonly epoch: number;
  /** The callers of `fetch` and `ensure`. */
  readonly callers: Set<Consumer>;
  /** Whether all subscribers share this request, including later ones. */
  isShared: boolean;
  /** Whether new callers share this request. */
  isShareable: boolean;
  superseded: boolean;
  /** Whether newer stale data was dropped. The response to this request is then not stored. */
  dropped: boolean;
  /** The number of failed attempts. */
  failures: number;
  /** The time of the next retry, while the request waits for it. */
  retriesAt: number | undefined;
  /** The position among the waiting requests. It determines the order of retries that are due at the same time. */
  turn: number;
}

/** The requests that should have been sent, and the requests in flight. */
export class RequestsModel {
  /** The endpoints of all requests that should have been sent. */
  sent: EndpointName[] = [];
  inFlight: Request[] = [];
  #turns = 0;

  constructor(private readonly model: Model) {}

  /** The requests that the server has received but not completed. */
  get open(): readonly Request[] {
    return this.inFlight.filter(({ retriesAt }) => retriesAt === undefined);
  }

  /** The requests that should be retried now. */
  get due(): readonly Request[] {
    const { time } = this.model;
    return this.inFlight
      .filter(({ retriesAt }) => retriesAt !== undefined && retriesAt <= time)
      .sort((a, b) => a.turn - b.turn);
  }

  /** Returns the request to share. If there is none, sends a new one and sets `isNew`. */
  shareOrSend(endpoint: EndpointName): { readonly request: Request; readonly isNew: boolean } {
    const shared = this.inFlight.find((each) => each.isShareable && each.endpoint === endpoint);
    if (shared !== undefined) return { request: shared, isNew: false };
    const { epoch } = this.model;
    const flags = { isShared: false, isShareable: true, superseded: false, dropped: false };
    const tries = { failures: 0, retriesAt: undefined, turn: 0 };
    const id = this.sent.push(endpoint) - 1;
    const seq = ++this.model.clock;
    const request = { id, endpoint, seq, epoch, callers: new Set<Consumer>(), ...flags, ...tries };
    this.inFlight.push(request);
    return { request, isNew: true };
  }

  /** Schedules a retry. */
  wait(request: Request, milliseconds: number): void {
    request.retriesAt = this.model.time + milliseconds;
    request.turn = ++this.#turns;
  }

  /** Sends a request again after its delay. */
  retry(request: Request): void {
    request.retriesAt = undefined;
    request.id = this.sent.push(request.endpoint) - 1;
  }

  end(request: Request): void {
    this.inFlight = this.inFlight.filter((each) => each !== request);
  }

  of(endpoint: EndpointName): Request[] {
    return this.inFlight.filter((each) => each.endpoint === endpoint);
  }

  /** Returns the requests that no later `refetch` has superseded. */
  current(endpoint: EndpointName): Request[] {
    return this.of(endpoint).filter(({ superseded }) => !superseded);
  }

  /** Returns the request whose end subscribers wait for: the newest one that is not superseded. */
  newest(endpoint: EndpointName): Request | undefined {
    return this.current(endpoint)
      .sort((a, b) => a.seq - b.seq)
      .at(-1);
  }

  /** From now on, new callers do not share the requests in flight of one endpoint or of all endpoints. */
  stopSharing(endpoint?: EndpointName): void {
    for (const request of endpoint === undefined ? this.inFlight : this.of(endpoint)) {
      request.isShareable = false;
    }
  }

  /** Aborts requests without a caller, except a shared request with a subscriber. */
  abortUnneeded(isActive: (endpoint: EndpointName) => boolean): void {
    for (const each of this.inFlight) each.isShared &&= isActive(each.endpoint);
    this.inFlight = this.inFlight.filter(({ callers, isShared }) => callers.size > 0 || isShared);
  }

  /**
   * Adopts the actual order of requests that were sent to several endpoints at the same time, because this order is
   * unspecified.
   */
  align(sent: readonly EndpointName[]): void {
    const from = this.sent.findIndex((endpoint, id) => endpoint !== sent[id]);
    if (from === -1 || [...this.sent].sort().join() !== [...sent].sort().join()) return;
    const last = this.sent.map((endpoint, id) => ({ endpoint, id })).slice(from);
    const renamed = new Map<number, number>();
    sent.slice(from).forEach((endpoint, place) => {
      const at = last.findIndex((each) => each.endpoint === endpoint);
      renamed.set(last.splice(at, 1)[0].id, from + place);
    });
    const late = this.inFlight.filter(({ id, retriesAt }) => id >= from && retriesAt === undefined);
    for (const request of late) request.id = renamed.get(request.id)!;
    late.sort((a, b) => a.id - b.id);
    // A retried request keeps its position in the write order.
    const first = late.filter(({ failures }) => failures === 0);
    const seqs = first.map(({ seq }) => seq).sort((a, b) => a - b);
    first.forEach((request, place) => (request.seq = seqs[place]));
    this.inFlight.sort((a, b) => a.id - b.id);
    this.sent = [...sent];
  }
}
