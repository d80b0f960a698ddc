import type { Table } from '../reactive/table';
import { type Entity, setRecord } from '../schema/entity';
import type { Pk } from '../schema/pk';
import { type Fields, ownField } from '../util/plain-data';

/**
 * Returns a function that shows a row as an entity, for a test. A test of many rows then needs no instances: all rows
 * are shown by the same object. An instance is created only if the test reads a relation or a deserialized field, or if
 * the class overrides `fromJS`.
 */
export function probe(table: Table): (pk: Pk, data: Fields) => Entity {
  const { type, defaults, members, ownFromJS } = table.plan;
  let shown: Pk;
  let record: Fields;
  const instance = () => table.row(shown).read()!;
  const read = (name: string): unknown => {
    const own =
      type.schema[name] === undefined
        ? ownField(record, name)
        : (instance() as unknown as Fields)[name];
    return own === undefined ? defaults[name] : own;
  };
  const entity = new type();
  for (const name of Object.keys(defaults)) {
    Object.defineProperty(entity, name, { get: () => read(name), enumerable: true });
  }
  // A field without a default value is looked up in the row first, and then in the class.
  const get = (target: object, name: string | symbol, self: unknown): unknown => {
    const own = typeof name === 'symbol' || members.has(name) ? undefined : read(name);
    return own === undefined ? Reflect.get(target, name, self) : own;
  };
  Object.setPrototypeOf(entity, new Proxy(Object.create(type.prototype) as object, { get }));

  return (pk, data) => {
    shown = pk;
    record = data;
    if (ownFromJS) return instance();
    setRecord(entity, data);
    return entity;
  };
}
