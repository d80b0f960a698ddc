import { Observable, Subject } from 'rxjs';

declare const gc: () => void;

/** What exists in rxjs. */
export interface StreamCount {
  /** Subscriptions that have not ended. */
  readonly subscriptions: number;
  /** Subjects that were used and are still in memory. */
  readonly heldSubjects: number;
}

const methods = ['next', 'error', 'complete'] as const;

/** Counts what rxjs does in the page from now on. {@link StreamCounts.end} restores it. */
export class StreamCounts {
  readonly #undo: (() => void)[] = [];
  readonly #known = new WeakSet<object>();
  #subjects: WeakRef<object>[] = [];
  #subscriptions = 0;

  constructor() {
    this.#trackSubscriptions();
    for (const name of methods) this.#trackSubjects(name);
  }

  /** Collects garbage first, so it must be read in its own task. */
  get now(): StreamCount {
    gc();
    this.#subjects = this.#subjects.filter((subject) => subject.deref() !== undefined);
    return { subscriptions: this.#subscriptions, heldSubjects: this.#subjects.length };
  }

  end(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  #trackSubscriptions(): void {
    const { prototype } = Observable;
    const own = prototype.subscribe;
    const onStart = (stream: unknown) => {
      this.#track(stream);
      this.#subscriptions++;
    };
    const onEnd = () => this.#subscriptions--;
    prototype.subscribe = function (this: Observable<unknown>, ...args: unknown[]) {
      onStart(this);
      const subscription = own.apply(this, args as never);
      subscription.add(onEnd);
      return subscription;
    };
    this.#undo.push(() => (prototype.subscribe = own));
  }

  #trackSubjects(name: (typeof methods)[number]): void {
    const { prototype } = Subject;
    const own = prototype[name] as (value?: unknown) => void;
    const track = (subject: unknown) => this.#track(subject);
    prototype[name] = function (this: Subject<unknown>, value?: unknown) {
      track(this);
      own.call(this, value);
    };
    this.#undo.push(() => (prototype[name] = own as never));
  }

  #track(stream: unknown): void {
    if (!(stream instanceof Subject) || this.#known.has(stream)) return;
    this.#known.add(stream);
    this.#subjects.push(new WeakRef(stream));
  }
}
