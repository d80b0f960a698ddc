import { Observable, Subject } from 'rxjs';

declare const gc: () => void;

/** The numbers of rxjs objects. */
export interface StreamCount {
  /** The number of subscriptions that have not ended. */
  readonly subscriptions: number;
  /** The number of subjects that were created after the count started and are still in memory. */
  readonly heldSubjects: number;
}

/**
 * Counts subscriptions and created subjects from now on. Subjects of other specs do not count, even if an event of the
 * page uses them again. {@link StreamCounts.end} restores rxjs.
 */
export class StreamCounts {
  readonly #undo: (() => void)[] = [];
  #subjects: WeakRef<object>[] = [];
  #subscriptions = 0;

  constructor() {
    this.#trackSubscriptions();
    this.#trackSubjects();
  }

  /** The current numbers. Garbage is collected first, so this property must be read in a separate task. */
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

  /** The constructor of Subject assigns `thrownError`. This calls the setter of the prototype for each new subject. */
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
