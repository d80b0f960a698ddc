import type { Bucket } from '../reactive/field-index';
import type { Row } from '../reactive/row';
import type { Feed, Table } from '../reactive/table';
import { type Entity, setRecord } from '../schema/entity';
import type { Plan } from '../schema/plan';
import { type Fields, ownField } from '../util/plain-data';
import { Member } from './sorted';
import { type Pipe, worked } from './step';

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

/** Stands for every counted row. Its item does not matter. */
const COUNTED = /* @__PURE__ */ new Member(undefined, 0);

type Test = (item: unknown) => boolean;

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
    this.#probes = tables.map(({ plan }) => (plan.ownFromJS ? undefined : new Probe(plan)));
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
    let rows: Iterable<Row> = this.#changed;
    if (this.#members === undefined) {
      this.#members = new Map();
      rows = this.bucket?.rows ?? this.tables.flatMap((table) => table.all());
    }
    for (const row of rows) {
      const before = this.#members.get(row);
      const after = this.#memberOf(row, pipe, before);
      if (after === before) continue;
      if (after === undefined) this.#members.delete(row);
      else this.#members.set(row, after);
      pipe.sink.change(before, after);
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

  #memberOf(row: Row, { works, sink }: Pipe, last: Member | undefined): Member | undefined {
    if (row.data === undefined || this.bucket?.rows.has(row) === false) return undefined;
    const at = this.tables.indexOf(row.table);
    if (this.tests.length > 0) {
      const item = this.#probes[at]?.show(row) ?? row.read();
      for (const test of this.tests) if (!test(item)) return undefined;
    }
    if (sink.isBlind && works.length === 0) return COUNTED;
    // Two classes with one key have rows with the same arrival number.
    const place = row.arrival + at / this.tables.length;
    return worked(works, new Member(row.read(), place), last);
  }
}

/**
 * An object that looks like an entity, and shows the fields of one row after another. A test of many rows then needs no
 * instances: an instance is created only if the test reads a relation or a deserialized field.
 */
class Probe {
  readonly #entity: Entity;
  #row!: Row;

  constructor(plan: Plan) {
    const { type, defaults, members } = plan;
    const inside = new Set([...plan.relationNames, ...plan.deserializers.map(([name]) => name)]);
    const read = (name: string): unknown =>
      inside.has(name)
        ? (this.#row.read() as unknown as Fields)[name]
        : ownField(this.#row.data!, name);
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

  show(row: Row): Entity {
    this.#row = row;
    setRecord(this.#entity, row.data!);
    return this.#entity;
  }
}

type MaybeMember = Member | undefined;

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
    const last = this.#items;
    const next = this.#next!;
    if (last === next) return;
    const shorter = Math.min(last.length, next.length);
    let from = 0;
    while (from < shorter && last[from] === next[from]) from++;
    let end = 0;
    while (end < shorter - from && last[last.length - 1 - end] === next[next.length - 1 - end]) {
      end++;
    }
    this.#merge(from, last.length - end, next.slice(from, next.length - end), pipe);
    this.#items = next;
  }

  forget(): void {
    this.#items = this.#places = [];
    this.#members = [];
  }

  end(): void {
    // The list tells the result itself.
  }

  /**
   * Replaces the items between two indexes. An item that was in the list already is not evaluated again. Where one item
   * is gone and another one is new, the new one takes its place.
   */
  #merge(from: number, to: number, incoming: readonly unknown[], { works, sink }: Pipe): void {
    const items = this.#items;
    const [lastMembers, lastPlaces] = [this.#members, this.#places];
    const known = new Map(items.slice(from, to).map((item, i) => [item, lastMembers[from + i]]));
    const wanted = new Set(from < to ? incoming : []);
    const members: MaybeMember[] = [];
    const places: number[] = [];
    let i = from;
    let place = from > 0 ? lastPlaces[from - 1] : -Infinity;
    const pass = (before: MaybeMember, after: MaybeMember): void => {
      if (before !== after) sink.change(before, after);
    };
    for (const item of incoming) {
      const isKnown = known.has(item);
      const isGone = () => i < to && !wanted.has(items[i]);
      while (isKnown && isGone()) pass(lastMembers[i++], undefined);
      const isInPlace = i < to && (items[i] === item || isGone());
      place = isInPlace ? after(place, lastPlaces[i]) : between(place, lastPlaces[i]);
      const before = isInPlace ? lastMembers[i++] : undefined;
      const member = isKnown
        ? moved(items[i - 1] === item && isInPlace ? before : known.get(item), place)
        : worked(works, new Member(item, place), before);
      pass(before, member);
      members.push(member);
      places.push(place);
    }
    while (i < to) pass(lastMembers[i++], undefined);
    for (; i < items.length && lastPlaces[i] <= place; i++) {
      place = after(place, lastPlaces[i]);
      const member = moved(lastMembers[i], place);
      pass(lastMembers[i], member);
      members.push(member);
      places.push(place);
    }
    this.#members = spliced(lastMembers, from, i, members);
    this.#places = spliced(lastPlaces, from, i, places);
  }
}

/** Returns a place if it comes after another one; otherwise one that does. */
function after(last: number, place: number): number {
  return place > last ? place : last + 1;
}

/** Returns a place between two others. */
function between(last: number, next: number | undefined): number {
  if (last === -Infinity) return next === undefined ? 0 : next - 1;
  return after(last, next === undefined ? last + 1 : (last + next) / 2);
}

/** Returns a member with another place, if the place is another one. */
function moved(member: MaybeMember, place: number): MaybeMember {
  return member === undefined || member.place === place
    ? member
    : new Member(member.item, place, member.key);
}

function spliced<T>(list: T[], from: number, to: number, items: readonly T[]): T[] {
  if (items.length !== to - from) return list.slice(0, from).concat(items, list.slice(to));
  for (let i = 0; i < items.length; i++) list[from + i] = items[i];
  return list;
}
