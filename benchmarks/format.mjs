// Formats numbers for the tables.

export function time(microseconds) {
  if (microseconds < 1) return `${(microseconds * 1e3).toFixed(0)} ns`;
  if (microseconds < 1e3) return `${digits(microseconds)} µs`;
  return microseconds < 1e6
    ? `${digits(microseconds / 1e3)} ms`
    : `${digits(microseconds / 1e6)} s`;
}

/** Formats a number with three significant digits and no exponent. */
export function digits(number) {
  return Number(number.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 2 });
}

export function count(n) {
  return n.toLocaleString('en');
}

export function row(...cells) {
  return `| ${cells.join(' | ')} |`;
}

export function heading(...names) {
  return [row('', ...names), row('---', ...names.map(() => '--:'))];
}
