import { DOCUMENT, type Signal, computed, inject } from '@angular/core';
import { toObservable, toSignal } from '@angular/core/rxjs-interop';
import type { Stream } from 'ngx-cache-query';
import {
  BehaviorSubject,
  NEVER,
  type Observable,
  combineLatest,
  defer,
  distinctUntilChanged,
  finalize,
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
  readonly messages$: Observable<T>;
  readonly state: Signal<ConnectionState>;

  /** Must be called in an injection context. */
  constructor(stream: Stream<T>) {
    const { condition } = inject(Network);
    const { defaultView } = inject(DOCUMENT);
    const isWanted$ = new BehaviorSubject(false);
    const isOffline$ = toObservable(computed(() => condition() === 'offline'));
    this.messages$ = defer(() => {
      isWanted$.next(true);
      const turns$ = merge(fromEvent(defaultView!, 'offline'), fromEvent(defaultView!, 'online'));
      return combineLatest([isOffline$, turns$.pipe(startWith(undefined))]).pipe(
        switchMap(([isOffline]) => (isOffline ? NEVER : stream)),
        finalize(() => isWanted$.next(false)),
      );
    });
    const state$ = isWanted$.pipe(
      switchMap((isWanted) => (isWanted ? stateOf(stream) : of('off' as const))),
    );
    this.state = toSignal(state$, { initialValue: 'off' });
  }
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
