import { type Signal, signal, untracked } from '@angular/core';
import { type CacheError, type Clock, ɵENDPOINT as ENDPOINT } from 'ngx-cache-query';
import {
  type CacheExtension,
  type CacheHandle,
  type CacheInspection,
  type Commit,
  type EvictedRow,
  inspect,
  isSensitive,
  type PendingRequest,
  type RequestEvent,
  type RequestReason,
  type RowChange,
  TimeTravel,
} from 'ngx-cache-query/extensions';
import type { Observable } from 'rxjs';
import type { DevtoolsOptions } from './devtools-options';
import { Origins } from './origins';
import { QueryNames } from './query-names';
import {
  AffectedRecord,
  type CommitRecord,
  type RecordedCause,
  recordOf,
  type RequestRecord,
  type RowRecord,
} from './records';
import { type Hide, Redaction } from './redaction';
import type { Simulations } from './simulations';

/** For each commit that is kept, this number of changes of responses is kept for time travel. */
const STATES = 4;

/** What is told of each commit and each change of a request. */
export interface Output {
  committed?(commit: CommitRecord): void;
  requested?(request: RequestRecord): void;
}

/**
 * Records what a cache does: per commit what changed, with its cause, and the results that it affected. A commit costs
 * what it changes, whatever the size of the cache.
 */
export class Recorder implements CacheExtension {
  readonly traces = true;
  readonly tracesCalls: boolean;
  readonly origins = new Origins();
  readonly outputs = new Set<Output>();
  /** Hides what must not be seen, also in what is recorded. */
  readonly redaction: Redaction;
  readonly names: QueryNames;
  /** Whether the endpoints with a name show `sensitive` data. */
  readonly #endpoints = new Map<string, boolean>();
  /** The number of commits and of requests that are kept. */
  readonly maxCommits: number;
  handle!: CacheHandle;
  cache!: CacheInspection;
  /** Shows earlier data. */
  travel!: TimeTravel;
  /** Whether the devtools do something themselves. */
  #isActing = false;
  readonly #commits: CommitRecord[] = [];
  readonly #requests = new Map<number, RequestRecord>();
  readonly #changes = signal(0);
  /** Changes with each commit, each change of a request and each step in time. */
  readonly changes: Signal<number> = this.#changes.asReadonly();

  constructor(
    options: DevtoolsOptions,
    private readonly clock: Clock,
    private readonly simulations: Simulations,
  ) {
    const { maxCommits = 500, trace = true } = options;
    this.names = new QueryNames(options.names);
    this.redaction = new Redaction(options, (table) => this.cache.isSensitive(table));
    this.maxCommits = maxCommits;
    this.tracesCalls = trace;
  }

  /** The last commits, oldest first. */
  get commits(): readonly CommitRecord[] {
    return this.#commits;
  }

  /** The last requests, oldest first. */
  get requests(): Iterable<RequestRecord> {
    return this.#requests.values();
  }

  /** Does something that the application has not done. */
  act<T>(act: () => T): T {
    this.#isActing = true;
    try {
      return act();
    } finally {
      this.#isActing = false;
    }
  }

  /** @see CacheExtension */
  onInit(cache: CacheHandle): void {
    this.handle = cache;
    this.cache = inspect(cache);
    this.cache.measure();
    this.travel = new TimeTravel(cache, this.maxCommits * STATES);
  }

  /** @see CacheExtension */
  onCommit({ affected, causes: [own], changes, id, time }: Commit): void {
    const cause = this.#isActing ? { ...own, byDevtools: true } : own;
    const origin = { commit: id, time, cause };
    const rows = new Map<RowChange, RowRecord>();
    const hides = new Map<string, Hide | undefined>();
    for (const change of changes) {
      const { table } = change;
      if (!hides.has(table)) hides.set(table, this.redaction.of(table));
      const row = recordOf(change, hides.get(table));
      rows.set(change, row);
      this.origins.note(change, row.fields, origin);
    }
    const queries = affected.map((query) => {
      const shown = query.rows.flatMap((row) => rows.get(row) ?? []);
      return new AffectedRecord(query, this.names.of(query.queryable), shown);
    });
    const commit = { ...origin, id, rows: [...rows.values()], queries };
    this.#commits.push(commit);
    if (this.#commits.length > this.maxCommits) this.#commits.shift();
    this.#tell((output) => output.committed?.(commit));
  }

  /** @see CacheExtension */
  onEviction({ table, pk }: EvictedRow): void {
    this.origins.drop(table, pk);
  }

  /** @see CacheExtension */
  onEmpty(): void {
    this.origins.clear();
  }

  /** @see CacheExtension */
  onRequest({ error, ms, ...event }: RequestEvent): void {
    const known = this.#requests.get(event.id);
    const request: RequestRecord = {
      startedAt: this.clock.now(),
      attempts: 0,
      reason: undefined,
      ...known,
      ...event,
      ...(this.#isActing && event.reason && { reason: byDevtools(event.reason) }),
      args: known?.args ?? [], // What may be seen of them is known when the request is sent.
      ms,
      error: error as CacheError | undefined,
    };
    this.#keep(request);
  }

  /** @see CacheExtension */
  intercept(request: PendingRequest, send: () => Observable<unknown>): Observable<unknown> {
    const { endpoint, [ENDPOINT]: of } = request;
    this.#endpoints.set(endpoint, this.#endpoints.get(endpoint) === true || isSensitive(of));
    const known = this.#requests.get(request.id);
    const args = this.redaction.args(endpoint, request.args, this.isSensitive(endpoint));
    if (known) this.#keep({ ...known, args, attempts: known.attempts + 1 });
    return this.simulations.intercept(request, send);
  }

  /** Whether an endpoint with a name shows `sensitive` data, or may do so because it was never requested. */
  isSensitive(endpoint: string): boolean {
    return this.#endpoints.get(endpoint) ?? true;
  }

  /** Tells that something else is shown. */
  changed(): void {
    untracked(() => this.#changes.update((count) => count + 1));
  }

  #keep(request: RequestRecord): void {
    this.#requests.set(request.id, request);
    if (this.#requests.size > this.maxCommits) {
      const [[oldest]] = this.#requests;
      this.#requests.delete(oldest);
    }
    this.#tell((output) => output.requested?.(request));
  }

  #tell(tell: (output: Output) => void): void {
    for (const output of this.outputs) tell(output);
    this.changed();
  }
}

function byDevtools(reason: RequestReason): RequestReason {
  const cause: RecordedCause | undefined = reason.cause && { ...reason.cause, byDevtools: true };
  return { ...reason, cause };
}
