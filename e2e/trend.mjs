/** How far a row of numbers rises (or falls, below zero) from its begin to its end, as a share of its mean. */
export function trendOf(values) {
  const { length } = values;
  const mean = average(values);
  const middle = (length - 1) / 2;
  let [above, below] = [0, 0];
  values.forEach((value, at) => {
    above += (at - middle) * (value - mean);
    below += (at - middle) ** 2;
  });
  return ((above / below) * (length - 1)) / mean;
}

/** How much higher the middle of the last third is than that of the first, as a share of it. */
export function riseOf(values) {
  const third = Math.ceil(values.length / 3);
  const first = medianOf(values.slice(0, third));
  return (medianOf(values.slice(-third)) - first) / first;
}

function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
