import type { HttpTestingController } from '@angular/common/http/testing';
import { type CacheService, Entity, optimistic, restEndpoints, typed } from 'ngx-cache-query';
import { setUpMutations } from '../../support/sent-mutations';
import { watch } from '../../support/watch';

class Todo extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly board: string = '';
}
const options = {
  path: '/todos/:id',
  schema: Todo,
  searchParams: typed<{ board?: string }>(),
  body: typed<Partial<Todo>>(),
} as const;
const plain = restEndpoints(options);
const shown = restEndpoints({ ...options, optimistic });
const todo = (id: number, board = 'a', title = `t${id}`) => ({ id, board, title });

let cache: CacheService;
let http: HttpTestingController;
let send: ReturnType<typeof setUpMutations>['send'];

const reads = () => http.match(({ method }) => method === 'GET');
const list = (board: string, ...rows: readonly object[]) => {
  const value = watch(cache.watch(plain.getList, { board }));
  reads().at(-1)!.flush(rows);
  return () => value.last!.value!.map(({ id }) => id);
};

describe('O2 lists follow the order of the calls, without optimistic', () => {
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });

  it('although later creations are answered first', () => {
    const a = list('a', todo(1));
    const creations = [7, 8, 9].map((id) => send(plain.getList.push, todo(id)).request);
    creations[2].flush(todo(9));
    expect(a()).toEqual([1, 9]);
    creations[1].flush(todo(8));
    creations[0].flush(todo(7));
    expect(a()).toEqual([1, 7, 8, 9]);
  });

  it('at the beginning, too', () => {
    const a = list('a', todo(1));
    const creations = [7, 8, 9].map((id) => send(plain.getList.unshift, todo(id)).request);
    for (const at of [2, 0, 1]) creations[at].flush(todo(7 + at));
    expect(a()).toEqual([9, 8, 7, 1]);
  });

  it('but a list that has a moved entity keeps its place', () => {
    const all = watch(cache.watch(plain.getList));
    reads()
      .at(-1)!
      .flush([todo(1), todo(2), todo(3)]);
    const moves = ['b', 'c'].map((board) => send(plain.getList.move, { id: 2 }, { board }).request);
    moves[1].flush(todo(2, 'c'));
    moves[0].flush(todo(2, 'b'));
    expect(all.last!.value!.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('and an entity that is pushed again keeps its place', () => {
    const a = list('a', todo(1), todo(2));
    const pushes = [8, 1].map((id) => send(plain.getList.push, todo(id)).request);
    pushes[1].flush(todo(1));
    pushes[0].flush(todo(8));
    expect(a()).toEqual([1, 2, 8]);
  });

  it('also for two moves of one entity', () => {
    const [a, b, c] = [list('a'), list('b', todo(1, 'b')), list('c', todo(2, 'c'))];
    const moves = ['a', 'c'].map((board) => send(plain.getList.move, { id: 1 }, { board }).request);
    moves[1].flush(todo(1, 'c'));
    moves[0].flush(todo(1, 'a'));
    expect([a(), b(), c()]).toEqual([[], [], [2, 1]]);
  });

  it('and an entity that was deleted in the meantime does not come back', () => {
    const a = list('a', todo(1));
    const creations = [8, 9].map((id) => send(plain.getList.push, todo(id)).request);
    creations[1].flush(todo(9));
    cache.delete(Todo, 9);
    creations[0].flush(todo(8));
    expect(a()).toEqual([1, 8]);
  });
});

describe('O2 an optimistic move', () => {
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });

  it('holds although the server handles a later mutation of the entity first', () => {
    const [a, b] = [list('a', todo(1)), list('b', todo(2, 'b'))];
    const move = send(shown.getList.move, { id: 2 }, { board: 'a' }).request;
    const rename = send(shown.partialUpdate, { id: 2 }, { title: 'new' }).request;
    rename.flush(todo(2, 'b', 'new'));
    expect([a(), b()]).toEqual([[1, 2], []]);
    move.flush(todo(2, 'a', 'new'));
    expect([a(), b()]).toEqual([[1, 2], []]);
  });

  it('that is refused leaves the entity where the answer to a later mutation has it', () => {
    const [a, b] = [list('a', todo(1)), list('b', todo(2, 'b'))];
    const move = send(shown.getList.move, { id: 2 }, { board: 'a' }).request;
    send(shown.partialUpdate, { id: 2 }, { title: 'new' }).request.flush(todo(2, 'b', 'new'));
    move.flush(null, { status: 422, statusText: 'Unprocessable Content' });
    expect([a(), b()]).toEqual([[1], [2]]);
  });
});

describe('O2 an edit that changes nothing', () => {
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });

  it('is newer than the answer to an older read', () => {
    const a = list('a', todo(1));
    cache.set(plain.getList.schema.push, todo(9));
    void cache.refetch(plain.getList);
    const [read] = reads();
    cache.set(plain.getList.schema.push, todo(9));
    read.flush([todo(1)]);
    expect(a()).toEqual([1, 9]);
  });

  it('keeps an entity out that was moved away', () => {
    const [a, b] = [list('a', todo(1)), list('b', todo(2, 'b'))];
    void cache.refetch(plain.getList, { board: 'a' });
    const [read] = reads();
    const { request } = send(plain.getList.move, { id: 2 }, { board: 'b' });
    request.flush(todo(2, 'b'));
    read.flush([todo(1), todo(2)]);
    expect([a(), b()]).toEqual([[1], [2]]);
  });
});

describe('O2 an optimistic mutation of a batch that threw', () => {
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });

  it('does not win over a later call', () => {
    cache.set(Todo, todo(1));
    const rename = (endpoint: unknown, title: string) =>
      send(endpoint, { id: 1 }, { title }).request;
    let first!: ReturnType<typeof rename>;
    expect(() =>
      cache.batch(() => {
        first = rename(shown.partialUpdate, 'first');
        throw new Error('as wanted');
      }),
    ).toThrow();
    const second = rename(plain.partialUpdate, 'second');
    first.flush(todo(1, 'a', 'first'));
    second.flush(todo(1, 'a', 'second'));
    expect(cache.get(Todo, 1)!.title).toBe('second');
  });
});

describe('O1 a response that is set', () => {
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });

  it('does not show above a mutation in flight', () => {
    list('a', todo(1));
    const { request } = send(shown.partialUpdate, { id: 1 }, { title: 'renamed' });
    cache.set(plain.getList, [{ board: 'a' }], [todo(1, 'a', 'set')]);
    expect(cache.get(Todo, 1)!.title).toBe('renamed');
    request.flush(null, { status: 400, statusText: 'Bad Request' });
    expect(cache.get(Todo, 1)!.title).toBe('set');
  });
});

describe('F1 a new subscriber', () => {
  beforeEach(() => {
    ({ cache, http, send } = setUpMutations());
  });

  for (const method of ['watch', 'ensure'] as const) {
    it(`of ${method} does not wait for a read from before a mutation`, () => {
      const first = watch(cache.watch(plain.getList));
      const [old] = reads();
      const { request } = send(plain.partialUpdate, { id: 1 }, { title: 'new' });
      const second = watch<unknown>(cache[method](plain.getList));
      const [fresh, ...more] = reads();
      expect(more.length).toBe(0);
      request.flush(todo(1, 'a', 'new'));
      if (!old.cancelled) old.flush([todo(1)]);
      fresh.flush([todo(1, 'a', 'new'), todo(2)]);
      expect(first.last!.value!.map(({ id }) => id)).toEqual([1, 2]);
      expect(second.last).toBeDefined();
    });
  }
});
