// Retained heap per row. The data contains todos, and a tenth as many users.
import { same } from '../check.mjs';

export default {
  title: 'retained heap, bytes per row',
  unit: 'bytes',
  steps: ['idle', 'with a live query', 'after a full read', 'after unsubscribing'],
  async run(bench) {
    if (!bench.canAll(this.steps, 'setTodos')) return;
    const todos = bench.data.todos();
    await retained(bench, todos.slice(0, 2), () => {}); // warms up, because compiled code must not count
    await retained(bench, todos, (step, bytes) => bench.note(step, bytes));
  },
};

async function retained(bench, todos, note) {
  const text = JSON.stringify(todos);
  const rows = todos.length + new Set(todos.map(({ user }) => user.id)).size;
  const before = await heap();
  const perRow = async () => ((await heap()) - before) / rows;
  const store = bench.open();
  store.setTodos(bench.response(JSON.parse(text), 'Todo'));
  note('idle', await perRow());
  const held = {};
  const stop = store.watchOpen((value) => (held.shown = value));
  note('with a live query', await perRow());
  held.all = store.readTodos();
  note('after a full read', await perRow());
  stop();
  same(held.all.length, todos.length, 'the number of rows');
  same(held.shown.length, todos.length / 2, 'the length of the live list');
  held.all = held.shown = undefined;
  store.sweep?.();
  note('after unsubscribing', await perRow());
  store.updateTodo({ id: todos[0].id, title: `${text.length}` }); // keeps the store and the text alive until here
}

async function heap() {
  for (let i = 0; i < 4; i++) {
    await new Promise((done) => setImmediate(done));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}
