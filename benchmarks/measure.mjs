// Medians: of enough samples, each of enough repetitions that the clock can see it.

/** What takes less than this, in microseconds, is timed in batches. */
const BATCH_BELOW = 2;
/** How long a batch takes at least, in microseconds. */
const BATCH = 50;

/** The median time of `run` in microseconds; it gets the number of the repetition. */
export function measure(run, { samples, milliseconds }) {
  let repetition = 0;
  const sample = (size) => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < size; i++) run(repetition++);
    return Number(process.hrtime.bigint() - start) / 1e3;
  };
  const size = batchSize(sample);
  const until = performance.now() + milliseconds;
  const times = [];
  while (times.length < samples || performance.now() < until) times.push(sample(size) / size);
  return median(times);
}

/** Warms up, and finds how many repetitions a sample needs. */
function batchSize(sample) {
  const warm = performance.now() + 100;
  const times = [];
  while (performance.now() < warm || times.length < 15) times.push(sample(1));
  const one = median(times);
  return one < BATCH_BELOW ? Math.ceil(BATCH / Math.max(one, 0.05)) : 1;
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** The exponent of a cost against N: the slope of the line through (log N, log cost). */
export function exponent(sizes, costs) {
  const [x, y] = [sizes.map(Math.log), costs.map(Math.log)];
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [mx, my] = [mean(x), mean(y)];
  const rise = x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0);
  return rise / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0);
}
