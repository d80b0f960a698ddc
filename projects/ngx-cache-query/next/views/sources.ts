import type { Bucket } from '../reactive/field-index';
import type { Row } from '../reactive/row';
import type { Feed, Table } from '../reactive/table';
import { type Entity, setRecord } from '../schema/entity';
import type { Pk } from '../schema/pk';
import { type Fields, ownField } from '../util/plain-data';
import { difference } from './difference';
import { Member } from './sorted';
import type { Pipe } from './step';

/** The items of a view, and their changes. */
export interface Source {
  /** Returns whether the items are known. Called before {@link settle}. */
  load(): boolean;
  /** Passes the changes since the last call. The first time, and after {@link forget}, passes all items. */
  settle(pipe: Pipe): void;
  /** The pipe was dropped. */
  forget(): void;
  end(): void;
}

type MaybeMember = Member | undefined;

export type Test = (item: unknown) => boolean;

/** The rows of one or more classes, or of a bucket of an index. */
export class RowSource implements Source, Feed {
  readonly #changed = new Set<Row>();
  readonly #probes: readonly (Probe | undefined)[];
  #members: Map<Row, Member> | undefined;

  /**
   * @param tests the first steps of the view. An instance is created only for a row that passes
   * @param outdated called when rows change
   */
  constructor(
    private readonly tables: readonly Table[],
    private readonly outdated: () => void,
    private readonly tests: readonly Test[] = [],
    private readonly bucket?: Bucket,
  ) {
    this.#probes = tables.map((table) => (table.plan.ownFromJS ? undefined : new Probe(table)));
    for (const feeds of this.#feeds()) feeds.add(this);
  }

  load(): boolean {
    return this.tables.some(({ isKnown }) => isKnown);
  }

  add(row: Row): void {
    this.#changed.add(row);
    this.outdated();
  }

  regroup(): void {
    this.outdated();
  }

  settle(pipe: Pipe): void {
    if (this.#members !== undefined) {
      for (const row of this.#changed)
        this.#update(row.pk, row, this.tables.indexOf(row.table), pipe);
    } else {
      this.#members = new Map();
      const { tables, bucket } = this;
      if (bucket) for (const row of bucket.rows) this.#update(row.pk, row, 0, pipe);
      else
        tables.forEach(({ index }, at) => {
          for (const [pk, known] of index) this.#update(pk, known, at, pipe);
        });
    }
    this.#changed.clear();
  }

  forget(): void {
    this.#members = undefined;
  }

  end(): void {
    for (const feeds of this.#feeds()) feeds.delete(this);
  }

  #feeds(): readonly Set<Feed>[] {
    return this.bucket ? [this.bucket.feeds] : this.tables.map(({ feeds }) => feeds);
  }

  /** Updates the member of a row. A record that does not pass the tests stays only a record. */
  #update(pk: Pk, known: Row | number, at: number, pipe: Pipe): void {
    const table = this.tables[at];
    const isRow = typeof known === 'object';
    const data = isRow ? known.data : (table.rows[table.place(known)] as Fields | undefined);
    const members = this.#members!;
    const before = isRow ? members.get(known) : undefined;
    const isIn =
      data && this.bucket?.rows.has(known as Row) !== false && this.#passes(at, pk, data);
    if (!before && !isIn) return;
    const row = isRow ? known : table.row(pk);
    let member: MaybeMember;
    if (isIn) {
      const isBlind = pipe.sink.isBlind && pipe.works.length === 0;
      // Two classes with one key have rows with the same arrival number.
      const place = row.arrival + at / this.tables.length;
      member = new Member(isBlind ? undefined : row.read(), place);
    }
    const after = pipe.pass(before, member);
    if (!after) members.delete(row);
    else if (after !== before) members.set(row, after);
  }

  #passes(at: number, pk: Pk, data: Fields): boolean {
    const { tests } = this;
    if (tests.length === 0) return true;
    const item = this.#probes[at]?.show(pk, data) ?? this.tables[at].row(pk).read();
    return tests.every((test) => test(item));
  }
}

