import type { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import type { AnyEndpoint } from '../requests/endpoint';
import { Marks } from '../retention/marks';
import type { EntityClass, EntityStatics } from '../schema/entity';
import type { Scope } from './take-snapshot';
import { classesIn, reaches } from '../schema/schema-shape';
import { keep } from '../util/plain-data';

/** Selects what a rendered page shows: what was read, with everything that it references. */
export function pageScope(results: Results): Scope {
  const { tables } = results;
  const marks = new Marks(tables);
  marks.begin();
  for (const node of [...results, ...results.recent]) marks.addNode(node);
  for (const table of tables.all) marks.addFed(table);
  while (marks.step());
  return {
    keysOf: (table) => (transferOf(table) === false ? [] : (marks.of.get(table)?.keys() ?? [])),
    concerns: (table) => table.isKnown && table.lists.length + (marks.of.get(table)?.size ?? 0) > 0,
    fieldsOf: (table, record) => {
      const names = transferOf(table);
      if (!names) return record;
      return keep(record, (name) => names.includes(name));
    },
    partOf,
  };
}

/** A response is left out if a class in it is not transferred. If fields are missing, it is stale. */
function partOf({ schema }: AnyEndpoint): 'all' | 'some' | 'none' {
  if (classesIn(schema).some((type) => transferOfClass(type) === false)) return 'none';
  return reaches(schema, (type) => transferOfClass(type) !== undefined) ? 'some' : 'all';
}

function transferOf({ plan, mirrors }: Table): readonly string[] | false | undefined {
  const all = [plan, ...mirrors.map((table) => table.plan)].map(({ type }) =>
    transferOfClass(type),
  );
  return all.find((each) => each !== undefined);
}

function transferOfClass(type: EntityClass): readonly string[] | false | undefined {
  return (type as EntityStatics).transfer;
}
