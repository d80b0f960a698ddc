// A page: a thousand components that show one todo each, and ten lists that contain all of these todos.
import { Watcher } from '../bench.mjs';
import { Model, same, sameList } from '../check.mjs';
import { LISTS, scattered } from '../data.mjs';

const SINGLES = 1_000;

export default {
  title: '1,000 subscribers of one entity each and 10 lists',
  steps: ['change one', 'change 1,000 in one commit'],
  run(bench) {
    if (!bench.canAll(this.steps, 'watchTodo')) return;
    const { n, todoId } = bench.data;
    const model = new Model(bench.data);
    const store = bench.filled();
    const lists = watchers(LISTS, (i, next) => store.watchBy('list', i, next));
    const singles = watchers(Math.min(SINGLES, n), (i, next) => store.watchTodo(todoId(i), next));
    const told = [...lists, ...singles];
    const changed = (patch) => {
      model.change(patch);
      return patch;
    };
    const check = () => {
      lists.forEach(({ value }, i) =>
        sameList(value, model.having('list', i), { ordered: false, joined: false }),
      );
      singles.forEach(({ value }, i) => same(value.title, model.todo(todoId(i)).title, 'a title'));
    };
    let count = 0;
    bench.time('change one', {
      prepare: () =>
        changed({ id: todoId(scattered(count++, singles.length)), title: `New title ${count}` }),
      run: (patch) => store.updateTodo(patch),
      told,
      needs: 2,
      check,
    });
    bench.time('change 1,000 in one commit', {
      prepare: () => {
        count++;
        return Array.from({ length: Math.min(SINGLES, n) }, (_, i) =>
          changed({ id: todoId((SINGLES / 2 + i) % n), title: `Batch ${count} ${i}` }),
        );
      },
      run: (patches) => store.updateTodos(patches),
      told,
      needs: LISTS + Math.min(n, SINGLES) / 2,
      check,
    });
  },
};

function watchers(length, watch) {
  return Array.from({ length }, (_, i) => {
    const watcher = new Watcher();
    watch(i, watcher.next);
    return watcher;
  });
}
