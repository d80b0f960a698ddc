// Measures times. Takes enough samples, and repeats fast work within a sample until the clock can measure it.

/** Work that takes less than this time, in microseconds, is timed in batches. */
const BATCH_BELOW = 2;
/** The minimum time of a batch, in microseconds. */
const BATCH = 50;
/** The maximum number of warm-up runs for work that can run only once. */
const WARM_UP = 10;
/** The maximum number of samples for work that can run only once. */
const MOST = 100;
/** Slow work can take up to this multiple of the time budget, and then gets fewer samples. */
const PATIENCE = 8;

/**
 * Returns the times of `run` in microseconds. `run` receives the result of `prepare`, which is not timed.
 *
 * @param {{ prepare?: () => unknown, run: (input: unknown) => unknown }} work
 * @param {{ samples: number, milliseconds: number, warmUp: number }} budget the minimum number of samples, the minimum
 * time, and the time of the warm-up, which does not count
 */
export function measure({ prepare = () => undefined, run }, { samples, milliseconds, warmUp }) {
  const sample = (size) => {
    const inputs = Array.from({ length: size }, prepare);
    const start = process.hrtime.bigint();
    for (let i = 0; i < size; i++) run(inputs[i]);
    return Number(process.hrtime.bigint() - start) / 1e3;
  };
  const size = batchSize(sample, samples, warmUp);
  const times = [];
  const clock = clockOf(milliseconds);
  while (clock.goesOn(times.length, samples)) times.push(sample(size) / size);
  return times;
}

/**
 * Works like `measure` for work that can run only once. `prepare` is called for each sample, followed by a garbage
 * collection.
 */
export function measureFresh({ prepare, run, after }, { samples, milliseconds, warmUp }) {
  const times = [];
  let spent = 0;
  const sample = () => {
    const input = prepare();
    globalThis.gc?.({ type: 'minor' });
    const start = process.hrtime.bigint();
    const output = run(input);
    const time = Number(process.hrtime.bigint() - start) / 1e3;
    after?.(output, input);
    spent += time / 1e3;
    return time;
  };
  const warming = clockOf(warmUp);
  for (let i = 0; i < WARM_UP && (i < 1 || (spent < warmUp && !warming.isLate())); i++) sample();
  spent = 0;
  const clock = clockOf(milliseconds);
  while (
    clock.goesOn(times.length, samples) ||
    (spent < milliseconds && times.length > 0 && times.length < MOST && !clock.isLate())
  ) {
    times.push(sample());
  }
  return times;
}

/** Warms up the code, and returns the number of repetitions that a sample needs. */
function batchSize(sample, samples, warmUp) {
  const times = [];
  const clock = clockOf(warmUp);
  while (clock.goesOn(times.length, Math.min(15, samples))) times.push(sample(1));
  const one = median(times);
  return one < BATCH_BELOW ? Math.ceil(BATCH / Math.max(one, 0.05)) : 1;
}

/**
 * Returns a clock that runs until the given time has passed and there are enough samples. It stops earlier if the
 * samples take too long.
 */
function clockOf(milliseconds) {
  const start = performance.now();
  const spent = () => performance.now() - start;
  const isLate = () => spent() > PATIENCE * milliseconds;
  return {
    isLate,
    goesOn: (done, needed) =>
      done === 0 || (!isLate() && (done < needed || spent() < milliseconds)),
  };
}

export function median(numbers) {
  return quantile(numbers, 0.5);
}

export function quantile(numbers, q) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

/**
 * Returns the given number of values, evenly spaced in the sorted order. A child process sends these instead of all its
 * samples.
 */
export function thinned(numbers, count = 21) {
  return Array.from({ length: count }, (_, i) => quantile(numbers, i / (count - 1)));
}
