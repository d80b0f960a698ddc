// Functions that several floors use.

/** Returns the rows that are not completed, ordered by rank. */
export function openRows(todos) {
  return [...todos.values()].filter(({ completed }) => !completed).sort(byRank);
}

export function byRank(a, b) {
  return a.rank - b.rank;
}

/** Returns the index of the first item that does not come before `item`. */
export function lowerBound(list, item, compare) {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(list[middle], item) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether the fields of `row` equal the fields of `known`. Arrays are compared item by item. */
export function equalRows(known, row) {
  for (const name in row) {
    const [a, b] = [known[name], row[name]];
    if (a !== b && !(Array.isArray(a) && a.every((item, i) => item === b[i]))) return false;
  }
  return true;
}
