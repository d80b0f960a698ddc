/** Returns a value as one line of JSON. */
export function oneLine(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

/** Returns a duration such as `0.4 ms`, `120 ms`, `2.5 s` or `5 min`. */
export function duration(ms: number | undefined): string {
  if (ms === undefined) return '…';
  if (ms === Infinity) return 'never';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

/** Returns a size such as `12 kB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns a number and a noun: `1 row`, `2 rows`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}
