import {
  DestroyRef,
  Injectable,
  type Signal,
  type WritableSignal,
  inject,
  linkedSignal,
  untracked,
} from '@angular/core';
import type { Sent } from './announced';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a form, and their values before the user changed them. */
interface Draft {
  readonly source: Fields;
  readonly value: Fields;
}

/** A form on the page. */
interface Shown {
  readonly key: () => string;
  readonly source: Signal<Fields>;
  readonly model: WritableSignal<Fields>;
}

/** What the user typed in forms but has not saved. It is restored when the user returns to the page. */
@Injectable({ providedIn: 'root' })
export class Drafts {
  readonly #shown = new Set<Shown>();
  /** The forms on other pages that the user has changed, by key. */
  readonly #left = new Map<string, Draft>();

  /**
   * Returns the model of a form. Each field equals its source until the user changes the field. When the component is
   * destroyed, the fields are kept under the key. While `holds` returns `true`, the model ignores its source. At that
   * time, the source contains optimistic values, which may be rolled back. Must be called in an injection context.
   */
  model<T extends Fields>(
    key: () => string,
    from: () => T,
    holds = () => false,
  ): WritableSignal<T> {
    const source = linkedSignal<{ held: boolean; now: T }, T>({
      source: () => ({ held: holds(), now: from() }),
      computation: ({ held, now }, before) => (held && before ? before.value : now),
    });
    const model = linkedSignal<T, T>({
      source,
      computation: (now, before) => {
        const draft = before ?? this.#left.get(key());
        return draft ? (replaced(draft.value, draft.source, now) as T) : now;
      },
    });
    const shown = { key, source, model: model as unknown as WritableSignal<Fields> };
    this.#shown.add(shown);
    inject(DestroyRef).onDestroy(() => {
      this.#shown.delete(shown);
      untracked(() => this.#leave(key(), { source: source(), value: model() }));
    });
    return model;
  }

  /** Discards what was typed on other pages, for example when the user signs out. */
  discard(): void {
    this.#left.clear();
  }

  /** Returns functions that clear fields when a request sends them, and restore them if the request fails. */
  sent(key: string, fields: Fields): Sent {
    return {
      clear: () => this.saved(key, fields),
      restore: () => this.#restore(key, fields),
    };
  }

  /**
   * Records that the server has stored the fields. Those that the user has not changed since then show what is stored,
   * or equal their source again.
   */
  saved(key: string, sent: Fields, stored?: Fields): void {
    this.#update(key, ({ source, value }) => {
      const now = stored ?? source;
      return { source: now, value: replaced(value, sent, now) };
    });
  }

  /** Restores the fields, unless the user has changed one of them since then. Returns whether they were restored. */
  #restore(key: string, fields: Fields): boolean {
    let isRestored = false;
    this.#update(key, ({ source, value }) => {
      isRestored = Object.keys(fields).every((name) => isEqual(value[name], source[name]));
      return { source, value: isRestored ? { ...value, ...fields } : value };
    });
    return isRestored;
  }

  /** Changes the form with the key, on this page or on another one. */
  #update(key: string, change: (draft: Draft) => Draft): void {
    const shown = [...this.#shown].find((each) => each.key() === key);
    untracked(() => {
      if (shown) shown.model.set(change({ source: shown.source(), value: shown.model() }).value);
      else this.#leave(key, change(this.#left.get(key) ?? { source: {}, value: {} }));
    });
  }

  #leave(key: string, draft: Draft): void {
    if (isEqual(draft.source, draft.value)) this.#left.delete(key);
    else this.#left.set(key, draft);
  }
}

/** Returns `to` with the fields of the value that differ from `from`. */
function replaced(value: Fields, from: Fields, to: Fields): Fields {
  const changed = Object.entries(value).filter(([name, field]) => !isEqual(field, from[name]));
  return { ...to, ...Object.fromEntries(changed) };
}

/** Fields are JSON, because requests send them. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
