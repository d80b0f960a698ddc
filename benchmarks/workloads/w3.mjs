// Reads all todos joined with their users: the first time, again, and after one todo has changed.
import { Model, sameList } from '../check.mjs';
import { scattered } from '../data.mjs';

/** This step is measured with only one of the floors. No library can create a new list at a lower cost. */
const COPY = 'a copy of the list';

export default {
  title: 'read all, joined',
  steps: [COPY, 'cold', 'again', 'after one update'],
  run(bench) {
    if (!bench.canAll(this.steps.slice(1), 'readTodos')) return;
    const model = new Model(bench.data);
    let last;
    bench.fresh('cold', {
      prepare: () => bench.filled(),
      run: (store) => store.readTodos(),
      after: (list) => (last = list),
    });
    sameList(last, model.all(), { ordered: false });
    if (bench.adapter.parses) {
      bench.fresh(COPY, { prepare: () => last, run: (list) => list.slice() });
    }

    const store = bench.filled();
    let count = 0;
    const read = () => (last = store.readTodos());
    const check = () => sameList(last, model.all(), { ordered: false });
    read();
    bench.time('again', { run: read, check });
    const update = () => {
      const patch = {
        id: bench.data.todoId(scattered(count, bench.data.n)),
        title: `New ${count++}`,
      };
      model.change(patch);
      store.updateTodo(patch);
    };
    bench.fresh('after one update', { prepare: update, run: read });
    check();
  },
};
