import { canonicalPk } from './pk';

describe('W8 canonicalPk', () => {
  const max = Number.MAX_SAFE_INTEGER;

  it('is the same for a number, its string and a bigint', () => {
    const numbers = [0, 1, -1, 42, 1.5, -0.25, 1e21, 1e-7, max, -max, -1e15, max + 1, 2 ** 60];
    for (const number of numbers) {
      const pk = canonicalPk(number);
      expect(pk)
        .withContext(String(number))
        .toBe(canonicalPk(String(number))!);
      expect(String(pk)).toBe(String(number));
    }
    expect(canonicalPk(12n)).toBe(canonicalPk(12)!);
    expect(canonicalPk(-5n)).toBe(canonicalPk('-5')!);
    expect(canonicalPk(2n ** 70n)).toBe(String(2n ** 70n));
  });

  it('is 0 for -0', () => {
    expect(Object.is(canonicalPk(-0), 0)).toBeTrue();
  });

  it('keeps strings distinct that only resemble numbers', () => {
    const texts = [
      '01',
      '1.0',
      '1e3',
      '0x1',
      ' 1',
      '1 ',
      '+1',
      '-0',
      '--1',
      '-',
      '1_000',
      '１',
      '1n',
    ];
    for (const text of texts) expect(canonicalPk(text)).withContext(text).toBe(text);
    expect(canonicalPk('9007199254740993')).toBe('9007199254740993');
    expect(canonicalPk('12345678901234567890')).toBe('12345678901234567890');
  });

  it('keeps other strings unchanged', () => {
    for (const text of [
      'a',
      'ab c',
      '__proto__',
      'true',
      'nan',
      'NULL',
      'null',
      'undefined',
      'NaN',
      '-a',
      '7f',
      ' ',
    ]) {
      expect(canonicalPk(text)).toBe(text);
    }
  });

  it('is missing for values that identify nothing', () => {
    const nothing = [undefined, null, '', NaN, true, {}, [], () => 1];
    for (const value of nothing) expect(canonicalPk(value)).toBeUndefined();
  });
});
