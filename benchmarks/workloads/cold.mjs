// What a page load does, once, in a new process: no step is repeated, so no code is warm.
import { Watcher } from '../bench.mjs';
import { Model, sameList } from '../check.mjs';

export default {
  title: 'the first time, in a new process',
  steps: ['create', 'ingest', 'subscribe', 'update'],
  sizes: [100, 1_000, 10_000],
  /** A process gives one sample, so there must be many processes. */
  rounds: 15,
  run(bench) {
    const { data } = bench;
    const rows = bench.response(JSON.parse(JSON.stringify(data.todos())), 'Todo');
    const model = new Model(data);
    const watcher = new Watcher();
    const patch = { id: data.todoId(1), title: 'New title' };
    let store;
    once(bench, 'create', () => (store = bench.open()));
    once(bench, 'ingest', () => store.setTodos(rows));
    if (!bench.canAll(['subscribe', 'update'], 'watchOpen')) return;
    once(bench, 'subscribe', () => store.watchOpen(watcher.next));
    sameList(watcher.value, model.open());
    model.change(patch);
    once(bench, 'update', () => store.updateTodo(patch));
    sameList(watcher.value, model.open());
  },
};

function once(bench, step, run) {
  const start = process.hrtime.bigint();
  run();
  bench.note(step, Number(process.hrtime.bigint() - start) / 1e3);
}
