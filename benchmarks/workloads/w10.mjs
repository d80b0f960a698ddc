// The list that an endpoint loads is live, in the order of the server, as on every page that loads a list. One entity
// is edited: by a local write (`set`), or by an optimistic mutation with a synchronous answer (`mutation`). The list is
// alone, or beside two live queries that also contain the entity. Libraries that do not join rows by themselves show
// the key of the user in the list, and not the user.
import { Watcher } from '../bench.mjs';
import { Model, same, sameList } from '../check.mjs';
import { LISTS, scattered } from '../data.mjs';

/** The edited rows belong to this list and are not completed. Both live queries contain them. */
const LIST = 1;

export default {
  title: 'a live list of an endpoint',
  sizes: [1_000, 10_000],
  steps: ['set, list', 'mutation, list', 'set, list and two views', 'mutation, list and two views'],
  run(bench) {
    if (bench.open().watchList === undefined) {
      for (const step of this.steps) bench.tell({ step, why: 'not compared in this workload' });
      return;
    }
    edit(bench, this.steps.slice(0, 2), { hasViews: false });
    edit(bench, this.steps.slice(2), { hasViews: true });
  },
};

function edit(bench, [set, mutation], { hasViews }) {
  const { data } = bench;
  const model = new Model(data);
  const store = bench.open();
  const [list, open, byList] = [new Watcher(), new Watcher(), new Watcher()];
  const told = hasViews ? [list, open, byList] : [list];
  let previous; // the list before the last emission
  store.watchList(bench.response(data.todos(), 'Todo'), (rows) => {
    previous = list.value;
    list.next(rows);
  });
  if (hasViews) {
    store.watchOpen(open.next);
    store.watchBy('list', LIST, byList.next);
  }
  let [count, index] = [0, 0];
  const patchOf = () => {
    index = scattered(count++, data.n / LISTS) * LISTS + LIST;
    const patch = { id: data.todoId(index), title: `New title ${count}` };
    model.change(patch);
    return patch;
  };
  /** Returns an edit and its answer: the whole row. The server has changed one more field. */
  const savedOf = () => {
    const patch = patchOf();
    const answer = { ...data.todo(index), ...patch, description: `Saved ${count}` };
    model.change({ id: patch.id, description: answer.description });
    return [patch, answer];
  };
  const check = () => {
    const expected = model.all();
    sameList(list.value, expected, { joined: false });
    same(list.value[index].description, expected[index].description, 'the description');
    if (!hasViews) return;
    sameList(open.value, model.open());
    sameList(byList.value, model.having('list', LIST), { ordered: false, joined: false });
  };
  /** The list must first show the optimistic title alone, and then the answer. */
  const checkBoth = () => {
    check();
    same(previous[index].title, list.value[index].title, 'the optimistic title');
    same(
      previous[index].description === list.value[index].description,
      false,
      'the answer at once',
    );
  };
  const work = { told, list: () => list.value };
  bench.time(set, { ...work, prepare: patchOf, run: (patch) => store.updateTodo(patch), check });
  bench.time(mutation, {
    ...work,
    prepare: savedOf,
    run: ([patch, answer]) => store.saveTodo(patch, answer),
    needs: 2 * told.length,
    check: checkBoth,
  });
}
