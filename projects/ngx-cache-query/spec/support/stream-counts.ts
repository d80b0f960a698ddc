import { Observable, Subject } from 'rxjs';

declare const gc: () => void;

/** What exists in rxjs. */
export interface StreamCount {
  /** Subscriptions that have not ended. */
  readonly subscriptions: number;
  /** Subjects that were created since the counts started and are still in memory. */
  readonly heldSubjects: number;
}

/**
 * Counts subscriptions and the creation of subjects from now on. Subjects that other specs left behind do not count,
 * even if an event of the page uses them again. {@link StreamCounts.end} restores rxjs.
 */
export class StreamCounts {
  readonly #undo: (() => void)[] = [];
  #subjects: WeakRef<object>[] = [];
  #subscriptions = 0;

  constructor() {
    this.#trackSubscriptions();
    this.#trackSubjects();
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
    const onStart = () => this.#subscriptions++;
    const onEnd = () => this.#subscriptions--;
    prototype.subscribe = function (this: Observable<unknown>, ...args: unknown[]) {
      onStart();
      const subscription = own.apply(this, args as never);
      subscription.add(onEnd);
      return subscription;
    };
    this.#undo.push(() => (prototype.subscribe = own));
  }

  /** The constructor of Subject assigns `thrownError`, which runs the setter of the prototype for each new subject. */
  #trackSubjects(): void {
    const { prototype } = Subject;
    const track = (subject: object) => this.#subjects.push(new WeakRef(subject));
    Object.defineProperty(prototype, 'thrownError', {
      configurable: true,
      set(this: Subject<unknown>, value: unknown) {
        track(this);
        Object.defineProperty(this, 'thrownError', { value, writable: true, configurable: true });
      },
    });
    this.#undo.push(() => delete (prototype as { thrownError?: unknown }).thrownError);
  }
}
