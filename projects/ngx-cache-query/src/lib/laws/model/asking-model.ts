import { type EndpointName, endpoints } from './endpoints';
import type { Model } from './model';
import type { AskKind, Reply } from './operations';

/** Who asked an endpoint, and what it should have been given. */
export interface Asker {
  readonly as: AskKind;
  readonly endpoint: EndpointName;
  /** What `fetch` and `ensure` gave, or what the others showed last. */
  shown: string | undefined;
  status: 'open' | 'done' | 'failed';
}

/** A request under way. */
interface Request {
  /** Which of all that were sent. */
  id: number;
  readonly endpoint: EndpointName;
  seq: number;
  readonly epoch: number;
  readonly askers: Set<Asker>;
  /** Whether who asks next would join it. */
  joinable: boolean;
  outdated: boolean;
  forgotten: boolean;
}

/** What is known of the requests of an endpoint. */
interface Asked {
  answered: boolean;
  expired: boolean;
  failed: boolean;
}

/** Requests as one would have them without a thought for how: who asks, who joins, and what they see. */
export class AskingModel {
  /** The endpoints of all requests that should have been sent. */
  sent: EndpointName[] = [];
  requests: Request[] = [];
  askers: Asker[] = [];
  readonly #asked = new Map<EndpointName, Asked>();

  constructor(private readonly model: Model) {}

  /** Somebody asks; a request that it sends is answered with `reply` at once, if there is one. */
  ask(as: AskKind, endpoint: EndpointName, reply: Reply | undefined): Asker {
    const asker: Asker = { as, endpoint, shown: undefined, status: 'open' };
    this.askers.push(asker);
    const isFresh = this.#isFresh(endpoint);
    if (as === 'fetch' || !isFresh) this.#request(asker, reply);
    else if (as === 'ensure') this.#done(asker, this.#result(endpoint));
    this.#refetch();
    this.show();
    return asker;
  }

  land(request: Request, reply: Reply): void {
    this.#end(request, reply);
    this.#refetch();
    this.show();
  }

  leave(asker: Asker): void {
    asker.status = 'done';
    this.#withdraw(asker);
    this.#refetch();
  }

  /** From now on nobody joins what is under way. */
  seal(): void {
    for (const request of this.requests) request.joinable = false;
  }

