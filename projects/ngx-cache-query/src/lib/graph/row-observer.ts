import type { Pk } from '../schema/entity/pk';
import type { Change } from '../store/change-set';
import type { Source } from './source';

/** Follows the rows of an entity type while a commit is applied: an index, or a list that a live view shows. */
export interface RowObserver {
  /**
   * Called for each row that was written, moved or removed.
   *
   * @param touched receives the sources whose subscribers are to be notified
   */
  rowChanged(change: Change, touched: Set<Source>): void;
  /** Called for a row that is stored as it was, and shows something else. */
  shownChanged?(pk: Pk, touched: Set<Source>): void;
}
