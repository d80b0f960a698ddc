import type { Pk } from '../schema/entity/pk';
import type { Change } from '../store/change-set';
import type { Source } from './source';

/**
 * Observes the rows of an entity type while a commit is applied. Indexes are observers, and so are lists that an
 * incremental result uses.
 */
export interface RowObserver {
  /**
   * Called for each row that was added, changed, moved or removed.
   *
   * @param touched the sources whose subscribers must be notified; the observer adds its own sources
   */
  rowChanged(change: Change, touched: Set<Source>): void;
  /**
   * Called if the instance of a row changed because a related row changed, while the record of the row itself is
   * unchanged.
   */
  instanceChanged?(pk: Pk, touched: Set<Source>): void;
}
