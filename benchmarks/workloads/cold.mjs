// The work of a page load, done once in a new process. No step is repeated, so no code is warm.
import { Watcher } from '../bench.mjs';
import { Model, sameList } from '../check.mjs';

/** The functions that run the steps. The profile of the first calls finds them by name. */
export const calls = {
  create: 'firstCreate',
  ingest: 'firstIngest',
  subscribe: 'firstSubscribe',
  update: 'firstUpdate',
};

export default {
  title: 'the first time, in a new process',
  steps: Object.keys(calls),
  sizes: [100, 1_000, 10_000],
  /** A process provides only one sample, so many processes are required. */
  rounds: 15,
  run(bench) {
    const { data } = bench;
    const rows = bench.response(JSON.parse(JSON.stringify(data.todos())), 'Todo');
    const model = new Model(data);
    const watcher = new Watcher();
    const patch = { id: data.todoId(1), title: 'New title' };
    let store;
    once(bench, 'create', function firstCreate() {
      store = bench.open();
    });
    once(bench, 'ingest', function firstIngest() {
      store.setTodos(rows);
    });
    if (!bench.canAll(['subscribe', 'update'], 'watchOpen')) return;
    once(bench, 'subscribe', function firstSubscribe() {
      store.watchOpen(watcher.next);
    });
    sameList(watcher.value, model.open());
    model.change(patch);
    once(bench, 'update', function firstUpdate() {
      store.updateTodo(patch);
    });
    sameList(watcher.value, model.open());
  },
};

function once(bench, step, run) {
  const start = process.hrtime.bigint();
  run();
  bench.note(step, Number(process.hrtime.bigint() - start) / 1e3);
}
