/** The numbers of active items in the page, by kind. */
export interface PageCount {
  readonly timers: number;
  readonly intervals: number;
  readonly frames: number;
  /** Listeners of the document or the window. */
  readonly listeners: number;
}

type Call = (this: unknown, ...args: unknown[]) => unknown;
type Listener = EventListenerOrEventListenerObject | null;

/** Counts items that start in the page from now on and have not ended. {@link PageCounts.end} restores the page. */
export class PageCounts {
  readonly #timers = new Set<unknown>();
  readonly #intervals = new Set<unknown>();
  readonly #frames = new Set<unknown>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #undo: (() => void)[] = [];
  /** Where each timer was started. */
  readonly #origins = new Map<unknown, string>();

  constructor() {
    endEarlierTimers();
    this.#track('setTimeout', 'clearTimeout', this.#timers, true);
    this.#track('setInterval', 'clearInterval', this.#intervals, false);
    this.#track('requestAnimationFrame', 'cancelAnimationFrame', this.#frames, true);
    this.#trackListeners();
  }

  get now(): PageCount {
    let listeners = 0;
    for (const each of this.#listeners.values()) listeners += each.size;
    return {
      timers: this.#timers.size,
      intervals: this.#intervals.size,
      frames: this.#frames.size,
      listeners,
    };
  }

  /** Returns where the active timers were started, for the message of a failing spec. */
  get origins(): string[] {
    return [...this.#timers].map((id) => this.#origins.get(id) ?? 'unknown');
  }

  end(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  /** @param once whether the item ends after it has run once */
  #track(
    begin: 'setTimeout' | 'setInterval' | 'requestAnimationFrame',
    cancel: 'clearTimeout' | 'clearInterval' | 'cancelAnimationFrame',
    live: Set<unknown>,
    once: boolean,
  ): void {
    const [own, ownCancel] = [window[begin], window[cancel]] as unknown as Call[];
    this.#replace(window, begin, (run: (...args: unknown[]) => void, ...rest: unknown[]) => {
      const tracked = (...args: unknown[]) => {
        if (once) live.delete(id);
        run(...args);
      };
      const id = own.call(window, tracked, ...rest);
      live.add(id);
      if (live === this.#timers) this.#origins.set(id, new Error('timer').stack ?? '');
      return id;
    });
    this.#replace(window, cancel, (id: unknown) => {
      live.delete(id);
      ownCancel.call(window, id);
    });
  }

  #trackListeners(): void {
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    const of = (target: EventTarget, type: string, options: unknown) => {
      if (target !== window && target !== document) return undefined;
      const capture = (options as { capture?: boolean } | undefined)?.capture ?? options === true;
      const key = `${target === window ? 'window' : 'document'} ${type} ${capture}`;
      let found = this.#listeners.get(key);
      if (found === undefined) this.#listeners.set(key, (found = new Set()));
      return found;
    };
    type Args = [type: string, listener: Listener, options?: boolean | object];
    const track = (name: string, own: Call, record: (live: Set<Listener>, one: Listener) => void) =>
      this.#replace(
        EventTarget.prototype,
        name,
        function (this: EventTarget | undefined, ...args: Args) {
          const target = this ?? window;
          const live = of(target, args[0], args[2]);
          if (live !== undefined) record(live, args[1]);
          return own.apply(target, args);
        },
      );
    track('addEventListener', addEventListener as unknown as Call, (live, one) => live.add(one));
    track('removeEventListener', removeEventListener as unknown as Call, (live, one) =>
      live.delete(one),
    );
  }

  #replace(target: object, name: string, value: unknown): void {
    const own = Object.getOwnPropertyDescriptor(target, name)!;
    Object.defineProperty(target, name, { ...own, value });
    this.#undo.push(() => Object.defineProperty(target, name, own));
  }
}

/**
 * Ends the timers that earlier specs have left behind, such as the sweeps of caches that were not destroyed. In a run
 * that takes more than a minute, they would start new timers while a spec counts.
 */
function endEarlierTimers(): void {
  const last = window.setTimeout(() => undefined);
  for (let id = 1; id <= last; id++) window.clearTimeout(id);
}
