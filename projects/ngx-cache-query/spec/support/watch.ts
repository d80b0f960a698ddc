import type { Observable, Subscription } from 'rxjs';

/** Everything that a stream emitted, in order. */
export interface Watched<T> {
  readonly values: T[];
  readonly errors: unknown[];
  completed: boolean;
  readonly last: T | undefined;
  readonly subscription: Subscription;
}

/** Subscribes to a stream, and records what it emits. */
export function watch<T>(source: Observable<T>): Watched<T> {
  const values: T[] = [];
  const errors: unknown[] = [];
  const watched = {
    values,
    errors,
    completed: false,
    get last() {
      return values.at(-1);
    },
  };
  const subscription = source.subscribe({
    next: (value) => values.push(value),
    error: (error) => errors.push(error),
    complete: () => (watched.completed = true),
  });
  return Object.defineProperty(watched, 'subscription', {
    value: subscription,
  }) as unknown as Watched<T>;
}
