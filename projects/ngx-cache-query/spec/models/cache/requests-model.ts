import type { Asker } from './asker';
import type { Model } from './model';
import type { EndpointName } from './rules';

/** A request under way. */
export interface Request {
  /** Which of all that were sent; of one that is tried again, the last time. */
  id: number;
  readonly endpoint: EndpointName;
  seq: number;
  readonly epoch: number;
  /** The callers of `fetch` and `ensure`. */
  readonly askers: Set<Asker>;
  /** Whether it is the one that all observers share, also later ones. */
  isShared: boolean;
  /** Whether who asks next would join it. */
  joinable: boolean;
  superseded: boolean;
  /** Whether stale data was dropped that is younger than it. */
  dropped: boolean;
  /** How often it failed. */
  failures: number;
  /** When it is tried again, while it waits for that. */
  wakesAt: number | undefined;
  /** Its place among those that wait: of two that are due at once, the first one is the first. */
  turn: number;
}

/** Which requests should have been sent, and which are under way. */
export class RequestsModel {
  /** The endpoints of all requests that should have been sent. */
  sent: EndpointName[] = [];
  underWay: Request[] = [];
  #turns = 0;

  constructor(private readonly model: Model) {}

  /** Those that a server has before it. */
  get open(): readonly Request[] {
    return this.underWay.filter(({ wakesAt }) => wakesAt === undefined);
  }

  /** Those that are to be tried again now. */
  get due(): readonly Request[] {
    const { time } = this.model;
    return this.underWay
      .filter(({ wakesAt }) => wakesAt !== undefined && wakesAt <= time)
      .sort((a, b) => a.turn - b.turn);
  }

  /** The request that one would join; the first is sent when there is none, and `isNew` says so. */
  joinOrSend(endpoint: EndpointName): { readonly request: Request; readonly isNew: boolean } {
    const there = this.underWay.find((each) => each.joinable && each.endpoint === endpoint);
    if (there !== undefined) return { request: there, isNew: false };
    const { epoch } = this.model;
    const flags = { isShared: false, joinable: true, superseded: false, dropped: false };
    const tries = { failures: 0, wakesAt: undefined, turn: 0 };
    const id = this.sent.push(endpoint) - 1;
    const seq = ++this.model.clock;
    const request = { id, endpoint, seq, epoch, askers: new Set<Asker>(), ...flags, ...tries };
    this.underWay.push(request);
    return { request, isNew: true };
  }

  /** A request is to be tried again later. */
  wait(request: Request, milliseconds: number): void {
    request.wakesAt = this.model.time + milliseconds;
    request.turn = ++this.#turns;
  }

  /** Sends a request again that has waited for that. */
  sendAgain(request: Request): void {
    request.wakesAt = undefined;
    request.id = this.sent.push(request.endpoint) - 1;
  }

  end(request: Request): void {
    this.underWay = this.underWay.filter((each) => each !== request);
  }

  of(endpoint: EndpointName): Request[] {
    return this.underWay.filter((each) => each.endpoint === endpoint);
  }

  /** Those that no later `refetch` superseded. */
  current(endpoint: EndpointName): Request[] {
    return this.of(endpoint).filter(({ superseded }) => !superseded);
  }

  /** From now on new callers do not share what is in flight, of all endpoints or of one. */
  seal(endpoint?: EndpointName): void {
    for (const request of endpoint === undefined ? this.underWay : this.of(endpoint)) {
      request.joinable = false;
    }
  }

  /** Aborts requests without a caller and, of the shared one, without an observer. */
  abortUnneeded(isObserved: (endpoint: EndpointName) => boolean): void {
    for (const each of this.underWay) each.isShared &&= isObserved(each.endpoint);
    this.underWay = this.underWay.filter(({ askers, isShared }) => askers.size > 0 || isShared);
  }

  /** Which of several endpoints is asked first in one moment is no law: it is as it was. */
  align(sent: readonly EndpointName[]): void {
    const from = this.sent.findIndex((endpoint, id) => endpoint !== sent[id]);
    if (from === -1 || [...this.sent].sort().join() !== [...sent].sort().join()) return;
    const last = this.sent.map((endpoint, id) => ({ endpoint, id })).slice(from);
    const renamed = new Map<number, number>();
    sent.slice(from).forEach((endpoint, place) => {
      const at = last.findIndex((each) => each.endpoint === endpoint);
      renamed.set(last.splice(at, 1)[0].id, from + place);
    });
    const late = this.underWay.filter(({ id, wakesAt }) => id >= from && wakesAt === undefined);
    for (const request of late) request.id = renamed.get(request.id)!;
    late.sort((a, b) => a.id - b.id);
    // One that is tried again has the place in the order of all writes that it had.
    const first = late.filter(({ failures }) => failures === 0);
    const seqs = first.map(({ seq }) => seq).sort((a, b) => a - b);
    first.forEach((request, place) => (request.seq = seqs[place]));
    this.underWay.sort((a, b) => a.id - b.id);
    this.sent = [...sent];
  }
}
