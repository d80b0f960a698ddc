import {
  DestroyRef,
  Injectable,
  type WritableSignal,
  inject,
  linkedSignal,
  untracked,
} from '@angular/core';
import type { Sent } from './announced';
import { type Typed, draftOf } from './draft';

/** Text that was typed but has not been saved. It is restored when the user returns to the page. */
@Injectable({ providedIn: 'root' })
export class Drafts {
  /** The values that fields had when the user left their page. */
  readonly #kept = new Map<string, Typed<unknown>>();
  /** The fields on the page. */
  readonly #shown = new Map<string, WritableSignal<unknown>>();

  /**
   * Returns a field that equals its source until the user types. When its component is destroyed, the text is kept
   * under the key. While `holds` returns `true`, the field ignores its source. At that time, the source contains an
   * optimistic value, which may be rolled back. Must be called in an injection context.
   */
  keep<T>(key: () => string, from: () => T, holds = () => false): WritableSignal<T> {
    const source = linkedSignal<{ held: boolean; now: T }, T>({
      source: () => ({ held: holds(), now: from() }),
      computation: ({ held, now }, before) => (held && before ? before.value : now),
    });
    const field = draftOf(source, () => {
      this.#shown.set(key(), field);
      return this.#kept.get(key()) as Typed<T> | undefined;
    });
    inject(DestroyRef).onDestroy(() => {
      untracked(() => {
        const typed = { source: source(), value: field() };
        if (typed.value === typed.source) this.#kept.delete(key());
        else this.#kept.set(key(), typed);
        if (this.#shown.get(key()) === field) this.#shown.delete(key());
      });
    });
    return field;
  }

  /** Discards the text of other pages, for example when the user signs out. */
  discard(): void {
    this.#kept.clear();
  }

  /** Returns functions that clear a field when a request sends its text, and restore the text if the request fails. */
  sent(key: string, text: string): Sent {
    return {
      clear: () => this.saved(key, text, ''),
      restore: () => this.#restore(key, text),
    };
  }

  /**
   * Records that the server has stored the text. If the user has not typed something else, the field equals its source
   * again.
   */
  saved<T>(key: string, sent: T, stored: T): void {
    const shown = this.#shown.get(key);
    if (shown && untracked(shown) === sent) shown.set(stored);
    if (this.#kept.get(key)?.value === sent) this.#kept.delete(key);
  }

  #restore(key: string, text: string): boolean {
    const shown = this.#shown.get(key);
    const current = shown ? untracked(shown) : (this.#kept.get(key)?.value ?? '');
    if (current !== '') return false;
    if (shown) shown.set(text);
    else this.#kept.set(key, { source: '', value: text });
    return true;
  }
}
