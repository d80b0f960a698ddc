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
  let pk: Pk;
  let record: Fields;
  const instance = () => table.row(pk).read()!;
  /** Looks a field up in the row first, and then in the defaults or in the class. */
  const get = (target: object, name: string, self: unknown): unknown => {
    const isStored = type.schema[name] === undefined;
    const own = isStored ? ownField(record, name) : (instance() as unknown as Fields)[name];
    return own === undefined || members.has(name) ? Reflect.get(target, name, self) : own;
  };
  const entity = new type();
  for (const name of Object.keys(defaults)) {
    const how = { get: () => get(defaults, name, defaults), enumerable: true };
    Object.defineProperty(entity, name, how);
  }
  // Fields without default values, accessors and methods. The class must remain in the chain of prototypes.
  const prototype = Object.create(type.prototype) as object;
  Object.setPrototypeOf(entity, new Proxy(prototype, { get: get as never }));

  return (nextPk, nextRecord) => {
    pk = nextPk;
    record = nextRecord;
    if (ownFromJS) return instance();
    setRecord(entity, record);
    return entity;
  };
}
