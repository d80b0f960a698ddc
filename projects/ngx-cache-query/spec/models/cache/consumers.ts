import { createEnvironmentInjector, runInInjectionContext, type Signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { NEVER, type Observable, Subscription } from 'rxjs';
import { type CacheSnapshot, toValues } from 'ngx-cache-query';
import type { EndpointsModel } from './endpoints-model';
import type { Consumer } from './consumer';
import { endpointOf } from './endpoints';
import { Received, isState } from './received';
import type { ReadMethod, Reply } from './operations';
import { server } from './server';
import type { World } from './world';
import type { EndpointName } from './rules';

/** A caller or subscriber of the cache, with its counterpart in the model. */
interface OpenConsumer {
  readonly consumer: Consumer;
  readonly subscription: Subscription;
  readonly received: Received;
  /** The signal, if the method returns one. Its value is read for each comparison. The other methods emit. */
  readonly signal: Signal<CacheSnapshot<unknown>> | undefined;
}

/** Contains all callers and subscribers in the cache and in the model, and compares them. */
export class Consumers {
  readonly #all: OpenConsumer[] = [];

  constructor(
    private readonly world: World,
    private readonly model: EndpointsModel,
  ) {
    server.sent = [];
  }

  /** The callers and subscribers that have not ended. */
  get open(): readonly OpenConsumer[] {
    return this.#all.filter(({ consumer }) => consumer.status === 'open');
  }

  add(consumer: Consumer, reply: Reply | undefined): void {
    const received = new Received(consumer);
    server.next = reply;
    const subscription = new Subscription();
    const signal =
      consumer.method === 'signal' ? this.#signal(consumer.endpoint, subscription) : undefined;
    if (signal !== undefined) this.#read(signal, received);
    else subscription.add(received.listen(this.#stream(consumer.method, consumer.endpoint)));
    server.next = undefined;
    this.#all.push({ consumer, subscription, received, signal });
  }

  leave({ received, subscription }: OpenConsumer): void {
    received.status = 'done';
    subscription.unsubscribe();
  }

  /** Records that the responses of one endpoint or of all endpoints were dropped. */
  drop(endpoint?: EndpointName): void {
    for (const { consumer, received } of this.#all) {
      if (endpoint === undefined || consumer.endpoint === endpoint) received.drop();
    }
  }

  /** Records that subscribers were notified of a commit. */
  afterCommit(): void {
    for (const { received } of this.#all) received.endCommit();
  }

  /**
   * Checks that the correct requests were sent and aborted, and that each caller and subscriber received the expected
   * data.
   */
  compare(): void {
    for (const { signal, received } of this.open)
      if (signal !== undefined) received.receive(signal());
    this.afterCommit();
    const { problem } =
      this.#all.find(({ received }) => received.problem !== undefined)?.received ?? {};
    if (problem !== undefined) throw new Error(problem);
    this.#compareRequests();
    for (const { consumer, received } of this.#all) {
      if (received.status !== consumer.status)
        fail(consumer, `is ${received.status}, not ${consumer.status}`);
      if (consumer.status === 'failed') continue;
      const expected = isState(consumer) ? this.model.state(consumer) : consumer.shown;
      if (
        consumer.status === 'open' ||
        consumer.method === 'fetch' ||
        consumer.method === 'ensure'
      ) {
        if (received.text !== expected)
          fail(consumer, `\n   shows ${received.text}\nexpected ${expected}`);
      }
    }
    this.#compareSignals();
  }

  /** Checks that active subscribers show what the cache contains. */
  compareSettled(): void {
    for (const { consumer, received } of this.open) {
      const cached = this.world.cache.get(endpointOf(consumer.endpoint));
      if (cached !== undefined && dataOf(consumer, received) !== cached) {
        fail(consumer, 'shows something else than get');
      }
    }
  }

  #compareRequests(): void {
    const { requests } = this.model;
    const names = server.sent.map(({ endpoint }) => endpoint);
    requests.align(names);
    if (names.join() !== requests.sent.join()) {
      throw new Error(`sent ${names.join()}\nexpected ${requests.sent.join()}`);
    }
    const inFlight = new Set(requests.open.map(({ id }) => id));
    server.sent.forEach(({ endpoint, responses }, id) => {
      if (responses.observed !== inFlight.has(id)) {
        throw new Error(`${endpoint} ${id} ${responses.observed ? 'goes on' : 'was aborted'}`);
      }
    });
  }

  /** Checks that a signal contains the same instances as an Observable in the same state. */
  #compareSignals(): void {
    for (const { consumer, received, signal } of this.open) {
      if (signal === undefined) continue;
      const counterpart = this.open.find(
        (each) => each.consumer.method === 'state' && each.consumer.endpoint === consumer.endpoint,
      )?.received;
      if (counterpart?.text !== received.text) continue;
      if (dataOf(consumer, counterpart!) !== dataOf(consumer, received))
        fail(consumer, 'is not what state is');
    }
  }

  /** Creates a signal that has not been read yet. It ends with the subscription. */
  #signal(name: EndpointName, subscription: Subscription): Signal<CacheSnapshot<unknown>> {
    const { cache, injector } = this.world;
    const own = createEnvironmentInjector([], injector);
    subscription.add(() => own.destroy());
    return runInInjectionContext(own, () => cache.resource(endpointOf(name), () => []).snapshot);
  }

  /** Reads a signal. The first read subscribes, and sends a request outside the computation. */
  #read(signal: Signal<CacheSnapshot<unknown>>, received: Received): void {
    signal();
    TestBed.tick();
    received.receive(signal());
  }

  #stream(method: ReadMethod, name: EndpointName): Observable<unknown> {
    const { cache } = this.world;
    const endpoint = endpointOf(name);
    switch (method) {
      case 'fetch':
        return cache.fetch(endpoint);
      case 'ensure':
        return cache.ensure(endpoint);
      case 'watch':
        return cache.watch(endpoint).pipe(toValues());
      case 'state':
        return cache.watch(endpoint);
      case 'signal':
        return NEVER;
    }
  }
}

function dataOf(consumer: Consumer, { value }: Received): unknown {
  return isState(consumer) ? (value as CacheSnapshot<unknown>).value : value;
}

function fail({ method, endpoint }: Consumer, message: string): never {
  throw new Error(`${method}(${endpoint}) ${message}`);
}
