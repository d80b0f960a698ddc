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

/** How long the stream waits for a response, in milliseconds. */
const patience = 10_000;

let calls = 0;
/** Identifies this page. */
const page = Math.random().toString(36).slice(2);

/**
 * Puts the responses to this page's writes and the stream of all changes into the order of the server. They arrive over
 * different connections, and may overtake each other. So a row that was created here never appears twice, and no row
 * returns to an older state for a moment.
 */
@Injectable({ providedIn: 'root' })
export class ChangeOrder {
  readonly #underWay = new Set<string>();
  readonly #ended = new Subject<string>();
  /** The rows whose responses arrived before their changes in the stream, with the numbers of these changes. */
  readonly #ahead = new Map<string, string>();

  /** Records that a write is sent. Returns its name. */
  begin(): string {
    const call = `${page}-${++calls}`;
    this.#underWay.add(call);
    return call;
  }

  /**
   * Records a response before it is emitted.
   *
   * @param change its header of that name: the number of the change and the row
   */
  responded(change: string): void {
    const [id, name, key] = change.split(' ');
    const row = `${name} ${key}`;
    if (!isBefore(id, this.#ahead.get(row))) this.#ahead.set(row, id);
  }

  /** After a gap, the position of the stream is not known, so no response counts as newer. */
  forget(): void {
    this.#ahead.clear();
  }

  /** Records that the response of a write has arrived, or never will. */
  end(call: string): void {
    this.#underWay.delete(call);
    this.#ended.next(call);
  }

  /** Delays a change until the response of the write that caused it has arrived, and all later changes. */
  afterAnswers(): MonoTypeOperatorFunction<Change> {
    return concatMap((change) => concat(this.#endOf(callOf(change)), of(change)));
  }

  /** Whether a change contains something that no response has contained. */
  isNews({ id, name, value }: RowChange): boolean {
    const row = `${name} ${typeof value === 'number' ? value : value.id}`;
    const known = this.#ahead.get(row);
    if (isBefore(id, known)) return false;
    this.#ahead.delete(row);
    return id !== known;
  }

  /** Completes when a write of this page is over. */
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
