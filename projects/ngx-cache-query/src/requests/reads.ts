import { pure } from '../reactive/node';
import type { Input } from '../schema/input';
import { planOf } from '../schema/plan';
import { known } from '../schema/queryable';
import { frozen } from '../util/plain-data';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import type { Entry } from './entry';
import { expire } from './expire';
import { beforeReset } from './request-errors';
import { arrived, hasData, type ResponseRecord } from './response-record';
import { type Caller, Run } from './run';
import { cause, SentRequest, takeReason } from './sent-request';
import { inputFor } from './target';

interface RequestOptions {
  /** Whether observers see the request as a reload. */
  readonly isReloading?: boolean;
  /** Whether nothing changes before the next microtask, not even if the response is there at once. */
  readonly isLater?: boolean;
  readonly caller?: Caller;
  /** The endpoint that loads the response. Default: the one that the observers need. */
  readonly endpoint?: AnyEndpoint;
}

/** Sends the reads of a cache, and stores their responses. */
export class ReadRequests {
  readonly #all = new Set<Run>();

  constructor(private readonly client: Client) {}

  /** The entries with reads in flight, also with superseded ones, which only callers wait for. */
  get inFlight(): Set<Entry> {
    return new Set([...this.#all].map(({ entry }) => entry));
  }

  /** Sends a read for the observers of an entry, and for a caller. An older read goes on only for its own callers. */
  request(
    entry: Entry,
    { isReloading = false, isLater = false, caller, endpoint = entry.loader }: RequestOptions = {},
  ): void {
    const { hook, send, store } = this.client;
    const last = entry.run;
    const sent = new SentRequest(endpoint, entry.args);
    const run = new Run(entry, sent, store.beginRead());
    if (caller) run.callers.add(caller);
    entry.isReloading ||= isReloading; // A reload goes on with the newest request.
    entry.run = run;
    entry.requestedAt = run.order;
    entry.wasCleared = false;
    this.#all.add(run);
    if (last?.callers.size === 0) this.#close(last);
    let waits = isLater;
    const settle = (then: () => void) => (waits ? queueMicrotask(then) : then());
    const reason = takeReason(caller !== undefined); // Also if nothing wants to know it.
    hook?.began(sent, reason);
    const close = send(sent, {
      next: (response, isLast) => settle(() => this.#receive(run, response, isLast)),
      error: (thrown) => settle(() => this.#fail(run, thrown)),
      complete: () => settle(() => this.#end(run, complete)),
    });
    run.close = () => {
      close();
      hook?.ended(sent);
    };
    // Only now, so that nothing delays the request.
    settle(() => entry.run === run && entry.touch());
    waits = false;
    if (!this.#all.has(run)) run.close(); // It was answered at once.
  }

  /** Ends a read that has no callers and no observers any more. */
  abort(run: Run): void {
    this.#end(run);
  }

  /** Calls `done` as soon as none of the entries waits for an answer. */
  whenSettled(entries: readonly Entry[], done: () => void): void {
    const waiting = entries.find(({ isFetching }) => isFetching);
    // A newer read may take the place of the one that ends.
    const check = () => this.whenSettled(entries, done);
    if (waiting) waiting.run!.ending.push(() => queueMicrotask(check));
    else done();
  }

  /** Ends the reads of some entries, or of all, because their values were dropped. */
  drop(dropped: ReadonlySet<Entry> | undefined): void {
    for (const run of [...this.#all]) {
      if (dropped && !dropped.has(run.entry)) continue;
      const error = beforeReset(run.entry.endpoint.name);
      this.#end(run, ({ subscriber, rejects }) =>
        rejects ? subscriber.error(error) : subscriber.complete(),
      );
    }
  }

  /** Ends all reads, because the cache is destroyed. */
  end(): void {
    for (const run of [...this.#all]) this.#end(run, complete);
  }

  /** Adds a caller to an equal read in flight, or to a new one. Returns a function that removes the caller. */
  join(endpoint: AnyEndpoint, args: readonly unknown[], caller: Caller): () => void {
    const entry = this.client.entry(endpoint, args);
    const { loader } = entry;
    if (entry.run && !entry.run.isOld) entry.run.callers.add(caller);
    else this.request(entry, { caller, endpoint: loader.isWhole ? loader : endpoint });
    const { run } = entry;
    return () => {
      if (!run?.callers.delete(caller) || run.callers.size > 0) return;
      if (entry.run !== run || entry.observers.size === 0) this.abort(run);
    };
  }

  /** @param confirmed the stored response, if the server has confirmed that it is up to date */
  #receive(run: Run, response: unknown, isLast: boolean, confirmed?: ResponseRecord): void {
    if (!this.#all.has(run)) return;
    const { client } = this;
    const { renames, store } = client;
    const { endpoint } = run.sent;
    const { args } = run.entry;
    let value: unknown;
    try {
      const input = inputFor(endpoint, args);
      value = confirmed ? confirmed.value : pure(() => input.begin(endpoint.schema, response));
      if (renames) value = renames.apply(input, run.order, endpoint.schema, value);
      // A newer response has arrived, also if it was dropped since.
      const isOld = store.tables.for(endpoint.responses).peek(run.entry.key).order > run.order;
      if (isOld) input.effects.length = 0;
      else arrived(input, run.entry, value, run.isSuperseded);
      if (input.effects.length > 0) this.#arrivedPart(input, run, value);
      store.rounds.hold(() => {
        store.as(cause('request', run.sent), () => store.write(input, run.order));
        for (const each of run.ending.splice(0)) each();
        this.#answered(run, isLast);
      });
    } catch (thrown) {
      return this.#fail(run, thrown);
    }
    store.whenSettled((failure) => {
      if (failure) return this.#reject(run, failure.error);
      let shown: unknown;
      try {
        if (run.callers.size > 0) shown = this.#valueOf(run, value);
      } catch (thrown) {
        return this.#reject(run, thrown);
      }
      run.sent.state = 'success';
      for (const { subscriber } of isLast ? [] : [...run.callers]) subscriber.next(shown);
      if (!isLast) return;
      this.#end(run, ({ subscriber }) => {
        subscriber.next(shown);
        subscriber.complete();
      });
    });
  }

  /** A page is also the last response of the list. */
  #arrivedPart(input: Input, { sent, entry: { args } }: Run, value: unknown): void {
    const { pagesOf } = sent.endpoint;
    if (!pagesOf) return;
    const { original } = pagesOf.list;
    input.put(planOf(original.responses), original.key(...pagesOf.argsOf(args)), { value });
    this.client.entriesOf(original); // Makes the endpoint one that was used.
  }

  #fail(run: Run, thrown: unknown): void {
    if (!this.#all.has(run)) return;
    const { clock, store } = this.client;
    const { entry } = run;
    const error = this.client.failure(entry.endpoint, thrown);
    const { record } = entry;
    // One unchanged page does not mean that the other pages of a list are unchanged.
    const mayConfirm = error.status === 304 && !run.sent.endpoint.isWhole;
    if (mayConfirm && record && 'value' in record && hasData(entry.endpoint, entry.value)) {
      return this.#receive(run, undefined, true, record);
    }
    store.rounds.hold(() => {
      const isCurrent = entry.run === run && !run.isSuperseded;
      const failure = { error, failedAt: clock.now(), isRendered: false };
      if (isCurrent) store.as(cause('failure', run.sent), () => entry.patch(failure));
      this.#leave(run);
    });
    store.whenSettled(() => this.#reject(run, error));
  }

  #reject(run: Run, thrown: unknown): void {
    const error = this.client.failure(run.entry.endpoint, thrown);
    run.sent.fail(error);
    this.#end(run, ({ subscriber }) => subscriber.error(error));
  }

  /** The observers have received an answer. Another one may follow while the read stays open. */
  #answered(run: Run, isLast: boolean): void {
    const { entry, mustRepeat } = run;
    if (isLast || entry.run !== run) this.#leave(run);
    else {
      run.isAnswered = run.isOld = true;
      run.mustRepeat = entry.isReloading = false;
      entry.touch();
    }
    entry.schedule(); // A newer read may be in flight, and end later than the value is fresh.
    if (mustRepeat) expire(this.client, [entry], false);
  }

  /** The observers no longer wait for a read. An older one for a caller may still be in flight. */
  #leave(run: Run): void {
    const { entry } = run;
    if (entry.run !== run) return;
    entry.run = undefined;
    for (const other of this.#all)
      if (other.entry === entry && other !== run && !other.isSuperseded) entry.run = other;
    entry.isReloading = false;
    entry.touch();
    entry.schedule();
  }

  /** Ends a read, and tells its callers. */
  #end(run: Run, tell?: (caller: Caller) => void): void {
    if (!this.#all.has(run)) return;
    this.#leave(run);
    this.#close(run, tell);
  }

  #close(run: Run, tell?: (caller: Caller) => void): void {
    this.#all.delete(run);
    this.client.store.endRead();
    if (tell) for (const caller of [...run.callers]) tell(caller);
    for (const each of run.ending.splice(0)) each();
    run.close?.();
  }

  /** The value of a response. All readers of a stored response receive the same object. */
  #valueOf({ entry: { endpoint, args, key }, order }: Run, value: unknown): unknown {
    const row = this.client.store.tables.for(endpoint.responses).peek(key);
    if (!row.data || row.order !== order) return this.client.shown(endpoint, args, value);
    return frozen(known(this.client.results.read(endpoint, args)));
  }
}

function complete({ subscriber }: Caller): void {
  subscriber.complete();
}
