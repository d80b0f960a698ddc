import type {
  ɵRowChangeFeed as RowChangeFeed,
  ɵEntityType as EntityType,
  ɵPk as Pk,
} from 'ngx-cache-query';
import { collectInto, stopCollecting } from './collecting';
import type { Gate } from './gate';

/**
 * Counts the rows of an Entity class, an index bucket or a list. Unlike a {@link Feed}, a tally creates no view rows.
 */
export class Tally {
  readonly #changed = new Set<Pk>();
  /** The keys of the counted rows. Not used if the gate is open, because every row counts then. */
  readonly #counted = new Set<Pk>();

  constructor(
    private readonly type: EntityType,
    private readonly changes: RowChangeFeed,
    private readonly gate: Gate,
  ) {
    collectInto(changes, this.#changed);
    type.incrementalResults++;
  }

  get count(): number {
    return this.gate.isOpen ? this.changes.size : this.#counted.size;
  }

  /** Counts all rows for the first time. */
  fill(): void {
    if (!this.gate.isOpen) for (const pk of this.changes.keys()) this.#evaluate(pk);
  }

  /** Updates the count for the rows that changed since the last call. */
  settle(): void {
    if (!this.gate.isOpen) for (const pk of this.#changed) this.#evaluate(pk);
    this.#changed.clear();
  }

  end(): void {
    stopCollecting(this.changes, this.#changed);
    this.type.incrementalResults--;
  }

  #evaluate(pk: Pk): void {
    const row = this.changes.has(pk) ? this.type.table.get(pk) : undefined;
    if (row !== undefined && this.gate.passes(pk, row)) this.#counted.add(pk);
    else this.#counted.delete(pk);
    if (row !== undefined && this.gate.hasInstance) this.gate.dropInstance(this.type.peek(pk));
  }
}
