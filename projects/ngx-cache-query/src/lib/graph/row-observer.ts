import type { Pk } from '../schema/entity/pk';
import type { Change } from '../store/change-set';
import type { Source } from './source';

/**
 * Is called for the rows of an entity type while a commit is applied: an index, or a list that an incremental result
 * uses.
 */
export interface RowObserver {
  /**
   * Called for each row that was added, changed, moved or removed.
   *
   * @param touched the observer adds the sources whose subscribers must be notified
   */
  rowChanged(change: Change, touched: Set<Source>): void;
  /** Called for a row whose record is unchanged, but whose instance changed through its relations. */
  instanceChanged?(pk: Pk, touched: Set<Source>): void;
}
