import { DOCUMENT, type Signal, inject } from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import type { Stream } from 'ngx-cache-query';
import {
  BehaviorSubject,
  NEVER,
  Observable,
  combineLatest,
  distinctUntilChanged,
  fromEvent,
  map,
  merge,
  of,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import { Network } from '../network/network';

/** The state of a connection, as users see it. It is `off` if there are no subscribers. */
export type ConnectionState = 'off' | 'live' | 'lost';

/** The time in milliseconds after which users see a message about a lost connection. */
const blip = 1_200;

/**
 * A stream from the server, and its state. The stream is closed while the simulated network is offline, and opened
 * again when the browser goes offline or online.
 */
export class Connection<T> {
  readonly #isWanted = new BehaviorSubject(false);

  readonly messages$: Observable<T>;
  readonly state: Signal<ConnectionState>;

  /** Must be called in an injection context. */
  constructor(stream: Stream<T>) {
    const condition$ = toObservable(inject(Network).condition);
    const { defaultView } = inject(DOCUMENT);
    this.messages$ = new Observable((subscriber) => {
      this.#isWanted.next(true);
      subscriber.add(() => this.#isWanted.next(false));
      const isOffline$ = condition$.pipe(
        map((condition) => condition === 'offline'),
        distinctUntilChanged(),
      );
      return combineLatest([isOffline$, turnsOf(defaultView!).pipe(startWith(undefined))])
        .pipe(switchMap(([isOffline]) => (isOffline ? NEVER : stream)))
        .subscribe(subscriber);
    });
    const state$ = this.#isWanted.pipe(
      switchMap((isWanted) => (isWanted ? stateOf(stream) : of('off' as const))),
    );
    this.state = toSignal(state$, { initialValue: 'off' });
  }
}

/** Emits when the browser goes offline or online. */
function turnsOf(window: Window): Observable<unknown> {
  return merge(fromEvent(window, 'offline'), fromEvent(window, 'online'));
}

function stateOf({ status$ }: Stream<unknown>): Observable<ConnectionState> {
  return status$.pipe(
    map((status) => status === 'open'),
    distinctUntilChanged(),
    switchMap((isOpen) =>
      isOpen ? of('live' as const) : timer(blip).pipe(map(() => 'lost' as const)),
    ),
  );
}
