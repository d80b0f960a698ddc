// A live query: the todos that are not completed, ordered by rank and joined with their users.
import { Watcher } from '../bench.mjs';
import { Model, sameList } from '../check.mjs';
import { scattered } from '../data.mjs';

const BATCH = 100;

export default {
  title: 'a live filter, sort and join',
  steps: ['subscribe', 'title', 'move', 'toggle', 'joined user', 'row outside', 'batch of 100'],
  run(bench) {
    if (!bench.canAll(this.steps, 'watchOpen')) return;
    const { n, todoId, userId, userCount } = bench.data;
    const model = new Model(bench.data);
    let first;
    bench.fresh('subscribe', {
      prepare: () => bench.filled(),
      run: (store) => store.watchOpen((value) => (first = value)),
      after: (stop) => stop(),
    });
    sameList(first, model.open());

    const store = bench.filled();
    const watcher = new Watcher();
    store.watchOpen(watcher.next);
    const check = () => sameList(watcher.value, model.open());
    const list = () => watcher.value;
    let count = 0;
    /**
     * Returns the id of a row inside or outside the result. Uses only the first half of the ids, because the step that
     * toggles rows uses the second half.
     */
    const some = (isOpen) => todoId((scattered(count++, n >> 2) << 1) + (isOpen ? 1 : 0));
    const changed = (patch) => {
      model.change(patch);
      return patch;
    };
    const change = (step, prepare, more) =>
      bench.time(step, {
        prepare: () => changed(prepare()),
        run: (patch) => store.updateTodo(patch),
        told: [watcher],
        check,
        list,
        ...more,
      });

    change('title', () => ({ id: some(true), title: `New title ${count}` }));
    change('move', () => ({ id: some(true), rank: scattered(count, n) + count / 2 ** 31 }));
    change('toggle', () => {
      const id = todoId((n >> 1) + scattered(count++, n >> 1));
      return { id, completed: !model.todo(id).completed };
    });
    bench.time('joined user', {
      prepare: () => {
        const patch = { id: userId(scattered(count++, userCount >> 1)), name: `New name ${count}` };
        model.rename(patch);
        return patch;
      },
      run: (patch) => store.updateUser(patch),
      told: [watcher],
      check,
      list,
    });
    change('row outside', () => ({ id: some(false), title: `New title ${count}` }), { needs: 0 });
    bench.time('batch of 100', {
      prepare: () => {
        const at = scattered(count++, n >> 2);
        return Array.from({ length: Math.min(BATCH, n >> 2) }, (_, i) =>
          changed({ id: todoId((((at + i) % (n >> 2)) << 1) + 1), title: `Batch ${count} ${i}` }),
        );
      },
      run: (patches) => store.updateTodos(patches),
      told: [watcher],
      check,
      list,
    });
  },
};
