import { type CacheError, Entity } from 'ngx-cache-query';

/** The texts that the deserializer has received. */
export const calls: string[] = [];

/** Its deserializer throws for `'bad'`. */
export class Event extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly at: Date | null = null;
  static override readonly key: string = 'DeserializedEvent';
  static override readonly schema = {
    at: (iso: string) => {
      calls.push(iso);
      if (iso === 'bad') throw new Error('no date');
      return new Date(iso);
    },
  };
}

/** Matches the error of its deserializer. */
export const REFUSED = /NCQ1012.*DeserializedEvent\.at.*no date/;

/** Returns which deserializer failed, according to the errors. */
export function describeErrors(errors: readonly unknown[]): string[] {
  return errors.map((error) => {
    const { code, source, message, cause } = error as CacheError;
    expect(cause).toEqual(new Error('no date'));
    return `${code} ${source} ${/for (\w+ \w+)/.exec(message)?.[1]}`;
  });
}
