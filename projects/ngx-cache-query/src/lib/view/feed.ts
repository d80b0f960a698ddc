import type { EntityType } from '../read/entity-type';
import type { Bucket } from '../read/field-index';
import type { LiveReader } from '../read/live-result';
import { Probe } from '../read/probe';
import type { Entity } from '../schema/entity';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { Row, type Sink } from './row';

/** Says of an entity whether a view begins with it. */
export type Test = (entity: unknown) => boolean;

/** The rows of one entity class, or of one bucket of an index, on their way into a view. */
export class Feed {
  /** The row of each entity of which the view makes something. */
  readonly #rows = new Map<Pk, Row>();
  readonly #changed = new Set<Pk>();
  readonly #probe: Probe | undefined;
  /** The row that is evaluated now. */
  #pk: Pk = '';

  /**
   * @param channel says which rows change
   * @param tests what lets an entity into the view; asked before anything is made of its row
   * @param sink the view
   */
  constructor(
    private readonly reader: LiveReader,
    private readonly type: EntityType,
    private readonly channel: EntityType | Bucket,
    private readonly tests: readonly Test[],
    private readonly sink: Pick<Sink, 'change'>,
  ) {
    if (tests.length > 0 && !type.plan.ownFromJS) this.#probe = new Probe(type.plan, this.#make);
    channel.collectInto(this.#changed);
    type.followers++;
  }

  /** Gives the view all rows that there are. */
  fill(pks: Iterable<Pk>): void {
    for (const pk of pks) this.#evaluate(pk);
  }

  /** Gives the view what changed since the last time. */
  settle(): void {
    for (const pk of this.#changed) this.#evaluate(pk);
    this.#changed.clear();
  }

  end(): void {
    this.channel.stopCollecting(this.#changed);
    this.type.followers--;
    for (const pk of this.#rows.keys()) this.reader.hold(this.type, pk, -1);
  }

  #evaluate(pk: Pk): void {
    const { type, sink } = this;
    const before = this.#rows.get(pk);
    const slot = this.#slotOf(pk);
    const after = slot === undefined ? undefined : this.#rowOf(pk, slot);
    if (before === undefined && after === undefined) return;
    if (sink.change(before, after)) {
      if (before === undefined) this.reader.hold(type, pk, 1);
      this.#rows.set(pk, after!);
    } else {
      if (this.#rows.delete(pk)) this.reader.hold(type, pk, -1);
      if (after !== undefined) this.reader.release(type, pk);
    }
  }

  #rowOf(pk: Pk, slot: number): Row | undefined {
    const { table } = this.type;
    this.#pk = pk;
    if (this.#passes(table.records[slot]!)) return new Row(this.#make(), table.arrivals[slot]);
    if (this.#probe?.isMade !== false) this.reader.release(this.type, pk);
    return undefined;
  }

  readonly #make = (): Entity => this.reader.instance(this.type, this.#pk)!;

  #passes(row: Fields): boolean {
    if (this.tests.length === 0) return true;
    const entity = this.#probe?.show(row) ?? this.#make();
    for (const test of this.tests) if (!test(entity)) return false;
    return true;
  }

  #slotOf(pk: Pk): number | undefined {
    const { channel, type } = this;
    return channel === type || (channel as Bucket).pks.has(pk)
      ? type.table.index.get(pk)
      : undefined;
  }
}
