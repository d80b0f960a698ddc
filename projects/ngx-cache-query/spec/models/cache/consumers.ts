import { createEnvironmentInjector, runInInjectionContext, type Signal } from '@angular/core';
import { NEVER, type Observable, Subscription } from 'rxjs';
import type { EndpointState } from 'ngx-cache-query';
import type { AskingModel } from './asking-model';
import type { Asker } from './asker';
import { endpointOf } from './endpoints';
import { Given, isState } from './given';
import type { AskKind, Reply } from './operations';
import { server } from './server';
import type { World } from './world';
import type { EndpointName } from './rules';

/** A caller or subscriber of the cache, with its counterpart in the model. */
interface Asking {
  readonly asker: Asker;
  readonly subscription: Subscription;
  readonly given: Given;
  /** The signal, whose value is read when it is compared. Other methods emit. */
  readonly signal: Signal<EndpointState<unknown>> | undefined;
}

/** All callers and subscribers in the cache and in the model, and their comparison. */
export class Askers {
  readonly #all: Asking[] = [];

  constructor(
    private readonly world: World,
    private readonly model: AskingModel,
  ) {
    server.sent = [];
  }

  /** Those that have not ended. */
  get open(): readonly Asking[] {
    return this.#all.filter(({ asker }) => asker.status === 'open');
  }

  ask(asker: Asker, reply: Reply | undefined): void {
    const given = new Given(asker);
    server.next = reply;
    const subscription = new Subscription();
    const signal = asker.as === 'signal' ? this.#signal(asker.endpoint, subscription) : undefined;
    if (signal !== undefined) given.take(signal());
    else subscription.add(given.listen(this.#stream(asker.as, asker.endpoint)));
    server.next = undefined;
    this.#all.push({ asker, subscription, given, signal });
  }

  leave({ given, subscription }: Asking): void {
    given.status = 'done';
    subscription.unsubscribe();
  }

  /** The responses of one endpoint or of all endpoints were dropped. */
  lose(endpoint?: EndpointName): void {
    for (const { asker, given } of this.#all) {
      if (endpoint === undefined || asker.endpoint === endpoint) given.lose();
    }
  }

  /** Subscribers were notified of a commit. */
  afterCommit(): void {
    for (const { given } of this.#all) given.endRound();
  }

  /** Checks that the right requests were sent and aborted, and that everything was received as expected. */
  compare(): void {
    for (const { signal, given } of this.open) if (signal !== undefined) given.take(signal());
    this.afterCommit();
    const { wrong } = this.#all.find(({ given }) => given.wrong !== undefined)?.given ?? {};
    if (wrong !== undefined) throw new Error(wrong);
    this.#compareRequests();
    for (const { asker, given } of this.#all) {
      if (given.status !== asker.status) fail(asker, `is ${given.status}, not ${asker.status}`);
      if (asker.status === 'failed') continue;
      const expected = isState(asker) ? this.model.state(asker) : asker.shown;
      if (asker.status === 'open' || asker.as === 'fetch' || asker.as === 'ensure') {
        if (given.text !== expected) fail(asker, `\n   shows ${given.text}\nexpected ${expected}`);
      }
    }
    this.#compareSignals();
  }

  /** Checks that active subscribers show what the cache contains. */
  compareSettled(): void {
    for (const { asker, given } of this.open) {
      const there = this.world.cache.get(endpointOf(asker.endpoint));
      if (there !== undefined && dataOf(asker, given) !== there) {
        fail(asker, 'shows something else than get');
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
    const underWay = new Set(requests.open.map(({ id }) => id));
    server.sent.forEach(({ endpoint, landing }, id) => {
      if (landing.observed !== underWay.has(id)) {
        throw new Error(`${endpoint} ${id} ${landing.observed ? 'goes on' : 'was aborted'}`);
      }
    });
  }

  /** Checks that a signal contains the same instances as an Observable with the same state. */
  #compareSignals(): void {
    for (const { asker, given, signal } of this.open) {
      if (signal === undefined) continue;
      const twin = this.open.find(
        (each) => each.asker.as === 'state' && each.asker.endpoint === asker.endpoint,
      )?.given;
      if (twin?.text !== given.text) continue;
      if (dataOf(asker, twin!) !== dataOf(asker, given)) fail(asker, 'is not what state is');
    }
  }

  /** Creates a signal that has not been read yet. It ends with the subscription. */
  #signal(name: EndpointName, subscription: Subscription): Signal<EndpointState<unknown>> {
    const { cache, injector } = this.world;
    const own = createEnvironmentInjector([], injector);
    subscription.add(() => own.destroy());
    return runInInjectionContext(own, () => cache.stateSignal(endpointOf(name)));
  }

  #stream(as: AskKind, name: EndpointName): Observable<unknown> {
    const { cache } = this.world;
    const endpoint = endpointOf(name);
    switch (as) {
      case 'fetch':
        return cache.fetch(endpoint);
      case 'ensure':
        return cache.ensure(endpoint);
      case 'watch':
        return cache.watch(endpoint);
      case 'state':
        return cache.state(endpoint);
      case 'signal':
        return NEVER;
    }
  }
}

function dataOf(asker: Asker, { value }: Given): unknown {
  return isState(asker) ? (value as EndpointState<unknown>).data : value;
}

function fail({ as, endpoint }: Asker, message: string): never {
  throw new Error(`${as}(${endpoint}) ${message}`);
}
