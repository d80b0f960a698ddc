import type {
  ɵRowChangeFeed as RowChangeFeed,
  ɵEntityType as EntityType,
  ɵHeld as Held,
  ɵIncrementalReader as IncrementalReader,
  ɵPk as Pk,
} from 'ngx-cache-query';
import { collectInto, stopCollecting } from './collecting';
import type { Gate } from './gate';
import { heldBy, hold, unhold } from './held';
import { Row, type Sink } from './row';

/** The row of an entity in the first step of a view. It is stored in the cell of the entity. */
class FirstRow extends Row implements Held {
  constructor(
    value: unknown,
    position: number,
    readonly holder: Feed,
  ) {
    super(value, position);
  }
}

/** Passes rows and their changes to a view. The rows belong to an Entity class, an index bucket or a list. */
export class Feed {
  readonly #changed = new Set<Pk>();

  /**
   * @param changes the set of rows, which also reports which of these rows change
   * @param gate the tests at the beginning of the view
   * @param sink the first sink of the view
   */
  constructor(
    private readonly reader: IncrementalReader,
    private readonly type: EntityType,
    private readonly changes: RowChangeFeed,
    private readonly gate: Gate,
    private readonly sink: Pick<Sink, 'change'>,
  ) {
    collectInto(changes, this.#changed);
    type.incrementalResults++;
  }

  /** Passes all rows to the view. */
  fill(): void {
    const { index } = this.type.table;
    if (this.changes === this.type) for (const [pk, slot] of index) this.#evaluate(pk, slot);
    else for (const pk of this.changes.keys()) this.#evaluate(pk, index.get(pk));
  }

  /** Updates the view with the rows that changed since the last call. */
  settle(): void {
    if (this.#changed.size === 0) return;
    const { index } = this.type.table;
    for (const pk of this.#changed) this.#evaluate(pk, index.get(pk));
    this.#changed.clear();
  }

  end(): void {
    stopCollecting(this.changes, this.#changed);
    this.type.incrementalResults--;
    for (const pks of [this.changes.keys(), this.#changed]) {
      for (const pk of pks) {
        const cell = this.type.peek(pk);
        if (cell !== undefined) unhold(cell, this);
      }
    }
  }

  #evaluate(pk: Pk, slot: number | undefined): void {
    const { type, sink } = this;
    const cell = slot === undefined ? type.absent.get(pk) : type.cells[slot];
    const before = cell && (heldBy(cell, this) as FirstRow | undefined);
    const after = slot === undefined ? undefined : this.#rowOf(pk, slot);
    if (before === undefined && after === undefined) return;
    if (sink.change(before, after)) hold(type.cells[slot!]!, after!);
    else {
      if (before !== undefined) unhold(cell!, this);
      if (after !== undefined) this.reader.dropInstance(type.cells[slot!]!);
    }
  }

  #rowOf(pk: Pk, slot: number): FirstRow | undefined {
    const { changes, type, gate } = this;
    if (changes !== type && !changes.has(pk)) return undefined;
    const record = type.table.records[slot]!;
    if (!gate.passes(pk, record)) {
      gate.dropInstance(type.cells[slot]);
      return undefined;
    }
    const instance = this.reader.instance(type.cellAt(slot, pk), record);
    return new FirstRow(instance, changes.positionOf(pk, slot), this);
  }
}