  expire(endpoint: EndpointName): void {
    this.seal();
    for (const request of this.#underWay(endpoint)) request.outdated = true;
    const never = { answered: false, expired: false, failed: false };
    const isWatched = this.#watching().some((asker) => asker.endpoint === endpoint);
    const asked = this.#asked.get(endpoint) ?? (isWatched ? never : undefined);
    if (asked !== undefined) {
      this.#asked.set(endpoint, asked);
      Object.assign(asked, { expired: true, failed: false });
    }
    this.#refetch();
    this.show();
  }

  /** What shows something that was invalidated is asked for again. */
  catchUp(): void {
    const stale = [...this.model.stale] as EndpointName[];
    this.model.stale.clear();
    for (const endpoint of stale) {
      for (const request of this.#underWay(endpoint)) request.outdated = true;
      Object.assign(this.#asked.get(endpoint)!, { expired: true, failed: false });
    }
    if (stale.length > 0) this.#refetch();
    this.show();
  }

  forget(endpoint: EndpointName): void {
    for (const request of this.#underWay(endpoint)) request.forgotten = true;
    this.model.results.delete(endpoint);
    this.expire(endpoint);
  }

  reset(): void {
    this.seal();
    this.#asked.clear();
    for (const asker of this.#watching()) if (asker.as === 'state') asker.shown = undefined;
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
    const late = this.requests.filter(({ id }) => id >= from);
    const seqs = late.map(({ seq }) => seq).sort((a, b) => a - b);
    for (const request of late) request.id = renamed.get(request.id)!;
    late.sort((a, b) => a.id - b.id).forEach((request, place) => (request.seq = seqs[place]));
    this.requests.sort((a, b) => a.id - b.id);
    this.sent = [...sent];
  }

  /** Takes note of what everybody sees now. */
  show(): void {
    for (const asker of this.#watching()) {
      asker.shown = this.#result(asker.endpoint) ?? asker.shown;
    }
  }

  /** What `state` says. */
  state({ endpoint, shown }: Asker): string {
    const asked = this.#asked.get(endpoint);
    const isFetching = this.#current(endpoint).length > 0;
    const without = isFetching ? 'pending' : 'idle';
    const status = asked?.failed ? 'error' : shown === undefined ? without : 'success';
    const flags = [isFetching && 'fetching', !this.#isFresh(endpoint) && 'stale'];
    return [status, shown, asked?.failed && 'down', ...flags].filter(Boolean).join(' ');
  }

  #request(asker: Asker, reply?: Reply): void {
    const { endpoint } = asker;
    const there = this.requests.find((each) => each.joinable && each.endpoint === endpoint);
    if (there !== undefined) return void there.askers.add(asker);
    const { epoch } = this.model;
    const flags = { joinable: true, outdated: false, forgotten: false };
    const id = this.sent.push(endpoint) - 1;
    const seq = ++this.model.clock;
    const request = { id, endpoint, seq, epoch, askers: new Set([asker]), ...flags };
    this.requests.push(request);
    const never = { answered: false, expired: false, failed: false };
    if (!this.#asked.has(endpoint)) this.#asked.set(endpoint, never);
    if (reply !== undefined) this.#end(request, reply);
  }

  #end(request: Request, reply: Reply): void {
    const { model } = this;
    const { endpoint, seq } = request;
    this.requests = this.requests.filter((each) => each !== request);
    const isCurrent = request.epoch === model.epoch;
    const asked = this.#asked.get(endpoint)!;
    if (reply === 'fail') {
      if (isCurrent) asked.failed = true;
      for (const asker of request.askers) this.#failed(asker);
    } else if (reply === 'empty') {
      if (isCurrent) asked.expired &&= request.outdated;
      for (const asker of request.askers) this.#done(asker, undefined);
    } else if (!isCurrent) {
      for (const asker of request.askers) this.#failed(asker);
    } else {
      const items = endpoints[endpoint].write(model, reply, seq);
      if (!request.forgotten && model.putResult(endpoint, items, seq)) {
        const expired = asked.expired && request.outdated;
        Object.assign(asked, { answered: true, expired, failed: false });
      }
      const value = endpoints[endpoint].show(model, items);
      for (const asker of request.askers) this.#done(asker, value);
    }
  }

  /** What is watched, was expired, and is not asked for, is asked for again, until a request fails. */
  #refetch(): void {
    const wanted = new Set<EndpointName>();
    for (const [endpoint, asked] of this.#asked) {
      const isIdle = this.#current(endpoint).length === 0;
      if (asked.expired && !asked.failed && isIdle) wanted.add(endpoint);
    }
    for (const asker of this.#watching()) if (wanted.has(asker.endpoint)) this.#request(asker);
  }

  #done(asker: Asker, value: string | undefined): void {
    if (asker.as === 'watch' || asker.as === 'state') return;
    asker.status = 'done';
    asker.shown = value;
  }

  #failed(asker: Asker): void {
    const isNothing = asker.shown === undefined && this.#result(asker.endpoint) === undefined;
    if (asker.as === 'state' || (asker.as === 'watch' && !isNothing)) return;
    asker.status = 'failed';
    this.#withdraw(asker);
  }

  /** Takes somebody off all requests; those that nobody waits for any more are aborted. */
  #withdraw(asker: Asker): void {
    for (const { askers } of this.requests) askers.delete(asker);
    this.requests = this.requests.filter(({ askers }) => askers.size > 0);
  }

  #watching(): Asker[] {
    return this.askers.filter(
      ({ as, status }) => status === 'open' && (as === 'watch' || as === 'state'),
    );
  }

  #underWay(endpoint: EndpointName): Request[] {
    return this.requests.filter((each) => each.endpoint === endpoint);
  }

  /** Those under way whose answers will land. */
  #current(endpoint: EndpointName): Request[] {
    return this.#underWay(endpoint).filter(({ epoch }) => epoch === this.model.epoch);
  }

  #isFresh(endpoint: EndpointName): boolean {
    const asked = this.#asked.get(endpoint);
    return this.model.results.has(endpoint) && asked?.answered === true && !asked.expired;
  }

  #result(endpoint: EndpointName): string | undefined {
    const result = this.model.results.get(endpoint);
    return result && endpoints[endpoint].show(this.model, result.items);
  }
}
