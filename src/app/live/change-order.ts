import { Injectable } from '@angular/core';
import {
  EMPTY,
  type MonoTypeOperatorFunction,
  type Observable,
  Subject,
  concat,
  concatMap,
  defer,
  filter,
  ignoreElements,
  of,
  take,
  takeUntil,
  timer,
} from 'rxjs';
import { type Change, type RowChange, isBefore, isRowChange } from './change';

/** The maximum time for which the stream waits for a response, in milliseconds. */
const patience = 10_000;

let calls = 0;
/** Identifies this page. */
const page = Math.random().toString(36).slice(2);

/**
 * Puts the responses to this page's writes and the stream of all changes into the order in which the server made the
 * changes. The responses and the stream arrive over different connections and can overtake each other. In the server's
 * order, a row that was created on this page never appears twice, and no row briefly returns to an earlier state.
 */
@Injectable({ providedIn: 'root' })
export class ChangeOrder {
  readonly #underWay = new Set<string>();
  readonly #ended = new Subject<string>();
  /** The rows whose responses arrived before their changes arrived in the stream, with the ids of these changes. */
  readonly #ahead = new Map<string, string>();

  /** Records that a write is sent, and returns the name of the write. */
  begin(): string {
    const call = `${page}-${++calls}`;
    this.#underWay.add(call);
    return call;
  }

  /**
   * Records a response before the response is emitted.
   *
   * @param change the header of the same name, which contains the id of the change and the row
   */
  responded(change: string): void {
    const [id, name, key] = change.split(' ');
    const row = `${name} ${key}`;
    if (!isBefore(id, this.#ahead.get(row))) this.#ahead.set(row, id);
  }

  /**
   * Clears the recorded responses. After a gap, the position of the stream is unknown, so no response can count as
   * newer than the stream.
   */
  forget(): void {
    this.#ahead.clear();
  }

  /** Records that the response of a write has arrived or will never arrive. */
  end(call: string): void {
    this.#underWay.delete(call);
    this.#ended.next(call);
  }

  /** Delays a change until the response of the write that caused it has arrived. All later changes are delayed too. */
  afterAnswers(): MonoTypeOperatorFunction<Change> {
    return concatMap((change) => concat(this.#endOf(callOf(change)), of(change)));
  }

  /** Whether a change contains data that no response has contained yet. */
  isNews({ id, name, value }: RowChange): boolean {
    const row = `${name} ${typeof value === 'number' ? value : value.id}`;
    const known = this.#ahead.get(row);
    if (isBefore(id, known)) return false;
    this.#ahead.delete(row);
    return id !== known;
  }

  /** Completes when the given write of this page has ended. */
  #endOf(call: string | undefined): Observable<never> {
    return defer(() => {
      if (call === undefined || !this.#underWay.has(call)) return EMPTY;
      return this.#ended.pipe(
        filter((ended) => ended === call),
        take(1),
        takeUntil(timer(patience)),
      );
    }).pipe(ignoreElements());
  }
}

function callOf(change: Change): string | undefined {
  return isRowChange(change) ? change.call : undefined;
}
