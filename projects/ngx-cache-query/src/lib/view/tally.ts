import type { EntityType } from '../read/entity-type';
import type { Bucket } from '../read/field-index';
import type { Pk } from '../schema/pk';
import type { Gate } from './gate';

/** Counts the rows of an entity class, or of a bucket of an index, without making anything of them. */
export class Tally {
  readonly #changed = new Set<Pk>();
  /** The keys of the rows that count, when not all of them do. */
  readonly #counted = new Set<Pk>();

  constructor(
    private readonly type: EntityType,
    private readonly channel: EntityType | Bucket,
    private readonly gate: Gate,
  ) {
    channel.collectInto(this.#changed);
    type.followers++;
  }

  get count(): number {
    if (!this.gate.isOpen) return this.#counted.size;
    const { channel, type } = this;
    return channel === type ? type.table.size : (channel as Bucket).pks.size;
  }

  /** Counts all rows that there are. */
  fill(): void {
    const { channel, type } = this;
    const pks = channel === type ? type.table.index.keys() : (channel as Bucket).pks;
    if (!this.gate.isOpen) for (const pk of pks) this.#evaluate(pk);
  }

  /** Takes note of what changed since the last time. */
  settle(): void {
    if (!this.gate.isOpen) for (const pk of this.#changed) this.#evaluate(pk);
    this.#changed.clear();
  }

  end(): void {
    this.channel.stopCollecting(this.#changed);
    this.type.followers--;
  }

  #evaluate(pk: Pk): void {
    const { channel, type } = this;
    const isHere = channel === type || (channel as Bucket).pks.has(pk);
    const row = isHere ? type.table.get(pk) : undefined;
    if (row !== undefined && this.gate.passes(pk, row)) this.#counted.add(pk);
    else this.#counted.delete(pk);
    if (row !== undefined) this.gate.release(pk);
  }
}
