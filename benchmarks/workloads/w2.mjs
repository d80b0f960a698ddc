// Writes the same payload again. Nothing has changed, so nothing has to be emitted.
import { Watcher } from '../bench.mjs';
import { Model, sameList } from '../check.mjs';

export default {
  title: 'ingest the same payload again',
  steps: ['idle', 'with a live query'],
  run(bench) {
    const text = JSON.stringify(bench.data.todos());
    const open = new Model(bench.data).open();
    for (const step of this.steps) {
      if (!bench.can(step, 'setTodos')) continue;
      const store = bench.filled();
      const watcher = new Watcher();
      const isLive = step !== 'idle';
      if (isLive) store.watchOpen(watcher.next);
      const shown = () => (isLive ? watcher.value : store.readTodos());
      shown();
      bench.time(step, {
        prepare: () => bench.response(JSON.parse(text), 'Todo'),
        run: (rows) => store.setTodos(rows),
        told: isLive ? [watcher] : [],
        needs: 0,
        check: () => isLive && sameList(watcher.value, open),
        list: shown,
      });
    }
  },
};
