// Ingest: writes a parsed REST response to an empty store.
import { sameList } from '../check.mjs';

const payloads = {
  users: { operation: 'setUsers', type: 'User', read: 'readUsers', joined: false },
  todos: { operation: 'setTodos', type: 'Todo', read: 'readTodos', joined: true },
  'three levels': {
    operation: 'setProjects',
    type: 'Project',
    read: 'readIssues',
    joined: true,
    of: 'projects',
  },
  // A date string becomes a Date. Some libraries convert it when they write, and others when they read.
  'todos with a date': {
    operation: 'setDatedTodos',
    type: 'Todo',
    read: 'readDatedTodos',
    joined: true,
    of: 'todos',
  },
  'todos with a date, and read them': {
    operation: 'setDatedTodos',
    type: 'Todo',
    read: 'readDatedTodos',
    joined: true,
    of: 'todos',
    reads: true,
  },
};

/** This step is measured with only one of the floors. */
const PARSE = 'JSON.parse of the todos';

export default {
  title: 'ingest a parsed response into an empty store',
  steps: [PARSE, ...Object.keys(payloads)],
  run(bench) {
    if (bench.adapter.parses) parse(bench);
    for (const [step, payload] of Object.entries(payloads)) ingest(bench, step, payload);
  },
};

function ingest(bench, step, { operation, read, type, joined, of = step, reads = false }) {
  if (!bench.can(step, operation)) return;
  if (!(operation in bench.open())) {
    bench.tell({ step, why: 'not compared in this step' });
    return;
  }
  const text = JSON.stringify(bench.data[of]());
  const wanted = JSON.parse(text).flatMap((row) => row.issues ?? row);
  const named = wanted.map((row) => ({ ...row, title: row.title ?? row.name }));
  let kept;
  bench.fresh(step, {
    prepare: () => ({ store: bench.open(), rows: bench.response(JSON.parse(text), type) }),
    run: ({ store, rows }) => {
      store[operation](rows);
      if (reads) store[read]();
    },
    after: (_, { store }) => (kept = store),
  });
  const all = kept[read]();
  if (operation === 'setDatedTodos' && !(all[0].createdAt instanceof Date)) {
    throw new Error(`${step}: there is no Date, but ${String(all[0].createdAt)}`);
  }
  const got = all.map(({ id, title, name, user }) => ({ id, title: title ?? name, user }));
  sameList(got, named, { joined, ordered: false });
}

function parse(bench) {
  const text = JSON.stringify(bench.data.todos());
  bench.fresh(PARSE, { prepare: () => text, run: JSON.parse });
}
