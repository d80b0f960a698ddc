// This library with `process` functions that are not views. They run again when the data that they read has changed.
import { Query } from 'ngx-cache-query';
import ours, { isOpen, models, Ours } from './ours.mjs';

export default {
  ...ours,
  open: ({ kind }) => new Ours(models[kind], opaque),
};

function opaque(todos) {
  return {
    open: new Query(todos, (list) => list.filter(isOpen).sort((a, b) => a.rank - b.rank)),
    list: new Query(todos, (list, value) => list.filter((todo) => todo.list === value)),
    board: new Query(todos, (list, value) => list.filter((todo) => todo.board === value)),
    count: new Query(todos, (list) => list.filter(isOpen).length),
  };
}
