import { Observable, Subject } from 'rxjs';

declare const gc: () => void;

/** What exists in rxjs. */
export interface StreamCount {
  /** Subscriptions that have not ended. */
  readonly subscriptions: number;
  /** Subjects that were used and are still in memory. */
  readonly heldSubjects: number;
}

const told = ['next', 'error', 'complete'] as const;

/** Counts what rxjs does in the page from now on. {@link StreamCounts.end} restores it. */
export class StreamCounts {
  readonly #undo: (() => void)[] = [];
  readonly #known = new WeakSet<object>();
  #subjects: WeakRef<object>[] = [];
  #subscriptions = 0;

  constructor() {
    this.#followSubscriptions();
    for (const name of told) this.#followSubjects(name);
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

  #followSubscriptions(): void {
    const { prototype } = Observable;
    const own = prototype.subscribe;
    const begun = (stream: unknown) => {
      this.#note(stream);
      this.#subscriptions++;
    };
    const ended = () => this.#subscriptions--;
    prototype.subscribe = function (this: Observable<unknown>, ...args: unknown[]) {
      begun(this);
      const subscription = own.apply(this, args as never);
      subscription.add(ended);
      return subscription;
    };
    this.#undo.push(() => (prototype.subscribe = own));
  }

  #followSubjects(name: (typeof told)[number]): void {
    const { prototype } = Subject;
    const own = prototype[name] as (value?: unknown) => void;
    const note = (subject: unknown) => this.#note(subject);
    prototype[name] = function (this: Subject<unknown>, value?: unknown) {
      note(this);
      own.call(this, value);
    };
    this.#undo.push(() => (prototype[name] = own as never));
  }

  #note(stream: unknown): void {
    if (!(stream instanceof Subject) || this.#known.has(stream)) return;
    this.#known.add(stream);
    this.#subjects.push(new WeakRef(stream));
  }
}