/**
 * An object that looks like an entity, and shows the fields of one row after another. A test of many rows then needs no
 * instances: an instance is created only if the test reads a relation or a deserialized field.
 */
class Probe {
  readonly #entity: Entity;
  #pk: Pk = '';
  #data: Fields = {};

  constructor(table: Table) {
    const { plan } = table;
    const { type, defaults, members } = plan;
    const inside = new Set([...plan.relationNames, ...plan.deserializers.map(([name]) => name)]);
    const read = (name: string): unknown =>
      inside.has(name)
        ? (table.row(this.#pk).read() as unknown as Fields)[name]
        : ownField(this.#data, name);
    this.#entity = new type();
    for (const name of Object.keys(defaults)) {
      const get = () => {
        const own = read(name);
        return own === undefined ? defaults[name] : own;
      };
      Object.defineProperty(this.#entity, name, { get, enumerable: true });
    }
    // A field without a default value is looked up in the row first, and then in the class.
    const get = (target: object, name: string | symbol, self: unknown): unknown => {
      const own = typeof name === 'symbol' || members.has(name) ? undefined : read(name);
      return own === undefined ? Reflect.get(target, name, self) : own;
    };
    const prototype = new Proxy(Object.create(type.prototype) as object, { get });
    Object.setPrototypeOf(this.#entity, prototype);
  }

  show(pk: Pk, data: Fields): Entity {
    this.#pk = pk;
    this.#data = data;
    setRecord(this.#entity, data);
    return this.#entity;
  }
}

/** A list as the source of a view. Only items that differ from those of the last list are processed. */
export class ListSource implements Source {
  /** The items that were passed, in the order of the list. */
  #items: readonly unknown[] = [];
  /** The places of the items: ascending numbers with gaps, so that an insertion moves no other item. */
  #places: number[] = [];
  #members: MaybeMember[] = [];
  #next: readonly unknown[] | undefined;

  /** @param list returns the current list, or `undefined` if it is not known */
  constructor(private readonly list: () => readonly unknown[] | undefined) {}

  load(): boolean {
    this.#next = this.list();
    return this.#next !== undefined;
  }

  settle(pipe: Pipe): void {
    if (this.#next === this.#items) return;
    this.#replace(...difference(this.#items, this.#next!), pipe);
    this.#items = this.#next!;
  }

  forget(): void {
    this.#items = this.#places = [];
    this.#members = [];
  }

  end(): void {
    // The list tells the result itself.
  }

  /** Replaces the items from `from` to `to`. An item that was in the list already is not evaluated again. */
  #replace(from: number, to: number, nextTo: number, pipe: Pipe): void {
    const incoming = this.#next!.slice(from, nextTo);
    const places = this.#places;
    const count = incoming.length;
    const isEven = nextTo === to;
    const low = from > 0 ? places[from - 1] : (to < places.length ? places[to] : 0) - count - 1;
    const high = to < places.length ? places[to] : low + count + 1;
    const step = (high - low) / (count + 1);
    // No room is left between two places, so all items get new ones.
    if (step < 1e-6) return this.#replace(0, places.length, this.#next!.length, pipe);
    const outgoing = this.#members.slice(from, to);
    const known = new Map(this.#items.slice(from, to).map((item, i) => [item, outgoing[i]]));
    const nextPlaces = incoming.map((_, i) => (isEven ? places[from + i] : low + step * (i + 1)));
    const members = incoming.map((item, i) => {
      const place = nextPlaces[i];
      const before = isEven ? outgoing[i] : undefined;
      if (isEven && this.#items[from + i] === item) return before;
      if (!known.has(item)) return pipe.pass(before, new Member(item, place));
      const same = known.get(item);
      const member = same && new Member(same.item, place, same.key);
      if (before !== member) pipe.sink.change(before, member);
      return member;
    });
    if (!isEven) {
      for (const member of outgoing) if (member) pipe.sink.change(member, undefined);
    }
    this.#members = this.#members.slice(0, from).concat(members, this.#members.slice(to));
    this.#places = places.slice(0, from).concat(nextPlaces, places.slice(to));
  }
}
