// What a workload gets, in the child: ways to time steps, and to count the emissions of watchers.
import { changedReferences } from './check.mjs';
import { measure, measureFresh, median, thinned } from './measure.mjs';

export class Bench {
  /** @param {{ adapter: object, workload: string, data: object, budget: object, tell: (line: object) => void }} given */
  constructor(given) {
    Object.assign(this, given);
  }

  /** An empty store of the library. */
  open() {
    return this.adapter.open(this.data);
  }

  /** A store that holds the todos and their users. */
  filled() {
    const store = this.open();
    store.setTodos(this.response(this.data.todos(), 'Todo'));
    return store;
  }

  /** A response as this library's servers give it. */
  response(rows, type) {
    return this.adapter.response?.(rows, type) ?? rows;
  }

  /** Whether the library can do it; if not, says why not. */
  can(step, operation) {
    const { cannot = {} } = this.adapter;
    const why = cannot[this.workload] ?? cannot[operation];
    if (why) this.tell({ step, why });
    return !why;
  }

  /** The same for all steps of a workload at once. */
  canAll(steps, operation) {
    return steps.map((step) => this.can(step, operation)).every(Boolean);
  }

  /**
   * Times what `run` does with what `prepare` makes, over and over.
   *
   * `told` are the watchers whose calls are counted: `needs` says how many there must be per run at
   * least (0 where no watcher must be notified), `check` throws when the output is wrong.
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
      throw new Error(`${step}: told ${calls} times in ${runs} runs.`);
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

  /** Times what works once only, each time with what `prepare` makes anew; `after` checks. */
  fresh(step, work) {
    this.#done(step, measureFresh(work, this.budget));
  }

  /** Notes something that is not a time. */
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

/** A subscriber that counts the calls and keeps the last value. */
export class Watcher {
  calls = 0;
  value;
  next = (value) => {
    this.calls++;
    this.value = value;
  };
}
