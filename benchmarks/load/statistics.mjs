// The median of some numbers, and an interval for the median that makes no assumption about their distribution.

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Returns the interval between two order statistics that contains the median with a probability of at least 95 %. Each
 * number is below the median with a probability of 1/2, so the count of these numbers follows a binomial distribution.
 * Returns `undefined` for fewer than six numbers, because there is no interval with this probability.
 */
export function intervalOfMedian(numbers) {
  const n = numbers.length;
  const sorted = numbers.toSorted((a, b) => a - b);
  let below = 0; // the largest rank, counted from 0, whose tail has a probability of at most 2.5 %
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
