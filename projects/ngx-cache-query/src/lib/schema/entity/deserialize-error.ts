import { CacheError, CacheErrorCode } from '../../util/cache-error';
import type { Fields } from '../../util/plain-data';
import { pkOf } from '../denormalizer';
import type { EntityPlan } from './entity-plan';
import { show } from '../normalize/normalize-errors';

declare const ngDevMode: unknown;

/** Error NCQ1012: what a deserializer threw, with the field that it is about. */
export class DeserializeError extends CacheError {
  /**
   * @param says what happened
   * @param cause what the deserializer threw
   * @param source what was written, if it is known yet
   */
  constructor(
    private readonly says: string | false,
    cause: unknown,
    source?: string,
  ) {
    super(
      CacheErrorCode.Undeserializable,
      says !== false && (source === undefined ? says : `${source}: ${says}`),
      { source, cause },
    );
  }

  /** The same error, with what was written. */
  in(source: string): DeserializeError {
    return new DeserializeError(this.says, this.cause, source);
  }
}

/** Error NCQ1012 of the field of a row. */
export function deserializeError(
  plan: EntityPlan,
  row: Fields,
  field: string,
  cause: unknown,
): DeserializeError {
  return new DeserializeError(
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the deserializer of ${plan.name}.${field} threw an error for ${plan.name} ${keyIn(plan, row)}, where it ` +
        `received ${show(row[field])}: ${String(cause)}. Nothing was stored. Correct the value on the server or in static ` +
        `process, or let the deserializer return a value for it.`,
    cause,
  );
}

/** The key of a row, as far as the row says it: `pk` may need more than that. */
function keyIn({ type }: EntityPlan, row: Fields): string {
  try {
    return String(pkOf(type, row));
  } catch {
    return '(its key is unknown)';
  }
}
