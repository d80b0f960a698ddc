import {
  HttpClient,
  HttpErrorResponse,
  type HttpEvent,
  type HttpRequest,
  HttpResponse,
} from '@angular/common/http';
import type { EnvironmentInjector } from '@angular/core';
import { Observable, Subject, type Subscriber, type Subscription } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  provideCache,
  requestIds,
  withClock,
  withFrameBatching,
  withRest,
} from 'ngx-cache-query';
import { FakeClock } from '../../support/fake-clock';
import { rootInjector } from '../core-histories/root-injector';
import { all, change, type Todo, variants } from './endpoints';
import type { Answer, Call, Message, Row, Server } from './server';

/** The lists that each client observes. */
const LISTS = [[], [{ board: 'a' }], [{ board: 'b' }]] as const;

/** How a client is set up. */
export interface Options {
  readonly variant: keyof typeof variants;
  readonly batchesFrames: boolean;
}

/** A request on its way to the server, or its answer on the way back. */
interface Exchange {
  readonly call: Call;
  readonly subscriber: Subscriber<HttpEvent<unknown>>;
  answer?: Answer;
  /** The time at which the server has answered. */
  at?: number;
}

const REFUSED: Answer = { status: 500, body: null };
const LOST: Answer = { status: 0, body: null };

/** What happens to a request: the server refuses it, or its answer is lost. */
export type Fate = 'ok' | 'refused' | 'lost';

/** The longest time for which a message waits for the answer to the request that it is about, in milliseconds. */
const LONGEST_WAIT = 2_000;

/** A client that observes all lists, and receives the messages about all changes. */
export class Client {
  readonly sent: Exchange[] = [];
  readonly answered: Exchange[] = [];
  readonly clock = new FakeClock();
  readonly cache: CacheService;
  readonly #injector: EnvironmentInjector;
  readonly #messages$ = new Subject<Message>();
  readonly #endpoints: (typeof variants)['plain'];
  readonly #calls: Subscription[] = [];
  #received = 0;

  constructor(
    readonly server: Server,
    { variant, batchesFrames }: Options,
    private readonly hasIds: boolean,
  ) {
    const features: CacheFeature[] = batchesFrames ? [withFrameBatching()] : [];
    const backend = { handle: (request: HttpRequest<unknown>) => this.#handle(request) };
    this.#endpoints = variants[variant];
    this.#injector = rootInjector(
      provideCache(
        withClock(this.clock),
        ...(hasIds ? [withRest({ requestId: requestIds('X-Request-Id') })] : []),
        ...features,
      ),
      { provide: HttpClient, useValue: new HttpClient(backend) },
    );
    this.cache = this.#injector.get(CacheService);
    this.cache.connect(this.#messages$, change, hasIds ? { requestId: ({ by }) => by } : {});
    for (const args of LISTS) this.cache.watch(this.#endpoints.getList, ...args).subscribe();
  }

  get isQuiet(): boolean {
    const { messages } = this.server;
    return this.sent.length + this.answered.length === 0 && this.#received === messages.length;
  }

  get rows(): readonly Todo[] {
    return this.cache.get(all) ?? [];
  }

  create(fields: Partial<Row>): void {
    this.#call(this.cache.fetch(this.#endpoints.getList.push, fields));
  }

  update(id: number, fields: Partial<Row>): void {
    this.#call(this.cache.fetch(this.#endpoints.partialUpdate, { id }, fields));
  }

  move(id: number, board: string): void {
    this.#call(this.cache.fetch(this.#endpoints.getList.move, { id }, { board }));
  }

  remove(id: number): void {
    this.#call(this.cache.fetch(this.#endpoints.delete, { id }));
  }

  bulk(ids: readonly number[], title: string): void {
    this.#call(
      this.cache.fetch(
        this.#endpoints.bulk,
        ids.map((id) => ({ id, title })),
      ),
    );
  }

  vote(id: number): void {
    this.#call(this.cache.fetch(this.#endpoints.vote, { id }));
  }

  refetch(nth: number): void {
    void this.cache.refetch(this.#endpoints.getList, ...LISTS[nth % LISTS.length]);
  }

  /** Aborts a mutation, which may reach the server anyway. */
  abort(nth: number): void {
    if (!this.hasIds) return;
    const calls = this.#calls.filter(({ closed }) => !closed);
    calls[nth % Math.max(1, calls.length)]?.unsubscribe();
  }

  /** Lets a request reach the server. */
  reach(nth: number, fate: Fate = 'ok'): void {
    const [exchange] = this.sent.splice(this.#place(nth, this.sent), 1);
    if (!exchange) return;
    const { call } = exchange;
    const mayFail = call.method !== 'GET';
    const answer = fate === 'refused' && mayFail ? REFUSED : this.server.answer(call);
    exchange.answer = fate === 'lost' && mayFail && this.hasIds ? LOST : answer;
    exchange.at = this.clock.now();
    this.answered.push(exchange);
  }

  /** Lets an answer arrive. */
  arrive(nth: number): void {
    const [exchange] = this.answered.splice(this.#place(nth, this.answered), 1);
    if (!exchange || exchange.subscriber.closed) return;
    const { answer, subscriber } = exchange;
    const { status } = answer!;
    if (status < 200 || status >= 400) return subscriber.error(new HttpErrorResponse({ status }));
    subscriber.next(new HttpResponse(answer!));
    subscriber.complete();
  }

  /** Lets the next message arrive. */
  receive(): void {
    const message = this.server.messages[this.#received];
    if (!message) return;
    this.#received++;
    this.#messages$.next(message);
  }

  /** Lets time pass, unless an answer would then be on its way for longer than messages wait for it. */
  wait(milliseconds: number): void {
    const { answered, clock } = this;
    const now = clock.now() + milliseconds;
    if (answered.every(({ at }) => now - at! < LONGEST_WAIT)) clock.pass(milliseconds);
  }

  /** Returns how the client differs from the server; `undefined` if it shows the same. */
  difference(): string | undefined {
    for (const [args] of LISTS) {
      const is = textOf(this.cache.get(this.#endpoints.getList, ...(args ? [args] : [])) ?? []);
      const expected = textOf(this.server.on(args?.board ?? null));
      if (is !== expected) return `${JSON.stringify(args)} shows\n${is}\nnot\n${expected}`;
    }
    return undefined;
  }

  end(): void {
    this.#injector.destroy();
  }

  /** Without request ids, only what keeps its order can be told apart. */
  #place(nth: number, { length }: readonly Exchange[]): number {
    return this.hasIds ? nth % Math.max(1, length) : 0;
  }

  #call(response$: Observable<unknown>): void {
    const subscription = response$.subscribe({ error: () => undefined }); // Some requests fail.
    this.#calls.push(subscription);
  }

  #handle({ method, urlWithParams, body, headers }: HttpRequest<unknown>) {
    return new Observable<HttpEvent<unknown>>((subscriber) => {
      const [path, search] = urlWithParams.split('?');
      const board = new URLSearchParams(search).get('board');
      const by = headers.get('X-Request-Id');
      this.sent.push({ call: { method, path, board, body: body as Call['body'], by }, subscriber });
    });
  }
}

function textOf(rows: readonly Row[]): string {
  const texts = rows.map(
    ({ id, title, done, board, votes }) => `${id} ${title} ${done} ${board} ${votes}`,
  );
  return texts.sort().join('; ');
}
