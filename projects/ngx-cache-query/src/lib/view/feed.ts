import type { Held } from '../read/entity-cell';
import type { Channel } from '../read/beacon';
import type { EntityType } from '../read/entity-type';
import type { LiveReader } from '../read/live-result';
import type { Pk } from '../schema/pk';
import type { Gate } from './gate';
import { Row, type Sink } from './row';

/** The row of an entity, kept beside it. */
class FirstRow extends Row implements Held {
  constructor(
    value: unknown,
    arrival: number,
    readonly holder: Feed,
  ) {
    super(value, arrival);
  }
}

/** The rows of one entity class, or of one bucket of an index, on their way into a view. */
export class Feed {
  readonly #changed = new Set<Pk>();

  /**
   * @param channel says which rows change
   * @param gate lets rows into the view
   * @param sink the view
   */
  constructor(
    private readonly reader: LiveReader,
    private readonly type: EntityType,
    private readonly channel: Channel,
    private readonly gate: Gate,
    private readonly sink: Pick<Sink, 'change'>,
  ) {
    channel.collectInto(this.#changed);
    type.followers++;
  }

  /** Gives the view all rows that there are. */
  fill(): void {
    for (const pk of this.channel.keys()) this.#evaluate(pk);
  }

  /** Gives the view what changed since the last time. */
  settle(): void {
    for (const pk of this.#changed) this.#evaluate(pk);
    this.#changed.clear();
  }

  end(): void {
    this.channel.stopCollecting(this.#changed);
    this.type.followers--;
    for (const pks of [this.channel.keys(), this.#changed]) {
      for (const pk of pks) this.type.peek(pk)?.letGo(this);
    }
  }

  #evaluate(pk: Pk): void {
    const { channel, type, sink } = this;
    const before = type.peek(pk)?.heldBy(this) as FirstRow | undefined;
    const slot = channel.has(pk) ? type.table.index.get(pk) : undefined;
    const after = slot === undefined ? undefined : this.#rowOf(pk, slot);
    if (before === undefined && after === undefined) return;
    if (sink.change(before, after)) type.cell(pk).hold(after!);
    else {
      if (before !== undefined) type.cell(pk).letGo(this);
      if (after !== undefined) this.reader.release(type, pk);
    }
  }

  #rowOf(pk: Pk, slot: number): FirstRow | undefined {
    const { table } = this.type;
    if (!this.gate.passes(pk, table.records[slot]!)) {
      this.gate.release(pk);
      return undefined;
    }
    return new FirstRow(this.reader.instance(this.type, pk), table.arrivals[slot], this);
  }
}
