import { HttpTestingController } from '@angular/common/http/testing';
import { Component, signal, viewChild } from '@angular/core';
import type { Application } from '../../support/application';
import type { FakeClock } from '../../support/fake-clock';
import type { fakeConnections } from '../../support/fake-connections';
import { getUsers, Tasks } from './endpoints';
import { Everything } from './everything';

/** A page that shows the component or hides it. */
@Component({
  imports: [Everything],
  template: `@if (id(); as id) {
    <ncq-everything [id]="id" />
  }`,
})
export class Host {
  readonly id = signal('');
  readonly everything = viewChild(Everything);
}

const ids = ['a', 'b', 'c'];
const task = (id: number, title = `t${id}`) => ({ id, title, board: 'a' });
const failure = { status: 503, statusText: 'Busy' };

/** Opens the component, performs everything that it offers, and leaves while work is in progress. */
export class Visits {
  readonly #http: HttpTestingController;
  readonly #host: Host;

  constructor(
    private readonly application: Application,
    private readonly clock: FakeClock,
    private readonly connections: ReturnType<typeof fakeConnections>,
  ) {
    const [root] = application.ref.components;
    this.#host = root.instance as Host;
    this.#http = root.injector.get(HttpTestingController);
  }

  /** The number of requests that have no response and were not aborted. */
  get requests(): number {
    return this.#http.match((request) => !!request).filter(({ cancelled }) => !cancelled).length;
  }

  /** @param n the number of this visit, which determines its data */
  visit(n: number): void {
    const id = ids[n % ids.length];
    this.#do(() => this.#host.id.set(id));
    const everything = this.#host.everything()!;
    this.#read(id);
    this.#do(() => {
      this.connections.accept();
      this.connections.receive({ id, name: `A ${n}` });
    });
    this.#mutate(everything);
    this.#leaveInTheMiddle(everything, id, n);
  }

  #read(id: string): void {
    this.#respond('/users', [{ id: 'a', name: 'Ada' }, { id: 'b' }]);
    this.#respond(`/users/${id}`, { id });
    this.#respond(`/news/${id}`, { id });
    this.#respond(`/broken/${id}`, 'no', failure);
    this.#respond('/tasks?board=a', [task(1), task(2)]);
    this.#do(() => document.querySelector<HTMLElement>('ncq-everything button')!.click());
    this.#respond('/tasks?board=a&page=2', [task(3)]);
  }

  /** Creates an entity, changes it before it has its id, and deletes it. Creates another entity, which fails. */
  #mutate(everything: Everything): void {
    const { cache } = this.application;
    this.#do(() => everything.send(cache.fetch(Tasks.getList.push, task(NaN, 'new'))));
    const { id } = cache.get(Tasks.getList, { board: 'a' })!.at(-1)!;
    this.#do(() => everything.send(cache.fetch(Tasks.partialUpdate, { id }, { title: 'newer' })));
    this.#respond('/tasks', task(50, 'new'));
    this.#respond('/tasks/50', task(50, 'newer'));
    this.#do(() => everything.send(cache.fetch(Tasks.delete, { id: 50 })));
    this.#respond('/tasks/50', null);
    this.#do(() => everything.send(cache.fetch(Tasks.partialUpdate, { id: 1 }, { title: 'no' })));
    this.#respond('/tasks/1', 'no', failure);
  }

  /**
   * Starts refetches, retries, polls, optimistic updates, and mutations that wait for an id. All of them are open at
   * the end.
   */
  #leaveInTheMiddle(everything: Everything, id: string, n: number): void {
    const { cache } = this.application;
    this.#do(() => this.clock.pass(1_500));
    this.#respond(`/broken/${id}`, 'no', failure);
    this.#do(() => {
      cache.refetch(getUsers);
      for (const event of ['focus', 'online']) window.dispatchEvent(new Event(event));
      everything.send(cache.fetch(Tasks.partialUpdate, { id: 2 }, { title: 'never' }));
      everything.send(cache.fetch(Tasks.getList.push, { title: 'never', board: 'a' }));
    });
    const created = cache.get(Tasks.getList, { board: 'a' })!.at(-1)!;
    this.#do(() => everything.send(cache.fetch(Tasks.partialUpdate, created, { done: true })));
    if (n % 2 === 0) this.#do(() => this.connections.lose());
    this.#do(() => this.connections.receive({ id, name: `B ${n}` }));
    this.#do(() => this.#host.id.set(''));
    // The next visit starts with the first page again.
    this.#do(() => cache.reset(Tasks.getList));
  }

  #respond(url: string, body: object | string | null, options: object = {}): void {
    this.#do(() => {
      for (const request of this.#http.match(({ urlWithParams }) => urlWithParams === url)) {
        if (!request.cancelled) request.flush(body, options);
      }
    });
  }

  #do(step: () => void): void {
    this.application.zone.run(step);
    this.application.ref.tick();
  }
}
