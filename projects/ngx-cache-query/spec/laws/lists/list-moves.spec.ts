import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Collection, Endpoint, type SchemaLike, schema } from 'ngx-cache-query';
import { mutation } from '../../support/mutation';
import { Task } from '../../support/rest-todos';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

const list = new Collection([Task]);
const task = (id: number, board = 'a') => ({ id, title: `t${id}`, board });
const boards = ['a', 'b'] as const;

let cache: CacheService;
let moves: ReturnType<typeof mutation>;
let reads: Served<typeof list>;
function setUp() {
  cache = TestBed.inject(CacheService);
  moves = mutation(cache, list.move);
  reads = new Served(list);
}

/** Loads the list of each board. */
function fill(items: readonly object[], what: SchemaLike = list): void {
  boards.forEach((board, i) => {
    const load = (_args: object) => of(items[i]);
    watch(cache.fetch(new Endpoint({ load, schema: what }), { board }));
  });
}
/** Sends requests for the lists of both boards. */
function refetch(): void {
  for (const board of boards) watch(cache.fetch(reads.endpoint, { board }));
}
const shown = () =>
  boards.map((board) =>
    cache
      .get(list, { board })!
      .map(({ id }) => id)
      .join(' '),
  );

describe('L2, O5 two moves of one entity in flight', () => {
  beforeEach(setUp);

  it('end with the first move if the second fails', () => {
    fill([[task(3)], []]);
    moves.send(task(3, 'b'));
    moves.send(task(3, 'a'));
    moves.respond(task(3, 'b'), 0);
    expect(shown()).toEqual(['3', '']);
    moves.fail(1);
    expect([...shown(), cache.get(Task, 3)!.board]).toEqual(['', '3', 'b']);
  });

  it('end with the second move if the first fails after it', () => {
    fill([[task(3)], []]);
    moves.send(task(3, 'b'));
    moves.send(task(3, 'a'));
    moves.respond(task(3, 'a'), 1);
    moves.fail(0);
    expect(shown()).toEqual(['3', '']);
  });

  it('end with the creation if the move of the temporary entity fails', () => {
    fill([[], []]);
    const create = mutation(cache, list.push);
    create.send({ title: 'new', board: 'a' });
    const [{ id }] = cache.get(list, { board: 'a' })!;
    moves.send({ id, board: 'b' });
    create.respond(task(10));
    expect(shown()).toEqual(['', '10']);
    moves.fail();
    expect(shown()).toEqual(['10', '']);
  });
});

describe('L2, O5 a list whose request was sent before an edit', () => {
  beforeEach(setUp);

  it('shows moves that its response does not include yet', () => {
    fill([[], [task(1)]]);
    moves.send(task(1, 'a'));
    refetch();
    moves.send(task(1, 'b'));
    moves.respond(task(1, 'a'), 0);
    moves.respond(task(1, 'b'), 1);
    reads.requests[0].respond([task(1), task(5)]);
    reads.requests[1].respond([task(6, 'b')]);
    expect(shown()).toEqual(['5', '6 1']);
  });

  it('shows what was pushed and deleted since', () => {
    fill([[task(1), task(2)], []]);
    refetch();
    cache.set(list.push, task(4));
    cache.delete(Task, 2);
    reads.requests[0].respond([task(1), task(2), task(5)]);
    expect(shown()).toEqual(['1 5 4', '']);
  });

  it('keeps its newer response: neither an older one nor earlier edits change it', () => {
    fill([[task(1)], []]);
    refetch();
    cache.set(list.push, task(4));
    cache.refetch(reads.endpoint);
    refetch();
    reads.requests[2].respond([task(1), task(7)]);
    reads.requests[0].respond([task(1), task(5)]);
    expect(shown()).toEqual(['1 7', '']);
  });
});

describe('L2 a move to a map', () => {
  beforeEach(setUp);

  it('uses the primary key if another entity has the same key in that map', () => {
    const map = new Collection(new schema.Values(Task));
    fill([{ x: task(1) }, { x: task(2, 'b') }], map);
    cache.set(map.move, task(1, 'b'));
    expect(cache.get(map, { board: 'a' })).toEqual({});
    expect(Object.keys(cache.get(map, { board: 'b' })!).sort()).toEqual(['1', 'x']);
  });
});
