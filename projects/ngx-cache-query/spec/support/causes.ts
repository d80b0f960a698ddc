import { CacheError } from 'ngx-cache-query';

/** Returns the original errors of failed requests. */
export function causesOf(errors: readonly unknown[]): unknown[] {
  return errors.map((error) => {
    expect(error).toBeInstanceOf(CacheError);
    return (error as CacheError).cause;
  });
}
