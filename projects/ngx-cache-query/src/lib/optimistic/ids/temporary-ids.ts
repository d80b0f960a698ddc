import { defaultOf } from '../../schema/entity/entity-default';
import type { EntityPlan } from '../../schema/entity/entity-plan';
import type { IdSource } from '../../schema/normalize/normalizer';
import type { Pk } from '../../schema/entity/pk';
import type { Fields } from '../../util/plain-data';

/** Numeric temporary ids are lower than this, and so lower than any id of a server. */
const LOWEST = -(2 ** 52);
const PREFIX = 'temporary-';
/** The maximal number of temporary ids of one page. */
const PER_PAGE = 2 ** 32;
/** Random: distinguishes this page from other pages and tabs, whose temporary ids may be in the same storage. */
const PAGE = Math.floor(Math.random() * 2 ** 20);
const OWN_PREFIX = `${PREFIX}${PAGE}-`;
const OWN_LOWEST = LOWEST - PAGE * PER_PAGE;
let count = 0;

/** The temporary ids of the entities that one optimistic response creates. */
export class TemporaryIds implements IdSource {
  /** The plans of the created entities, by temporary id. */
  readonly plans = new Map<Pk, EntityPlan>();

  /** @see IdSource */
  identify(plan: EntityPlan, row: Fields): Fields {
    const { id: defaultId } = defaultOf(plan.type) as unknown as Fields;
    count++;
    const id = typeof defaultId === 'number' ? OWN_LOWEST - count : `${OWN_PREFIX}${count}`;
    this.plans.set(id, plan);
    return { ...row, id };
  }
}

/** Whether this page made a temporary id yet. */
export function hasTemporaryIds(): boolean {
  return count > 0;
}

/** Whether an id has the form of a temporary id. Entities have one until the server id arrives. */
export function isTemporaryId(key: unknown): key is Pk {
  return typeof key === 'number'
    ? key < LOWEST && Number.isSafeInteger(key)
    : typeof key === 'string' && key.startsWith(PREFIX);
}

/** Whether this page created the id: not another page, and not a user by typing a similar text. */
export function isFromThisPage(key: unknown): key is Pk {
  if (!isTemporaryId(key)) return false;
  if (typeof key === 'string' && !key.startsWith(OWN_PREFIX)) return false;
  const number = typeof key === 'number' ? OWN_LOWEST - key : Number(key.slice(OWN_PREFIX.length));
  return Number.isInteger(number) && number > 0 && number <= count;
}
