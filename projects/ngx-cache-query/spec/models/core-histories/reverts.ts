import type { History } from './history';
import { type ClassName, classShapes, type TableName } from './shapes';
import { inAll, remove, setEntity } from './writes';

/**
 * Changes something in an open batch and changes it back. Together, the writes change nothing.
 *
 * @param between runs before the second write
 */
export function revert(history: History, between: () => void): void {
  const { random } = history;
  const name = random.pick<TableName>(['User', 'Post', 'Group', 'Cat', 'Tag']);
  const change = random.pick([addAndRemove, removeAndAdd, setAndSetBack]);
  change(history, name, () => random.chance(0.5) && between());
}

type Revert = (history: History, name: TableName, between: () => void) => void;

const addAndRemove: Revert = (history, name, between) => {
  const { rows } = history.state.tables[name];
  const key = history.inputs.sizes.keys[name] + 1;
  if (rows.has(key)) return;
  inAll(history, setEntity(history, name, { id: key }));
  between();
  inAll(history, remove(history, name, key));
};

/** The last row of a table stays the last one. */
const removeAndAdd: Revert = (history, name, between) => {
  const last = [...history.state.tables[name].rows].at(-1);
  if (last === undefined) return;
  const [key, { fields }] = last;
  if (!Object.keys(fields).every((field) => isSimple(name, field))) return;
  inAll(history, remove(history, name, key));
  between();
  inAll(history, setEntity(history, name, fields));
};

const setAndSetBack: Revert = (history, name, between) => {
  const { inputs, random, state } = history;
  const rows = [...state.tables[name].rows.values()];
  if (rows.length === 0) return;
  const { id, kind, ...fields } = random.pick(rows).fields;
  const names = Object.keys(fields).filter((field) => isSimple(name, field));
  if (names.length === 0) return;
  const field = random.pick(names);
  const { data, schema } = classShapes[name];
  const other = Object.hasOwn(schema, field)
    ? inputs.value(schema[field], SIMPLE)
    : structuredClone(random.pick(data[field]));
  inAll(history, setEntity(history, name, { id, ...(kind ? { kind } : {}), [field]: other }));
  between();
  inAll(history, setEntity(history, name, { id, [field]: fields[field] }));
};

/** At this depth, relations are keys. */
const SIMPLE = 3;

/** Whether the stored value of a field can be written again. */
function isSimple(name: ClassName, field: string): boolean {
  const shape = classShapes[name].schema[field];
  if (shape === undefined || shape.kind === 'one' || shape.kind === 'date') return true;
  return shape.kind === 'list' && shape.of.kind === 'one';
}
