import { type CacheError, type InfiniteSnapshot, RestError } from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { checkKept, checkNamed } from './arrival-checks';
import { checkClient, checkEnd } from './checks';
import { Client, type Mutation } from './client';
import { type Exchange, Network } from './network';
import type { Observer } from './observer';
import type { Step } from './operation';
import { operations } from './operations';
import { reads } from './reads';
import { Server } from './server';

/** The request failed, the cache was emptied, or a row with a temporary id was not created. */
const EXPECTED: readonly unknown[] = ['NCQ5003', 'NCQ4001', 'NCQ4004'];

/** Two clients of a server. */
export class World {
  readonly clock = new FakeClock();
  readonly server = new Server();
  readonly network = new Network(this.server);
  readonly clients: readonly [Client, Client];
  /** What was wrong in the current step. */
  readonly failures: string[] = [];
  /** The values of failed mutations and batches. */
  readonly forbidden = new Set<unknown>();
  /** The operations so far, for failure messages. */
  readonly said: string[] = [];
  /** The time at which the current event began. Its writes are older than the requests that they cause. */
  now = 0;
  #names = 0;

  constructor() {
    this.clients = [new Client(this, '1'), new Client(this, '2')];
  }

  /** Returns a number that no other change has. */
  unique(): number {
    return ++this.#names;
  }

  /** Loads what both clients observe at first. */
  begin(observed: readonly (readonly number[])[]): void {
    for (const [at, client] of this.clients.entries())
      for (const index of observed[at]) {
        this.said.push(`client ${client.name}: observes ${reads[index].name}`);
        client.observe(reads[index]);
      }
    this.settle();
    this.#throw();
  }

  /** Performs a step, if it is possible, and checks what both clients show. */
  run({ op, client: at, numbers }: Step): void {
    const operation = operations[op];
    const client = this.clients[at];
    const wants = { world: this, client, numbers };
    const run = operation.prepare(wants);
    if (run === undefined) return;
    this.said.push(`client ${client.name}: ${op} ${run.what}`);
    this.now = this.network.tick();
    run.now();
    const isFull = numbers[0] % 3 === 0;
    for (const each of this.clients) checkClient(each, isFull);
    this.#throw();
  }

  /** Ends all requests, fetches what is observed again, and compares it with the server. */
  end(): void {
    this.said.push('the end');
    this.settle();
    for (const client of this.clients) checkClient(client, true);
    this.#throw();
    this.said.push('refetch');
    for (const { cache, observers } of this.clients) {
      for (const { read } of observers)
        if (read.request) void cache.refetch(read.request.endpoint, ...(read.request.args as []));
    }
    this.settle();
    for (const { observers } of this.clients)
      for (const observer of observers) this.#loadAll(observer);
    for (const client of this.clients) {
      checkClient(client, true);
      checkEnd(client);
    }
    this.#throw();
  }

  /** Loads the remaining pages. */
  #loadAll(observer: Observer): void {
    for (let n = 0; ; n++) {
      const { hasMore, loadMore } = (observer.last ?? {}) as Partial<
        InfiniteSnapshot<unknown, unknown>
      >;
      if (!hasMore) return;
      if (n > 50) throw new Error('the pages never end');
      loadMore!();
      this.settle();
    }
  }

  /** Lets all requests and answers arrive. */
  settle(): void {
    for (let n = 0; !this.network.isQuiet; n++) {
      if (n > 2_000) throw new Error('the requests never end');
      const { sent, answered } = this.network;
      if (sent.length > 0) this.network.reach(sent[(n * 7) % sent.length], 'ok');
      else this.arrive(answered[(n * 5) % answered.length]);
      for (const client of this.clients) checkClient(client, false);
    }
  }

  /** Lets an answer arrive, and checks what it must not change. */
  arrive(exchange: Exchange): void {
    const checks = this.clients.flatMap((client) => [
      ...checkKept(client, exchange),
      ...checkNamed(client),
    ]);
    this.now = this.network.tick();
    this.network.arrive(exchange);
    for (const check of checks) check();
  }

  /** A mutation failed for its caller. */
  failed(client: Client, { values, state }: Mutation, error: CacheError): Mutation['state'] {
    this.expectFailure(client, error);
    if (error.code === 'NCQ4001') return 'dropped';
    const wasSent = error instanceof RestError;
    for (const value of values)
      if (!wasSent || this.network.refused.has(value)) this.forbidden.add(value);
    return state === 'dropped' ? state : 'failed';
  }

  /** Notes an error that no caller may receive. */
  expectFailure(client: Client, error: unknown): void {
    const { code } = error as CacheError;
    if (!EXPECTED.includes(code)) client.report(`a caller received ${String(error)}`);
  }

  close(): void {
    this.failures.length = 0;
    for (const client of this.clients) client.end();
  }

  #throw(): void {
    if (this.failures.length === 0) return;
    throw new Error(`${this.failures.join('\n')}\nafter\n  ${this.said.join('\n  ')}`);
  }
}
