// Times of enough samples, each of enough repetitions that the clock can see it.

/** What takes less than this, in microseconds, is timed in batches. */
const BATCH_BELOW = 2;
/** How long a batch takes at least, in microseconds. */
const BATCH = 50;
/** How often at most something that works once is run before it counts. */
const WARM_UP = 10;
/** How many samples of it at most are taken. */
const MOST = 100;
/** What is slow may take so many times its time, and is then done with fewer samples. */
const PATIENCE = 8;

/**
 * Times in microseconds of `run`, which gets what `prepare` made for it beforehand, outside of the time.
 *
 * @param {{ prepare?: () => unknown, run: (input: unknown) => unknown }} work
 * @param {{ samples: number, milliseconds: number, warmUp: number }} budget at least so many, at least so long, after
 *   so many milliseconds that do not count
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

/** The same for what works once only: `prepare` makes each sample's own, and garbage is collected before it. */
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

/** Warms up, and finds how many repetitions a sample needs. */
function batchSize(sample, samples, warmUp) {
  const times = [];
  const clock = clockOf(warmUp);
  while (clock.goesOn(times.length, Math.min(15, samples))) times.push(sample(1));
  const one = median(times);
  return one < BATCH_BELOW ? Math.ceil(BATCH / Math.max(one, 0.05)) : 1;
}

/** Goes on for some time, and for some samples; but not for ever, when each takes long. */
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

/** So many numbers, evenly spread over the sorted ones: what a child tells of its samples. */
export function thinned(numbers, count = 21) {
  return Array.from({ length: count }, (_, i) => quantile(numbers, i / (count - 1)));
}
