/** A date and time of ISO 8601: up to the seconds, the fraction of a second, and the time zone. */
const ISO = /^(\d{4}-\d\d-\d\dT[\d:]+)(\.\d+)?(Z|[+-][\d:]+)?$/;

/**
 * Whether a version is lower than another one. A missing version is neither lower nor higher.
 *
 * @param version a number, a `Date`, the text of a date and time, or any other text
 */
export function isOlderVersion(version: unknown, other: unknown): boolean {
  if (version == null || other == null) return false;
  const [first, fraction = 0] = partsOf(version);
  const [otherFirst, otherFraction = 0] = partsOf(other);
  return first < otherFirst || (!(otherFirst < first) && fraction < otherFraction);
}

/**
 * Returns what is compared, one after the other. Servers omit zeros at the end of a fraction, so that the text of a later
 * time may come first in the order of letters. Text of digits is a number, which may be too large for a `number`.
 */
function partsOf(version: unknown): readonly number[] {
  if (typeof version !== 'string') return [version as number];
  if (/^\d+$/.test(version)) return [BigInt(version) as never];
  const [, seconds, fraction = '', zone = ''] = ISO.exec(version) ?? [];
  const time = Date.parse(seconds + zone);
  return Number.isNaN(time) ? [version as never] : [time, Number(`0${fraction}`)];
}
