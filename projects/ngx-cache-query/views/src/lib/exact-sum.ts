/** What is shifted out at a time of a sum that is longer than a number's exponent reaches. */
const STEP = 512n;

/**
 * The sum of numbers without any rounding on the way: it does not depend on their order, and what is
 * taken out again leaves no trace. It is rounded once, when it is asked for.
 *
 * As `Math.sumPrecise` of ECMAScript 2026, but it can also subtract. Whole numbers are summed as such
 * for as long as that is exact, everything else as an integer times a power of two.
 */
export class ExactSum {
  /** The part that is a safe integer. */
  #whole = 0;
  /** The other part, divided by 2 to the power of `#exponent`. */
  #rest = 0n;
  #exponent = 0;
  #nans = 0;
  #infinities = 0;
  #negativeInfinities = 0;

  add(value: number): void {
    this.#put(value, 1);
  }

  subtract(value: number): void {
    this.#put(value, -1);
  }

  /** The sum, rounded to the nearest number, ties to even; 0 of nothing. */
  get value(): number {
    if (this.#nans > 0 || (this.#infinities > 0 && this.#negativeInfinities > 0)) return NaN;
    if (this.#infinities > 0) return Infinity;
    if (this.#negativeInfinities > 0) return -Infinity;
    if (this.#rest === 0n) return this.#whole;
    return rounded(this.#rest + (BigInt(this.#whole) << BigInt(-this.#exponent)), this.#exponent);
  }

  #put(value: number, sign: 1 | -1): void {
    const whole = this.#whole + value * sign;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(whole)) {
      // Adding 0 keeps the sum from becoming -0.
      this.#whole = whole + 0;
    } else if (Number.isNaN(value)) this.#nans += sign;
    else if (value === Infinity) this.#infinities += sign;
    else if (value === -Infinity) this.#negativeInfinities += sign;
    else this.#putExactly(value * sign);
  }

  #putExactly(value: number): void {
    bits.setFloat64(0, value);
    const raw = bits.getBigUint64(0);
    const biased = Number((raw >> 52n) & 0x7ffn);
    const fraction = raw & 0xfffffffffffffn;
    const mantissa = biased === 0 ? fraction : fraction | 0x10000000000000n;
    const exponent = Math.max(biased, 1) - 1075;
    if (exponent < this.#exponent) {
      this.#rest <<= BigInt(this.#exponent - exponent);
      this.#exponent = exponent;
    }
    const term = mantissa << BigInt(exponent - this.#exponent);
    this.#rest += value < 0 ? -term : term;
  }
}

const bits = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/** An integer times a power of two as a number. `Number()` rounds, and the product is exact. */
function rounded(integer: bigint, exponent: number): number {
  let magnitude = integer < 0n ? -integer : integer;
  let scale = exponent;
  while (Number(magnitude) === Infinity) {
    const isExact = BigInt.asUintN(Number(STEP), magnitude) === 0n;
    // A bit far below the last one that is kept says that there was more.
    magnitude = (magnitude >> STEP) | (isExact ? 0n : 1n);
    scale += Number(STEP);
  }
  const value = Number(magnitude) * 2 ** scale;
  return integer < 0n ? -value : value;
}
