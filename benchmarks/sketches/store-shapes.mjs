// The measured sketch for docs/decisions/0001: how should an entity table store its rows?
// Run: node benchmarks/sketches/store-shapes.mjs
//
//   floor    only a Map of copied rows: the minimum that every design requires
//   copied   one plain object per table, copied for each write (as in the system on which the design is based)
//   rows     a Map from pk to a Row object that holds record, order and arrival
//   columns  a Map from pk to a slot, with records, order and arrival in parallel arrays
//
// Each design is measured with these tasks: ingest N rows, overwrite one of N rows, delete a row and restore it at its
// position, list all rows. The retained heap per row is measured too. Each design runs in its own process for each N,
// so that it does not inherit the heap or the compiled code of another design. The heap is measured first: before and
// after the store is filled, each time after garbage collections. The store is kept until the second measurement.
import { execFileSync } from 'node:child_process';

const now = () => Number(process.hrtime.bigint());
const median = (xs) => [...xs].sort((a, b) => a - b)[xs.length >> 1];

const make = (n, ids) =>
  Array.from({ length: n }, (_, i) => ({
    id: ids === 'int' ? i + 1 : `u${i + 1}`,
    name: `Name ${i}`,
    email: `n${i}@example.com`,
    isAdmin: i % 7 === 0,
    teamId: i % 40,
    age: 20 + (i % 50),
  }));

const floor = () => {
  const map = new Map();
  return {
    put: (pk, row) => map.set(pk, { ...row }),
    list: () => [...map.values()],
    removeAndRestore(pk) {
      const row = map.get(pk); // a Map cannot restore the position, so it must be rebuilt
      const entries = [...map];
      map.delete(pk);
      map.clear();
      for (const [k, v] of entries) map.set(k, v);
      return row;
    },
    hold: () => map,
  };
};

const copied = () => {
  let table = {};
  return {
    ingest(rows) {
      table = { ...table };
      for (const row of rows) table[row.id] = { ...row };
    },
    put: (pk, row) => (table = { ...table, [pk]: { ...row } }),
    list: () => Object.values(table),
    removeAndRestore(pk) {
      const before = table;
      const { [pk]: _, ...rest } = table;
      table = rest;
      table = before;
    },
    hold: () => table,
  };
};

class Row {
  constructor(pk, record, order, arrival) {
    this.pk = pk;
    this.record = record;
    this.order = order;
    this.arrival = arrival;
    this.cell = undefined;
  }
}
const rowsDesign = () => {
  const map = new Map();
  let arrivals = 0;
  return {
    put(pk, record) {
      const row = map.get(pk);
      if (row === undefined) map.set(pk, new Row(pk, { ...record }, 1, ++arrivals));
      else {
        row.record = { ...record };
        row.order++;
      }
    },
    list() {
      const out = [];
      for (const row of map.values()) if (row.record) out.push(row.record);
      return out;
    },
    removeAndRestore(pk) {
      const row = map.get(pk); // the row stays in the Map as a tombstone, so its position is kept
      const record = row.record;
      row.record = undefined;
      row.record = record;
    },
    hold: () => map,
  };
};

const columns = () => {
  const index = new Map();
  const records = [];
  const orders = [];
  const arrivals = [];
  let arrived = 0;
  return {
    put(pk, record) {
      const slot = index.get(pk);
      if (slot === undefined) {
        index.set(pk, records.length);
        records.push({ ...record });
        orders.push(1);
        arrivals.push(++arrived);
      } else {
        records[slot] = { ...record };
        orders[slot]++;
      }
    },
    list() {
      const out = [];
      for (const record of records) if (record !== undefined) out.push(record);
      return out;
    },
    removeAndRestore(pk) {
      const slot = index.get(pk);
      const record = records[slot];
      records[slot] = undefined;
      index.delete(pk);
      records[slot] = record;
      index.set(pk, slot);
    },
    hold: () => [index, records, orders, arrivals],
  };
};

const designs = { floor, copied, rows: rowsDesign, columns };
const [name, ids, size] = process.argv.slice(2);
if (name === undefined) compare();
else console.log(JSON.stringify(measure(designs[name], ids, Number(size))));

/** Runs each design in its own process, and prints tables. */
function compare() {
  console.log(`node ${process.version}, medians; us unless said`);
  for (const keys of ['int', 'string']) {
    for (const n of [1_000, 10_000, 100_000]) {
      const rows = Object.keys(designs).map((design) => {
        const args = ['--expose-gc', import.meta.filename, design, keys, String(n)];
        const line = execFileSync(process.execPath, args, { encoding: 'utf8' });
        return { design, ids: keys, n, ...JSON.parse(line) };
      });
      console.table(rows);
    }
  }
}

function measure(design, keys, n) {
  const payload = make(n, keys);
  const bytes = bytesPerRow(design, payload);

  const ingest = [];
  let store;
  for (let i = 0; i < (n === 100_000 ? 7 : 25); i++) {
    store = design();
    const start = now();
    fill(store, payload);
    ingest.push((now() - start) / 1e3);
  }
  const timed = (times, run) => {
    const out = [];
    for (let i = 0; i < times; i++) {
      const start = now();
      for (let k = 0; k < 8; k++) run(payload[(Math.imul(i * 8 + k, 2_654_435_761) >>> 0) % n]);
      out.push((now() - start) / 8e3);
    }
    return median(out);
  };
  const copies = design === copied;
  const write = timed(copies ? 9 : 2_000, (row) => store.put(row.id, row));
  const undo = timed(copies || design === floor ? 9 : 2_000, (row) =>
    store.removeAndRestore(row.id),
  );
  const list = timed(n === 100_000 ? 15 : 100, () => store.list());
  return {
    ingest: Math.round(median(ingest)),
    write: +write.toFixed(2),
    'delete+undo': +undo.toFixed(2),
    list: +list.toFixed(1),
    'bytes/row': bytes,
  };
}

/** Returns the number of bytes that the store retains per row. This includes the records and their overhead. */
function bytesPerRow(design, payload) {
  const before = heap();
  const store = design();
  fill(store, payload);
  const bytes = Math.round((heap() - before) / payload.length);
  if (store.hold() === undefined) throw new Error('The store no longer exists.');
  return bytes;
}

function fill(store, payload) {
  if (store.ingest) store.ingest(payload);
  else for (const row of payload) store.put(row.id, row);
}

function heap() {
  for (let i = 0; i < 3; i++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}
