// The median of some numbers, and an interval for it that assumes nothing about how they are distributed.

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The interval between two order statistics that covers the median with a probability of at least 95 %: each number is
 * below the median with probability 1/2, so that how many are follows a binomial distribution. `undefined` for fewer than
 * six numbers, of which no two cover it so often.
 */
export function intervalOfMedian(numbers) {
  const n = numbers.length;
  const sorted = numbers.toSorted((a, b) => a - b);
  let below = 0; // the largest rank, from 0, whose tail holds at most 2.5 %
  let probability = 0.5 ** n;
  let tail = probability;
  if (tail > 0.025) return undefined;
  for (;;) {
    probability *= (n - below) / (below + 1);
    if (tail + probability > 0.025) break;
    tail += probability;
    below++;
  }
  return [sorted[below], sorted[n - 1 - below]];
}
