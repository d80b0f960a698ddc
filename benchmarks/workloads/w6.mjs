// One query with many watchers, each of which uses a different argument. Each changed row is in only one of the lists.
import { Watcher } from '../bench.mjs';
import { Model, sameList } from '../check.mjs';
import { BOARDS, scattered } from '../data.mjs';

export default {
  title: 'one query with many arguments',
  steps: ['20 arguments', '200 arguments'],
  run(bench) {
    for (const step of this.steps) if (bench.can(step, 'watchBy')) watch(bench, step);
  },
};

function watch(bench, step) {
  const { n, todoId } = bench.data;
  const model = new Model(bench.data);
  const store = bench.filled();
  const lists = Array.from({ length: parseInt(step) }, (_, i) => {
    const watcher = new Watcher();
    store.watchBy('board', i, watcher.next);
    return watcher;
  });
  let count = 0;
  bench.time(step, {
    prepare: () => {
      const board = scattered(count, 20); // the same rows change in both cases
      const row = scattered(count++, Math.floor(n / BOARDS)) * BOARDS + board;
      const patch = { id: todoId(row), title: `New title ${count}` };
      model.change(patch);
      return patch;
    },
    run: (patch) => store.updateTodo(patch),
    told: lists,
    check: () =>
      lists.forEach(({ value }, i) =>
        sameList(value, model.having('board', i), { ordered: false, joined: false }),
      ),
  });
}
