// Retained heap per row: todos and a tenth as many users.
import { same } from '../check.mjs';

export default {
  title: 'retained heap, bytes per row',
  unit: 'bytes',
  steps: ['idle', 'with a live query', 'after a full read', 'after everybody left'],
  async run(bench) {
    if (!bench.canAll(this.steps, 'setTodos')) return;
    const { data } = bench;
    const warm = bench.open(); // what is compiled and cached is not what is retained
    warm.setTodos(bench.response([data.todo(0)], 'Todo'));
    warm.readTodos();
    warm.watchOpen(() => {})();
    const text = JSON.stringify(data.todos());
    const before = await heap();
    const store = bench.open();
    store.setTodos(bench.response(JSON.parse(text), 'Todo'));
    const rows = data.n + data.userCount;
    const note = async (step) => bench.note(step, ((await heap()) - before) / rows);
    await note('idle');
    const held = {};
    const stop = store.watchOpen((value) => (held.shown = value));
    await note('with a live query');
    held.all = store.readTodos();
    await note('after a full read');
    stop();
    same(held.all.length, data.n, 'the number of rows');
    same(held.shown.length, data.n / 2, 'the length of the live list');
    held.all = held.shown = undefined;
    store.sweep?.();
    await note('after everybody left');
    store.updateTodo({ id: data.todoId(0), title: `${text.length}` }); // keeps both alive until here
  },
};

async function heap() {
  for (let i = 0; i < 4; i++) {
    await new Promise((done) => setImmediate(done));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}
