// A live count of all rows.
import { Watcher } from '../bench.mjs';
import { Model, same } from '../check.mjs';

export default {
  title: 'a live count',
  steps: ['insert', 'delete'],
  run(bench) {
    if (!bench.canAll(this.steps, 'watchCount')) return;
    const { n, todo } = bench.data;
    const model = new Model(bench.data);
    const store = bench.filled();
    const watcher = new Watcher();
    store.watchCount(watcher.next);
    const check = () => same(watcher.value, model.openCount(), 'the count');
    const inserted = [];
    let count = 0;
    const insert = () => {
      const row = { ...todo(n + count), completed: false, user: todo(count % n).user };
      count++;
      model.insert(row);
      inserted.push(row.id);
      return row;
    };
    bench.time('insert', {
      prepare: insert,
      run: (row) => store.insertTodo(row),
      told: [watcher],
      check,
    });
    bench.time('delete', {
      prepare: () => {
        if (inserted.length === 0) {
          store.insertTodo(insert());
          watcher.calls--;
        }
        const id = inserted.pop();
        model.delete(id);
        return id;
      },
      run: (id) => store.deleteTodo(id),
      told: [watcher],
      check,
    });
  },
};
