/** The number of low bits that {@link rounded} removes in one step if a sum is too large for a `number`. */
const STEP = 512n;

/**
 * A sum of numbers that is rounded only when its value is read. Therefore the sum does not depend on the order of the
 * numbers, and subtracting a number exactly reverses its addition.
 *
 * Works like `Math.sumPrecise` in ECMAScript 2026, but can also subtract. Integers are added as numbers as long as the
 * result is exact. Every other finite number is added as the product of a bigint and a power of two.
 */
export class ExactSum {
  /** The part of the sum that is stored as a safe integer. */
  #whole = 0;
  /** The part of the sum that is not in `#whole`. It is `#rest` times 2 to the power of `#exponent`. */
  #rest = 0n;
  #exponent = 0;
  /** How often NaN, Infinity and -Infinity occur. */
  readonly #specials = new Map<number, number>();

  /** Adds a number, or subtracts it if `sign` is -1. */
  add(value: number, sign: 1 | -1): void {
    const whole = this.#whole + value * sign;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(whole)) {
      // Adding 0 prevents the sum from becoming -0.
      this.#whole = whole + 0;
    } else if (!Number.isFinite(value)) {
      this.#specials.set(value, (this.#specials.get(value) ?? 0) + sign);
    } else {
      let mantissa = value * sign;
      let exponent = 0;
      for (; !Number.isInteger(mantissa); exponent--) mantissa *= 2; // This is exact.
      if (exponent < this.#exponent) {
        this.#rest <<= BigInt(this.#exponent - exponent);
        this.#exponent = exponent;
      }
      this.#rest += BigInt(mantissa) << BigInt(exponent - this.#exponent);
    }
  }

  /** The sum, rounded to the nearest value that a `number` can represent, with ties to even. An empty sum is 0. */
  get value(): number {
    let special = 0;
    for (const [value, count] of this.#specials) if (count > 0) special += value;
    if (special !== 0) return special;
    if (this.#rest === 0n) return this.#whole;
    return rounded(this.#rest + (BigInt(this.#whole) << BigInt(-this.#exponent)), this.#exponent);
  }
}

/**
 * Returns `integer` times 2 to the power of `exponent`, converted to a number. The result is rounded only once, by
 * `Number()`, because the multiplication is exact.
 */
function rounded(integer: bigint, exponent: number): number {
  let magnitude = integer < 0n ? -integer : integer;
  let scale = exponent;
  while (Number(magnitude) === Infinity) {
    const isExact = BigInt.asUintN(Number(STEP), magnitude) === 0n;
    // If bits other than 0 are removed, the lowest bit is set. Otherwise the rest could look like a tie.
    magnitude = (magnitude >> STEP) | (isExact ? 0n : 1n);
    scale += Number(STEP);
  }
  const value = Number(magnitude) * 2 ** scale;
  return integer < 0n ? -value : value;
}
