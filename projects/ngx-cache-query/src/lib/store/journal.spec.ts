import { Journal } from './journal';
import { Table } from './table';
import { include } from './undo-log';

/** Returns a table with two rows, and a journal that has no steps yet. */
function setUp() {
  const table = new Table('Task');
  table.append('a', { id: 'a' }, 1, 1);
  table.append('b', { id: 'b' }, 2, 2);
  return { table, journal: new Journal() };
}

/** Replaces the record of row `a`, like a transaction. */
function replace(table: Table, journal: Journal, after: { id: string; title?: string }) {
  const before = table.records[0];
  table.records[0] = after;
  const change = { table, pk: 'a', from: 0, to: 0, before, after, order: table.writeOrders[0] };
  journal.row(change, false);
}

describe('W6 the journal of a transaction', () => {
  it('undoes steps of all kinds, the last one first', () => {
    const { table, journal } = setUp();
    const map = new Map([['x', 1]]);
    const set = new Set(['x']);
    const target = { name: 'before' };
    const start = journal.mark();
    journal.setIn(map, 'x', 2);
    journal.setIn(map, 'x', undefined);
    include(journal, set, false, 'x');
    include(journal, set, true, 'y');
    journal.assign(target, 'name', 'after');
    replace(table, journal, { id: 'a', title: 'new' });
    journal.undoTo(start);
    expect([...map]).toEqual([['x', 1]]);
    expect([...set]).toEqual(['x']);
    expect(target.name).toBe('before');
    expect(table.get('a')).toEqual({ id: 'a' });
    expect(journal.isEmpty).toBe(true);
  });

  it('undoes only the steps after a position', () => {
    const { table, journal } = setUp();
    replace(table, journal, { id: 'a', title: 'one' });
    const middle = journal.mark();
    replace(table, journal, { id: 'a', title: 'two' });
    journal.undoTo(middle);
    expect(table.get('a')).toEqual({ id: 'a', title: 'one' });
  });

  it('gives back the slot of a row that was appended last', () => {
    const { table, journal } = setUp();
    const start = journal.mark();
    const after = { id: 'c' };
    const to = table.append('c', after, 3, 3);
    journal.row({ table, pk: 'c', from: -1, to, before: undefined, after, order: 0 }, false);
    journal.undoTo(start);
    expect([table.size, table.records.length]).toEqual([2, 2]);
  });

  it('sums up a batch to one change per row, without rows that end as they began', () => {
    const { table, journal } = setUp();
    const first = table.records[0];
    journal.beginBatch();
    replace(table, journal, { id: 'a', title: 'one' });
    replace(table, journal, { id: 'a', title: 'two' });
    const [change, ...others] = journal.sum().rows;
    expect(others).toEqual([]);
    expect([change.before, change.after]).toEqual([{ id: 'a' }, { id: 'a', title: 'two' }]);
    replace(table, journal, { id: 'a' });
    expect(journal.sum().rows).toEqual([]);
    expect(table.records[0]).toBe(first);
  });

  it('reports a table whose knowledge changed, once', () => {
    const { table, journal } = setUp();
    journal.know(table, 'known');
    journal.know(table, 'known');
    expect(journal.sum().knowledge).toEqual([table]);
    journal.know(table, 'unknown');
    expect(journal.sum().knowledge).toEqual([]);
  });
});
