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

/** The rows of a class, or of a bucket of an index. */
export class RowSource implements Source, Feed {
  readonly #table: Table;
  readonly #rank: number;
  readonly #outdated: () => void;
  readonly #tests: readonly Test[];
  readonly #bucket: Bucket | undefined;
  readonly #probe: Probe | undefined;
  /** By key: a row that was deleted and came back is another row. */
  readonly #changed = new Map<Pk, Row>();
  #members: Map<Pk, Member> | undefined;

  /**
   * @param rank orders rows of several classes that have the same arrival number, because the classes share a key; from
   * 0 to less than 1
   * @param outdated called when rows change
   * @param tests the first steps of the view. An instance is created only for a row that passes
   */
  constructor(
    table: Table,
    rank: number,
    outdated: () => void,
    tests: readonly Test[] = [],
    bucket?: Bucket,
  ) {
    this.#table = table;
    this.#rank = rank;
    this.#outdated = outdated;
    this.#tests = tests;
    this.#bucket = bucket;
    this.#probe = table.plan.ownFromJS ? undefined : new Probe(table);
    (bucket ?? table).feeds.add(this);
  }

  load(): boolean {
    return this.#table.isKnown;
  }

  add(row: Row): void {
    this.#changed.set(row.pk, row);
    this.#outdated();
  }

  regroup(): void {
    this.#outdated();
  }

  settle(pipe: Pipe): void {
    const all = (this.#bucket?.rows ?? this.#table.index) as ReadonlyMap<Pk, Row | number>;
    const rows: typeof all = this.#members ? this.#changed : all;
    this.#members ??= new Map();
    rows.forEach((row, pk) => this.#update(pk, row, pipe));
    this.#changed.clear();
  }

  forget(): void {
    this.#members = undefined;
  }

  end(): void {
    (this.#bucket ?? this.#table).feeds.delete(this);
  }

  /** Updates the member of a row. A record that does not pass the tests stays only a record. */
  #update(pk: Pk, known: Row | number, pipe: Pipe): void {
    const table = this.#table;
    const members = this.#members!;
    const isRow = typeof known === 'object';
    if (isRow && known.pk !== pk) return; // Another name of the row.
    const data = isRow ? known.data : (table.rows[known] as Fields | undefined);
    const isIn = data && this.#bucket?.rows.has(pk) !== false && this.#passes(pk, data);
    const before = members.get(pk);
    if (!before && !isIn) return;
    let member: MaybeMember;
    if (isIn) {
      const row = isRow ? known : table.row(pk);
      const isBlind = pipe.sink.isBlind && pipe.works.length === 0;
      member = new Member(isBlind ? undefined : row.read(), row.arrival + this.#rank);
    }
    const after = pipe.pass(before, member);
    if (!after) members.delete(pk);
    else if (after !== before) members.set(pk, after);
  }

  #passes(pk: Pk, data: Fields): boolean {
    const tests = this.#tests;
    if (tests.length === 0) return true;
    const item = this.#probe?.show(pk, data) ?? this.#table.row(pk).read();
    for (let i = 0; i < tests.length; i++) if (!tests[i](item)) return false;
    return true;
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
    const { type, defaults, members } = table.plan;
    const read = (name: string): unknown =>
      type.schema[name] === undefined
        ? ownField(this.#data, name)
        : (table.row(this.#pk).read() as unknown as Fields)[name];
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
  readonly #list: () => readonly unknown[] | undefined;

  /** @param list returns the current list, or `undefined` if it is not known */
  constructor(list: () => readonly unknown[] | undefined) {
    this.#list = list;
  }

  load(): boolean {
    this.#next = this.#list();
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
    /** The members that have not been replaced yet. */
    const left = new Map<unknown, MaybeMember>();
    const drop = (member: MaybeMember): void => {
      if (member) pipe.sink.change(member, undefined);
    };
    for (let i = from; i < to; i++) {
      drop(left.get(this.#items[i])); // The item occurs twice.
      left.set(this.#items[i], this.#members[i]);
    }
    const take = (item: unknown): MaybeMember => {
      const member = left.get(item);
      left.delete(item);
      return member;
    };
    const wanted = new Set(from < to ? incoming : []);
    const nextPlaces = incoming.map((_, i) => (isEven ? places[from + i] : low + step * (i + 1)));
    const members = incoming.map((item, i) => {
      const place = nextPlaces[i];
      if (!left.has(item)) {
        const gone = this.#items[from + i];
        return pipe.pass(
          isEven && !wanted.has(gone) ? take(gone) : undefined,
          new Member(item, place),
        );
      }
      const before = take(item);
      if (!before || before.place === place) return before;
      const after = new Member(before.item, place, before.key);
      pipe.sink.change(before, after);
      return after;
    });
    left.forEach(drop);
    if (isEven) {
      for (let i = from; i < to; i++) this.#members[i] = members[i - from];
      return;
    }
    this.#members = this.#members.slice(0, from).concat(members, this.#members.slice(to));
    this.#places = places.slice(0, from).concat(nextPlaces, places.slice(to));
  }
}
