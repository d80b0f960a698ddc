import type { Reader } from '../query/reader';
import { planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';
import type { Recipe } from '../store/waiting-writes';
import { entitiesOf, entityClass } from './entity-target';

/** A function that is called before a row is removed. Returns the recipe to run after the removal. */
export type Removing = (pk: Pk) => Recipe;

/**
 * Returns the {@link Recipe} for `delete`, which removes entities.
 *
 * @param removing returns the function to call before a row of the table is removed
 * @throws CacheError NCQ4003 if `target` is not an Entity class or if the key is missing
 */
export function deletion(
  reader: Reader,
  target: unknown,
  keyOrTest: unknown,
  removing: (table: Table) => Removing | undefined,
): Recipe {
  const type = entityClass('delete', target);
  const table = reader.store.tables.of(planOf(type));
  const pks = entitiesOf(reader, 'delete', type, keyOrTest);
  return (transaction) => {
    const prepare = removing(table);
    for (const pk of pks()) {
      const removed = prepare?.(pk);
      transaction.remove(table, pk);
      removed?.(transaction);
    }
  };
}
