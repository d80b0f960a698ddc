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

/** What was typed and not saved yet: it is there again when one comes back to the page. */
@Injectable({ providedIn: 'root' })
export class Drafts {
  /** What fields held when their page was left. */
  readonly #kept = new Map<string, Typed<unknown>>();
  /** The fields on the page. */
  readonly #shown = new Map<string, WritableSignal<unknown>>();

  /**
   * In an injection context: a field that follows its source until the user types, and is kept under that
   * key when its component is destroyed. While it `holds`, it does not follow: the source already shows the optimistic
   * value, which may be rolled back.
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

  /** Discards what was typed on other pages, for example when the user signs out. */
  discard(): void {
    this.#kept.clear();
  }

  /** The text of a field that a request sends. */
  sent(key: string, text: string): Sent {
    return {
      clear: () => this.saved(key, text, ''),
      restore: () => this.#restore(key, text),
    };
  }

  /** The server has what was `sent`, as `stored`: unless something else was typed meanwhile, that is it. */
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
