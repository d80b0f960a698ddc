// The measured sketch behind docs/decisions/0001: which shape should an entity table have?
// Run: node --expose-gc benchmarks/sketches/store-shapes.mjs
//
//   floor    a Map of copied rows, nothing else: the least that anybody must do
//   copied   one plain object per table, copied at each write (as in the system that we learn from)
//   rows     a Map from pk to a Row object that holds record, order and arrival
//   columns  a Map from pk to a slot; records, order and arrival in arrays beside each other
//
// Timed for each: ingest N rows; overwrite one of N; delete and put back in place; list all; bytes per row.

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
      const row = map.get(pk); // a Map cannot restore the place: rebuild it
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
      const row = map.get(pk); // the row stays in the Map as a tombstone, so its place is kept
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
const heap = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

console.log(`node ${process.version}, medians; us unless said`);
for (const ids of ['int', 'string']) {
  for (const n of [1_000, 10_000, 100_000]) {
    const payload = make(n, ids);
    const table = [];
    for (const [name, design] of Object.entries(designs)) {
      const rounds = n === 100_000 ? 5 : 15;
      const ingest = [];
      let store;
      for (let i = 0; i < rounds; i++) {
        store = design();
        const t = now();
        if (store.ingest) store.ingest(payload);
        else for (const row of payload) store.put(row.id, row);
        ingest.push((now() - t) / 1e3);
      }
      const timed = (times, fn) => {
        const out = [];
        for (let i = 0; i < times; i++) {
          const t = now();
          for (let k = 0; k < 8; k++) fn(payload[(i * 8 + k) % n]);
          out.push((now() - t) / 8e3);
        }
        return median(out);
      };
      const slow = name === 'copied' ? 6 : 60;
      const write = timed(slow, (row) => store.put(row.id, row));
      const undo = timed(name === 'floor' || name === 'copied' ? 4 : 60, (row) =>
        store.removeAndRestore(row.id),
      );
      const list = timed(10, () => store.list());
      store = undefined;
      const before = heap();
      store = design();
      if (store.ingest) store.ingest(payload);
      else for (const row of payload) store.put(row.id, row);
      const bytes = Math.round((heap() - before) / n);
      store.hold();
      table.push({
        design: name,
        ids,
        n,
        ingest: +median(ingest).toFixed(0),
        write: +write.toFixed(2),
        'delete+undo': +undo.toFixed(2),
        list: +list.toFixed(1),
        'bytes/row': bytes,
      });
    }
    console.table(table);
  }
}
