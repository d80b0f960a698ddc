import { CacheError } from '../../util/cache-error';
import type { Fields } from '../../util/plain-data';
import { pkOf } from '../denormalizer';
import type { EntityPlan } from './entity-plan';
import { show } from '../normalize/normalize-errors';

declare const ngDevMode: unknown;

/** Error NCQ1012, thrown when a deserializer throws. The message contains the name of the field. */
export class DeserializeError extends CacheError {
  /**
   * @param text the message without the source; `false` in production builds
   * @param cause the error that the deserializer threw
   * @param source the endpoint or method that wrote the value; `undefined` if it is not known yet
   */
  constructor(
    private readonly text: string | false,
    cause: unknown,
    source?: string,
  ) {
    super('NCQ1012', text !== false && (source === undefined ? text : `${source}: ${text}`), {
      source,
      cause,
    });
  }

  /** Returns a copy of this error with `source` added to the message. */
  in(source: string): DeserializeError {
    return new DeserializeError(this.text, this.cause, source);
  }
}

/** Creates error NCQ1012 for `field` of `row`. */
export function deserializeError(
  plan: EntityPlan,
  row: Fields,
  field: string,
  cause: unknown,
): DeserializeError {
  return new DeserializeError(
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the deserializer of ${plan.name}.${field} threw an error for ${plan.name} ${keyIn(plan, row)} when it ` +
        `received ${show(row[field])}: ${String(cause)}. Nothing was stored. Correct the value on the server or in static ` +
        `process, or change the deserializer so that it accepts the value.`,
    cause,
  );
}

/**
 * Returns the key of a row, for an error message. If the `pk` method throws, for example because it needs the parent
 * object, returns a note that the key is unknown.
 */
function keyIn({ type }: EntityPlan, row: Fields): string {
  try {
    return String(pkOf(type, row));
  } catch {
    return '(its key is unknown)';
  }
}
