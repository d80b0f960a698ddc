// The object that a workload receives in the child process. It times steps and counts the emissions of watchers.
import { changedReferences } from './check.mjs';
import { measure, measureFresh, median, thinned } from './measure.mjs';

export class Bench {
  /** @param {{ adapter: object, workload: string, data: object, budget: object, tell: (line: object) => void }} given */
  constructor(given) {
    Object.assign(this, given);
  }

  /** Returns an empty store of the library. */
  open() {
    return this.adapter.open(this.data);
  }

  /** Returns a store that contains the todos and their users. */
  filled() {
    const store = this.open();
    store.setTodos(this.response(this.data.todos(), 'Todo'));
    return store;
  }

  /** Returns a response in the format that servers for this library send. */
  response(rows, type) {
    return this.adapter.response?.(rows, type) ?? rows;
  }

  /** Whether the library supports an operation. If it does not, reports the reason. */
  can(step, operation) {
    const { cannot = {} } = this.adapter;
    const why = cannot[this.workload] ?? cannot[operation];
    if (why) this.tell({ step, why });
    return !why;
  }

  /** Works like `can` for all steps of a workload. */
  canAll(steps, operation) {
    return steps.map((step) => this.can(step, operation)).every(Boolean);
  }

  /**
   * Repeatedly times `run`, which receives the result of `prepare`.
   *
   * The calls of the watchers in `told` are counted. `needs` is the minimum number of calls per run (0 if no watcher
   * must be notified). `check` throws if the output is wrong.
   */
  time(step, { prepare, run, told = [], needs = told.length && 1, check, list }) {
    const before = told.reduce((sum, { calls }) => sum + calls, 0);
    let runs = 0;
    const times = measure(
      {
        prepare,
        run: (input) => {
          runs++;
          return run(input);
        },
      },
      this.budget,
    );
    const calls = told.reduce((sum, watcher) => sum + watcher.calls, 0) - before;
    if (calls < runs * needs) {
      throw new Error(`${step}: the watchers were called only ${calls} times in ${runs} runs.`);
    }
    check?.();
    let changed;
    if (list) {
      const last = list();
      run(prepare?.());
      changed = changedReferences(last, list());
      check?.();
    }
    this.#done(step, times, told.length ? calls / runs : undefined, changed);
  }

  /** Times work that can run only once, with a new result of `prepare` for each sample. `after` checks the output. */
  fresh(step, work) {
    this.#done(step, measureFresh(work, this.budget));
  }

  /** Records a value that is not a time. */
  note(step, value, more = {}) {
    this.tell({ step, median: value, samples: [value], ...more });
  }

  #done(step, times, emissions, changed) {
    this.tell({
      step,
      median: median(times),
      samples: thinned(times),
      count: times.length,
      emissions,
      changed,
    });
  }
}

/** A subscriber that counts its calls and keeps the last value. */
export class Watcher {
  calls = 0;
  value;
  next = (value) => {
    this.calls++;
    this.value = value;
  };
}
