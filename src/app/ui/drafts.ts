import { Injectable, type WritableSignal, computed, signal } from '@angular/core';
import type { Sent } from './announced';

type Fields = Readonly<Record<string, unknown>>;

/** What the user typed in forms but has not saved. It is still there when the user returns to the page. */
@Injectable({ providedIn: 'root' })
export class Drafts {
  /** The fields that the user has changed, by the key of their form. */
  readonly #typed = new Map<string, WritableSignal<Fields>>();

  /**
   * Returns the model of a form. Each field equals its source until the user changes the field. While `holds` returns
   * `true`, a changed field does not become unchanged when it equals its source. At that time, the source contains
   * optimistic values, which may be rolled back.
   */
  model<T extends Fields>(
    key: () => string,
    source: () => T,
    holds = () => false,
  ): WritableSignal<T> {
    const typed = computed(() => this.#typedIn(key()));
    const model = computed(() => ({ ...source(), ...typed()() }));
    const set = (value: T) =>
      typed().update((before) =>
        pick(value, (name) => !isEqual(value[name], source()[name]) || (holds() && name in before)),
      );
    const update = (change: (value: T) => T) => set(change(model()));
    return Object.assign(model, { set, update, asReadonly: () => model }) as WritableSignal<T>;
  }

  /** Discards everything, for example when the user signs out. */
  discard(): void {
    for (const typed of this.#typed.values()) typed.set({});
  }

  /** Returns functions that clear fields when a request sends them, and restore them if the request fails. */
  sent(key: string, fields: Fields): Sent {
    const typed = this.#typedIn(key);
    return {
      clear: () => this.saved(key, fields),
      restore: () => {
        const isUnchanged = Object.keys(fields).every((name) => !(name in typed()));
        if (isUnchanged) typed.update((others) => ({ ...others, ...fields }));
        return isUnchanged;
      },
    };
  }

  /** Records that the server has stored the fields. Those that the user has not changed since equal their source again. */
  saved(key: string, fields: Fields): void {
    this.#typedIn(key).update((typed) =>
      pick(typed, (name) => !isEqual(typed[name], fields[name])),
    );
  }

  #typedIn(key: string): WritableSignal<Fields> {
    const typed = this.#typed.get(key) ?? signal<Fields>({});
    this.#typed.set(key, typed);
    return typed;
  }
}

function pick(fields: Fields, isPicked: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isPicked(name)));
}

/** Fields are JSON, because requests send them. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
