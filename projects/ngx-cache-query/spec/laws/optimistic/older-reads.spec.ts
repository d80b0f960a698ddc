import { beginRead } from '../../support/served';
import { setUpRest } from '../../support/rest-users';
import { Optimistic, optimisticList, Task } from '../../support/rest-todos';
import { watch } from '../../support/watch';

const row = (id: number, title: string) => ({ id, title, board: 'a' });

describe('O2 the answer to an older read, while an earlier mutation is in flight', () => {
  it('does not replace a local write of a row whose mutation was answered', () => {
    const { cache, sent } = setUpRest();
    cache.set(Task, row(1, 'one'));
    cache.set(Task, row(2, 'two'));
    watch(cache.fetch(Optimistic.partialUpdate, { id: 2 }, { title: 'in flight' }));
    watch(cache.fetch(Optimistic.partialUpdate, { id: 1 }, { done: true }));
    sent('/tasks/1').flush({ ...row(1, 'one'), done: true });
    const { respond } = beginRead(cache, [Task]);
    cache.set(Task, { id: 1, title: 'set' });
    respond([row(1, 'one'), row(2, 'two')]);
    expect(cache.get(Task, 1)!.title).toBe('set');
  });
});

describe('L5, O2 a list that was requested after an answer, while an earlier mutation is in flight', () => {
  it('says whether the created row is in it, also if another creation is answered before it', () => {
    const { cache, sent } = setUpRest();
    cache.set(Optimistic.getList, [{ board: 'a' }], [row(1, 'one')]);
    cache.set(Task, { ...row(7, 'other'), board: 'b' });
    const create = (title: string) => {
      watch(cache.fetch(Optimistic.getList.push, { title, board: 'a' }));
      return sent('/tasks');
    };
    const first = create('two');
    watch(cache.fetch(Optimistic.partialUpdate, { id: 7 }, { title: 'in flight' }));
    create('three').flush(row(3, 'three'));
    watch(cache.fetch(Optimistic.getList, { board: 'a' }));
    const read = sent('/tasks?board=a');
    first.flush(row(2, 'two'));
    read.flush([row(1, 'one')]); // somebody else has deleted the third row
    const shown = () => cache.get(optimisticList, { board: 'a' })?.map(({ id }) => id);
    expect(shown()).toEqual([1, 2]);
    sent('/tasks/7').flush({ ...row(7, 'in flight'), board: 'b' });
    expect(shown()).toEqual([1, 2]);
  });
});

describe('L1 a row that a message brings while it is created', () => {
  const ids = (args: { readonly board: string }) =>
    cache.get(optimisticList, args)?.map(({ id }) => id);
  let cache: ReturnType<typeof setUpRest>['cache'];
  let sent: ReturnType<typeof setUpRest>['sent'];

  beforeEach(() => {
    ({ cache, sent } = setUpRest());
    watch(cache.fetch(Optimistic.getList, { board: 'a' }));
    sent('/tasks?board=a').flush([row(1, 'one')]);
    watch(cache.fetch(Optimistic.getList.push, { title: 'two', board: 'a' }));
  });

  const temporary = () => cache.get(optimisticList, { board: 'a' })!.at(-1)!.id;

  it('is once in a list to which an optimistic move adds it', () => {
    watch(cache.fetch(Optimistic.getList.move, { id: temporary() }, { board: 'a' }));
    cache.set(optimisticList.push, row(2, 'two'));
    sent('/tasks').flush(row(2, 'two'));
    expect(ids({ board: 'a' })).toEqual([1, 2]);
  });

  it('is once in a list that was set with its temporary id', () => {
    const { respond } = beginRead(cache, optimisticList);
    cache.set(optimisticList, { board: 'a' }, [{ id: temporary() }, { id: 1 }]);
    cache.set(Task, row(2, 'two'));
    respond([]);
    sent('/tasks').flush(row(2, 'two'));
    expect(ids({ board: 'a' })).toEqual([2, 1]);
  });
});
