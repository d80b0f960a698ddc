import type {
  ɵRowChangeFeed as RowChangeFeed,
  ɵEntityType as EntityType,
  ɵPk as Pk,
} from 'ngx-cache-query';
import type { Gate } from './gate';

/** Counts the rows of an entity class, or of a bucket of an index, without making anything of them. */
export class Tally {
  readonly #changed = new Set<Pk>();
  /** The keys of the rows that count, when not all of them do. */
  readonly #counted = new Set<Pk>();

  constructor(
    private readonly type: EntityType,
    private readonly changes: RowChangeFeed,
    private readonly gate: Gate,
  ) {
    changes.collectInto(this.#changed);
    type.incrementalResults++;
  }

  get count(): number {
    return this.gate.isOpen ? this.changes.size : this.#counted.size;
  }

  /** Counts all rows that there are. */
  fill(): void {
    if (!this.gate.isOpen) for (const pk of this.changes.keys()) this.#evaluate(pk);
  }

  /** Takes note of what changed since the last time. */
  settle(): void {
    if (!this.gate.isOpen) for (const pk of this.#changed) this.#evaluate(pk);
    this.#changed.clear();
  }

  end(): void {
    this.changes.stopCollecting(this.#changed);
    this.type.incrementalResults--;
  }

  #evaluate(pk: Pk): void {
    const row = this.changes.has(pk) ? this.type.table.get(pk) : undefined;
    if (row !== undefined && this.gate.passes(pk, row)) this.#counted.add(pk);
    else this.#counted.delete(pk);
    if (row !== undefined && this.gate.hasMade) this.gate.release(this.type.peek(pk));
  }
}
