import { effect, type Injector, type PendingTasks, signal, untracked } from '@angular/core';

/**
 * Runs tasks outside the computations that add them, because a computation must not send requests. The tasks run in an
 * effect during the next change detection. Until then, the application is not stable.
 */
export class TaskQueue {
  /**
   * The tasks that have not run yet. Each task is stored with the function that removes its entry from Angular's
   * `PendingTasks`.
   */
  readonly #tasks = new Map<() => void, () => void>();
  readonly #added = signal(0);
  #hasEffect = false;

  constructor(
    private readonly injector: Injector,
    private readonly pendingTasks: PendingTasks,
  ) {}

  /**
   * Adds a task.
   *
   * @returns a function that removes the task
   */
  add(task: () => void): () => void {
    this.#tasks.set(task, this.pendingTasks.add());
    untracked(() => {
      if (!this.#hasEffect) this.#start();
      this.#added.update((count) => count + 1);
    });
    return () => this.#remove(task);
  }

  /**
   * Calls `changed` with the current value of a signal, and again after each change. Returns a function that stops
   * these calls.
   */
  follow<T>(value: () => T, changed: (value: T) => void): () => void {
    const run = () => {
      const current = value();
      untracked(() => changed(current));
    };
    const followed = untracked(() => effect(run, { injector: this.injector }));
    return () => followed.destroy();
  }

  /** Removes all tasks. */
  end(): void {
    for (const task of [...this.#tasks.keys()]) this.#remove(task);
  }

  #start(): void {
    this.#hasEffect = true;
    const run = () => {
      for (const task of [...this.#tasks.keys()]) this.#run(task);
    };
    effect(() => (this.#added(), untracked(run)), { injector: this.injector });
  }

  /**
   * Runs a task, unless another task removed it. The entry in `PendingTasks` is removed only after the task has run.
   * Therefore the application does not become stable before the task has sent its request.
   */
  #run(task: () => void): void {
    if (!this.#tasks.has(task)) return;
    try {
      task();
    } finally {
      this.#remove(task);
    }
  }

  #remove(task: () => void): void {
    this.#tasks.get(task)?.();
    this.#tasks.delete(task);
  }
}
