import { defaultOf } from '../../schema/entity/entity-default';
import type { EntityPlan } from '../../schema/entity/entity-plan';
import type { IdSource } from '../../schema/normalize/normalizer';
import type { Pk } from '../../schema/entity/pk';
import type { Fields } from '../../util/plain-data';

/** Numeric temporary ids are lower than this number. No server id is this low. */
const LOWEST = -(2 ** 52);
const PREFIX = 'temporary-';
/** The maximum number of temporary ids that a single browser page can create. */
const PER_PAGE = 2 ** 32;
/**
 * The values from which this browser page creates its temporary ids: a prefix for string ids, and an upper limit for
 * numeric ids.
 */
const OWN = /* @__PURE__ */ newPage();
let count = 0;

/** The temporary ids of the entities that an optimistic response creates. */
export class TemporaryIds implements IdSource {
  /** Maps each temporary id to the plan of the created entity. */
  readonly plans = new Map<Pk, EntityPlan>();

  /** @see IdSource */
  identify(plan: EntityPlan, row: Fields): Fields {
    const { id: defaultId } = defaultOf(plan.type) as unknown as Fields;
    count++;
    const id = typeof defaultId === 'number' ? OWN.lowest - count : `${OWN.prefix}${count}`;
    this.plans.set(id, plan);
    return { ...row, id };
  }
}

/** Whether this browser page has created temporary ids. */
export function hasTemporaryIds(): boolean {
  return count > 0;
}

/** Whether `key` has the form of a temporary id. A created entity has a temporary id until its server id arrives. */
export function isTemporaryId(key: unknown): key is Pk {
  return typeof key === 'number'
    ? key < LOWEST && Number.isSafeInteger(key)
    : typeof key === 'string' && key.startsWith(PREFIX);
}

/**
 * Whether `key` is a temporary id that this browser page created. Returns `false` for an id from another page, and for
 * user input that only looks like a temporary id.
 */
export function isFromThisPage(key: unknown): key is Pk {
  if (!isTemporaryId(key)) return false;
  if (typeof key === 'string' && !key.startsWith(OWN.prefix)) return false;
  const number = typeof key === 'number' ? OWN.lowest - key : Number(key.slice(OWN.prefix.length));
  return Number.isInteger(number) && number > 0 && number <= count;
}

/**
 * Returns the values from which this browser page creates its temporary ids. The values contain a random number, so
 * that {@link isFromThisPage} can recognize temporary ids that other pages created.
 */
function newPage() {
  const page = Math.floor(Math.random() * 2 ** 20);
  return { prefix: `${PREFIX}${page}-`, lowest: LOWEST - page * PER_PAGE };
}
